import MeshTransform

extension ControlPointReader {
  private static let words = "a pair, [x, y, X, Y] or {\"content\": [x, y], \"canvas\": [X, Y]}"

  /// An array of pairs, or of the rows of a grid.
  func array(_ bytes: [UInt8]) throws(DocumentError) -> (form: ControlPointFile.Form, pairs: [Pair]) {
    try JSONReader.read(bytes, name: name, limit: ControlPointFile.byteLimit) {
      reader throws(DocumentError) in
      var (pairs, width, isGrid): ([Pair], Int?, Bool) = ([], nil, false)
      try reader.readArray("a list of points") { reader, row throws(DocumentError) in
        guard reader.isAtArray() else {
          pairs.append(try object(&reader))
          return
        }
        let start = reader.offset
        var (numbers, count): ([Double], Int) = ([], 0)
        try reader.readArray(Self.words) { reader, column throws(DocumentError) in
          guard reader.isAtArray() else {
            numbers.append(try reader.readNumber(in: ControlPointFile.range))
            return
          }
          let place = try reader.readNumbers(["X", "Y"], in: NumberRange(ControlPointFile.range))
          let cell = Point(Double(column), Double(row))
          pairs.append(Pair(content: cell, canvas: Point(place[0], place[1])))
          count += 1
        }
        if numbers.isEmpty {
          guard count == width ?? count, count > 1 else {
            throw reader.error(
              at: start,
              "the row has \(count) places, and the first one \(width ?? 2); a grid has rows of equal length")
          }
          (width, isGrid) = (count, true)
          return
        }
        guard numbers.count == 4, count == 0, !isGrid else {
          throw reader.error(at: start, "found \(numbers.count) numbers; use \(Self.words)")
        }
        pairs.append(Pair(content: Point(numbers[0], numbers[1]), canvas: Point(numbers[2], numbers[3])))
      }
      return (isGrid ? .grid : .json, pairs)
    }
  }

  /// One object a line, as 'meshrender project' writes them: those without a place are left out.
  func jsonLines(_ bytes: [UInt8]) throws(DocumentError) -> [Pair] {
    var pairs: [Pair] = []
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
      do throws(DocumentError) {
        let pair = try JSONReader.read(Array(line), name: name, limit: ControlPointFile.byteLimit) {
          reader throws(DocumentError) in
          try object(&reader)
        }
        pairs.append(pair)
      } catch {
        throw DocumentError(
          name: name, line: index + 1, column: error.column ?? 1, path: error.path, problem: error.problem)
      }
    }
    return pairs
  }

  /// `content` or `from`, or `x` and `y`; `canvas` or `to`.
  private func object(_ reader: inout JSONReader) throws(DocumentError) -> Pair {
    var (x, y, content, canvas): (Double?, Double?, Point?, Point?) = (nil, nil, nil, nil)
    reader.skipSpaces()
    let start = reader.offset
    try reader.readObject(Self.words) { reader, key throws(DocumentError) in
      switch key {
      case "x": x = try reader.readNumber(in: ControlPointFile.range)
      case "y": y = try reader.readNumber(in: ControlPointFile.range)
      case "content", "from", "canvas", "to":
        let place = try reader.readNumbers(["x", "y"], in: NumberRange(ControlPointFile.range))
        if key == "content" || key == "from" {
          content = Point(place[0], place[1])
        } else {
          canvas = Point(place[0], place[1])
        }
      default: try reader.skipValue(depth: 2)
      }
    }
    if let x, let y, content == nil { content = Point(x, y) }
    guard let content, let canvas else {
      throw reader.error(
        at: start, "the point has no \"\(content == nil ? "content" : "canvas")\"; use \(Self.words)")
    }
    return Pair(content: content, canvas: canvas)
  }
}
