import MeshTransform

extension JSONReader {
  /// A value of the property's kind. Rotations in a file have a unit; the model uses radians.
  mutating func readValue(of property: AnimatedProperty) throws(DocumentError) -> AnimationValueDescription {
    switch property.kind {
    case .number: return .value(.number(try readNumber(of: property)))
    case .flag: return .value(.flag(try readBoolean()))
    case .point:
      let numbers = try readNumbers(["x", "y"])
      return .value(.point(Point(numbers[0], numbers[1])))
    case .point3D:
      let numbers = try readNumbers(["x", "y", "z"])
      return .value(.point3D(Point3D(numbers[0], numbers[1], numbers[2])))
    case .size:
      let numbers = try readNumbers(["width", "height"])
      return .value(.size(Size(numbers[0], numbers[1])))
    case .rect: return .value(.rect(try readValueRect()))
    case .color: return .value(.color(try readColor()))
    case .transform: return .transform(try TransformDescription(&self))
    case .mesh:
      skipSpaces()
      let start = offset
      let mesh = try MeshDescription(&self)
      if let problem = motion.add(vertices: mesh.vertexCount) { throw error(at: start, problem) }
      return .mesh(mesh)
    }
  }

  private mutating func readNumber(of property: AnimatedProperty) throws(DocumentError) -> Double {
    let range = -1e15...1e15
    guard let unit = property.fileUnit else { return try readNumber(in: range) }
    skipSpaces()
    guard next == UInt8(ascii: "\"") else {
      let start = offset
      let degrees = try readNumber(in: range)
      guard unit == .degrees || degrees == 0 else {
        throw error(at: start, property.bareAngle(degrees, mark: "\""))
      }
      return degrees
    }
    let start = offset
    let text = try readString()
    var cursor = TextCursor(text, subject: "angle")
    guard let (value, name) = try? cursor.takeQuantity(), cursor.isAtEnd, abs(value) <= 1e15,
      let angle = Angle(value, unit: name)
    else { throw error(at: start, "found \(quoted(text)); use \(AnimatedProperty.angles)") }
    return unit == .radians ? angle.radians : name == "deg" ? value : angle.degrees
  }

  /// Refuses negative sizes, which would turn the value into another rectangle.
  private mutating func readValueRect() throws(DocumentError) -> Rect {
    skipSpaces()
    let start = offset
    let numbers = try readNumbers(["x", "y", "width", "height"])
    guard numbers[2] >= 0, numbers[3] >= 0 else {
      throw error(at: start, "the width and the height must be 0 or more; to shrink, animate from and to")
    }
    return Rect(numbers[0], numbers[1], numbers[2], numbers[3])
  }
}

extension AnimatedProperty {
  static let angles = "an angle in \(NearestName.list(Angle.units))"

  /// A sentence about a rotation without a unit, which counts degrees in CSS and radians in Core Animation.
  /// - Parameter mark: around a value in a file.
  func bareAngle(_ value: Double, mark: String = "") -> String {
    let number = value.short
    return "\(keyPath) is \(number) without a unit; write \(mark)\(number)deg\(mark) for degrees, or "
      + "\(mark)\(number)rad\(mark) for radians, which Core Animation counts"
  }

  /// The unit of an angle in the model; nil when the value is not an angle.
  var fileUnit: AngleUnit? {
    if let angleUnit { return angleUnit }
    guard let presetParameter else { return nil }
    return Self.turningParameters.contains(presetParameter) ? .degrees : nil
  }

  /// Parameters of presets that are in degrees.
  private static let turningParameters = Set(
    MeshPreset.all.flatMap(\.parameters).filter(\.isAngle).map(\.name))
}

extension AnimationValueDescription {
  /// The JSON that ``JSONReader/readValue(of:)`` reads.
  func json(of property: AnimatedProperty) -> JSONValue {
    switch self {
    case .transform(let transform): transform.json
    case .mesh(let mesh): mesh.json
    case .value(let value): value.json(of: property)
    }
  }
}

extension AnimationValue {
  fileprivate func json(of property: AnimatedProperty) -> JSONValue {
    switch self {
    case .number(let number): property.angleUnit == .radians ? Self.angle(number) : .number(number)
    case .flag(let flag): .boolean(flag)
    case .point(let point): point.json
    case .point3D(let point): point.json
    case .size(let size): .numbers([size.width, size.height])
    case .rect(let rect): rect.json
    case .color(let color): color.json
    case .transform(let transform): TransformDescription.matrix(transform).json
    case .mesh(let mesh): MeshDescription(.inPlace(mesh)).json
    }
  }

  /// The degrees that convert to exactly these radians; otherwise the radians with their unit.
  private static func angle(_ radians: Double) -> JSONValue {
    let degrees = Angle(radians: radians).shortDegrees
    let isExact = Angle.degrees(degrees).radians == radians
    return radians == 0 ? .number(0) : .string(isExact ? "\(degrees.short)deg" : "\(radians)rad")
  }
}
