import MeshTransform

/// One record of a list of points: a point, a box or a polygon of a layer, or of its picture, with everything else that
/// the list says about it.
///
/// As a line of JSON: `{"x": 3, "y": 4}`, `{"box": [x, y, width, height]}` or `{"polygon": [[x, y], ...]}`, with
/// `"layer"` for the name of a layer and any other keys, which are kept. Coordinates are in -1e9...1e9.
public struct PointRecord: Hashable, Sendable {
  /// The shape of a record.
  public enum Shape: Hashable, Sendable {
    /// One point.
    case point(Point)
    /// A rectangle, whose width and height are 0 or more.
    case box(Rect)
    /// Three corners or more.
    case polygon([Point])
  }

  /// The plane whose coordinates are read.
  public enum Plane: Hashable, Sendable {
    /// `x` and `y`, `box` or `polygon`.
    case content
    /// The places that a projection has written, `canvas`, in lines that have them; else as for `content`.
    case canvas
  }

  /// The point, box or polygon.
  public let shape: Shape
  /// The number of its line in the list, counted from 1.
  public let line: Int
  /// The name of the layer; nil for that of the command line.
  public let layer: String?
  /// The members of a line but for the results of an earlier projection: `"x": 3, "y": 4`, in UTF-8.
  public let members: [UInt8]
  /// The fields of the row of a table but for the results of an earlier projection.
  public let fields: [String]

  /// A record of a table.
  public init(_ point: Point, layer: String?, fields: [String], line: Int) {
    (shape, self.layer, members, self.fields, self.line) = (.point(point), layer, [], fields, line)
  }

  /// The keys that a projection writes.
  public static let resultKeys = ["frame", "canvas", "content", "side", "visible", "inside", "all"]

  /// A record of one line of JSON.
  /// - Parameters:
  ///   - line: without its line end.
  ///   - number: that of the line, counted from 1.
  ///   - name: that of the list, for errors.
  /// - Throws: `DocumentError` with the line for the first fault.
  public init(json line: [UInt8], number: Int, name: String, plane: Plane) throws(DocumentError) {
    do throws(DocumentError) {
      self = try JSONReader.read(line, name: name, limit: Self.byteLimit) { reader throws(DocumentError) in
        try PointFields(&reader).record(&reader, plane, line: number)
      }
    } catch {
      throw DocumentError(
        name: name, line: number, column: error.column ?? 1, path: error.path, problem: error.problem)
    }
  }

  /// The longest line.
  public static let byteLimit = 1 << 24

  private init(_ shape: Shape, _ fields: PointFields, line: Int) {
    (self.shape, layer, members, self.line, self.fields) = (shape, fields.layer, fields.members, line, [])
  }

  /// The members of a line that state a shape.
  private struct PointFields {
    private var x: Double?, y: Double?
    private var box: Rect?
    private var polygon: [Point]?
    private var canvas: Canvas?
    private(set) var layer: String?
    private(set) var members: [UInt8] = []

    /// The places of an earlier projection.
    private enum Canvas {
      case nowhere
      case numbers([Double])
      case polygon([Point])
    }

    init(_ reader: inout JSONReader) throws(DocumentError) {
      var fields = PointFields()
      try reader.readObject("a point such as {\"x\": 3, \"y\": 4}") { reader, key throws(DocumentError) in
        let start = reader.keyOffset
        switch key {
        case "x": fields.x = try reader.readNumber(in: PointRecord.range)
        case "y": fields.y = try reader.readNumber(in: PointRecord.range)
        case "box": fields.box = try reader.readBounds()
        case "polygon": fields.polygon = try reader.readCorners()
        case "layer": fields.layer = try reader.readString("the name of a layer")
        case "canvas": fields.canvas = try Self.readCanvas(&reader)
        default: try reader.skipValue(depth: 2)
        }
        guard !PointRecord.resultKeys.contains(key) else { return }
        if !fields.members.isEmpty { fields.members += [0x2C, 0x20] }
        fields.members += reader.bytes[start..<reader.offset]
      }
      self = fields
    }

    private init() {}

    private static func readCanvas(_ reader: inout JSONReader) throws(DocumentError) -> Canvas {
      reader.skipSpaces()
      if reader.takeWord("null") { return .nowhere }
      let start = reader.offset
      var (numbers, polygon) = ([Double](), [Point]())
      try reader.readArray("[x, y], [x, y, width, height] or [[x, y], ...]") {
        reader, _ throws(DocumentError) in
        if reader.isAtArray() {
          polygon.append(try reader.readPoint())
        } else {
          numbers.append(try reader.readNumber(in: PointRecord.range))
        }
      }
      if numbers.isEmpty, polygon.count >= 3 { return .polygon(polygon) }
      guard polygon.isEmpty, numbers.count == 2 || numbers.count == 4 && numbers[2] >= 0 && numbers[3] >= 0
      else {
        throw reader.error(
          at: start,
          "the places are no point, box or polygon; write [x, y], [x, y, width, height] or [[x, y], ...]")
      }
      return .numbers(numbers)
    }

    /// - Throws: `DocumentError` where the line has no shape, or several.
    func record(
      _ reader: inout JSONReader, _ plane: Plane, line: Int
    ) throws(DocumentError) -> PointRecord {
      if plane == .canvas, let canvas {
        switch canvas {
        case .polygon(let corners): return PointRecord(.polygon(corners), self, line: line)
        case .numbers(let n) where n.count == 2:
          return PointRecord(.point(Point(n[0], n[1])), self, line: line)
        case .numbers(let n): return PointRecord(.box(Rect(n[0], n[1], n[2], n[3])), self, line: line)
        case .nowhere:
          throw reader.error(
            at: 0, "\"canvas\" is null: the point has no place in the picture; remove the line")
        }
      }
      let hasPoint = x != nil || y != nil
      guard (hasPoint ? 1 : 0) + (box == nil ? 0 : 1) + (polygon == nil ? 0 : 1) <= 1 else {
        throw reader.error(
          at: 0, "the line has several shapes; write x and y, or a box, or a polygon, one for each line")
      }
      if let box { return PointRecord(.box(box), self, line: line) }
      if let polygon { return PointRecord(.polygon(polygon), self, line: line) }
      guard let x, let y else {
        let missing =
          x == nil && y == nil
          ? "no \"x\" and \"y\", \"box\" or \"polygon\"" : "no \"\(x == nil ? "x" : "y")\""
        throw reader.error(at: 0, "the line has \(missing); add it, as in {\"x\": 3, \"y\": 4}")
      }
      return PointRecord(.point(Point(x, y)), self, line: line)
    }
  }

  /// Coordinates.
  fileprivate static let range = -1e9...1e9
}

extension JSONReader {
  fileprivate mutating func readPoint() throws(DocumentError) -> Point {
    let numbers = try readNumbers(["x", "y"])
    return Point(numbers[0], numbers[1])
  }

  fileprivate mutating func readCorners() throws(DocumentError) -> [Point] {
    skipSpaces()
    let start = offset
    var corners: [Point] = []
    try readArray("an array of corners, [[x, y], ...]") { reader, _ throws(DocumentError) in
      corners.append(try reader.readPoint())
    }
    guard corners.count >= 3 else {
      throw error(at: start, "the polygon has \(corners.count) corners; use three or more")
    }
    return corners
  }
}
