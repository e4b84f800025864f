import MeshTransform

/// The values between the parentheses of one transform function.
struct TransformArguments {
  let function: TransformFunction
  let layerSize: Size?
  /// Numbers, factors, points and radians, in order.
  private(set) var values: [Double] = []

  init(function: TransformFunction, layerSize: Size?) {
    (self.function, self.layerSize) = (function, layerSize)
  }

  /// Parses up to and including the closing parenthesis.
  mutating func parse(_ cursor: inout TextCursor) throws(SyntaxError) {
    cursor.skipSpaces()
    while !cursor.take(")") {
      if !values.isEmpty {
        let hasComma = cursor.take(",")
        if hasComma { cursor.skipSpaces() }
      }
      guard values.count < function.parameters.count else {
        throw cursor.error("found \(cursor.found) in \(function.name); \(countHint)")
      }
      values.append(try parseValue(function.parameters[values.count], &cursor))
      let hasSpace = cursor.skipSpaces()
      let endsHere = cursor.next == UInt8(ascii: ",") || cursor.next == UInt8(ascii: ")")
      guard hasSpace || endsHere, !cursor.isAtEnd else {
        throw cursor.error("found \(cursor.found) in \(function.name); close it with \")\"")
      }
    }
    guard function.counts.contains(values.count) else {
      throw cursor.error("\(function.name) has \(values.count) values; \(countHint)")
    }
  }

  private var countHint: String {
    let counts = NearestName.list(function.counts.sorted().map(String.init))
    return "it takes \(counts), as \(function.example)"
  }

  private func parseValue(
    _ parameter: TransformFunction.Parameter, _ cursor: inout TextCursor
  ) throws(SyntaxError) -> Double {
    let start = cursor.offset
    if parameter == .distance, cursor.next.map({ $0 | 0x20 }) == UInt8(ascii: "n") {
      let word = cursor.takeName()
      if word.lowercased() == "none" { return .infinity }
      throw cursor.error(at: start, "found \(quoted(word)) in perspective; use a length above 0 or none")
    }
    guard let (value, unit) = try cursor.takeQuantity() else {
      throw cursor.error("found \(cursor.found) in \(function.name); \(parameter.allowed)")
    }
    // A function, because computing an error's column takes time proportional to the text before it.
    func wrong() -> SyntaxError {
      cursor.error(at: start, "\(function.name) has \(value)\(unit.excerpt); \(parameter.allowed)")
    }
    switch (parameter, unit) {
    case (.number, ""), (.factor, ""): return value
    case (.factor, "%"): return value / 100
    case (.angle, ""):
      guard value == 0 else {
        throw cursor.error(
          at: start, "\(function.name) has the angle \(value) without a unit; write \(value)deg")
      }
      return 0
    case (.angle, _):
      guard let angle = Angle(value, unit: unit) else { throw wrong() }
      return angle.radians
    case (.distance, ""), (.distance, "px"):
      guard value > 0 else { throw wrong() }
      return max(value, 1)
    case (.x, ""), (.x, "px"), (.y, ""), (.y, "px"), (.z, ""), (.z, "px"): return value
    case (.x, "%"), (.y, "%"):
      guard let layerSize else {
        throw cursor.error(at: start, "\(value)% needs a layer with a size; use a length in points here")
      }
      return value / 100 * (parameter == .x ? layerSize.width : layerSize.height)
    default: throw wrong()
    }
  }
}
