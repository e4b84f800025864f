import CheckedNumbers
import MeshTransform

/// Measured pairs of points in the files of the programs that measure them.
///
/// The contents determine the form; see ``Form``. All points become ``MeshTransform/ControlPoint``s, whose pixels are counted
/// from the corners of the pictures, with the middle of the first one at (0.5, 0.5).
public struct ControlPointFile: Hashable, Sendable {
  /// The forms of files.
  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// Separated values: columns x, y, X and Y by the names of a header, or the first four.
    case table
    /// JSON: an array of `[x, y, X, Y]`, or objects with `content` and `canvas`, also one a line.
    case json
    /// The places of an even grid, from edge to edge of the content: JSON rows of `[X, Y]`, or a table with the columns row
    /// and column.
    case grid
    /// The points of QGIS's georeferencer.
    case qgis
    /// `-gcp` arguments of GDAL, or the lines `(x,y) -> (X,Y)` that it prints.
    case gdal
    /// The landmarks of BigWarp, as separated values.
    case bigWarp
    /// The number list of ImageMagick's `-distort`: x, y, X, Y and so on.
    case imageMagick

    /// Whether places on the canvas are coordinates of a map, whose y grows to the north.
    public var isGeographic: Bool { self == .qgis || self == .gdal }
  }

  /// The units of coordinates in tables and JSON.
  public typealias Units = FitDescription.Units

  /// The points, in the order of the file.
  public var points: [ControlPoint]
  /// The form of the file.
  public let form: Form

  /// The largest size of a file in bytes.
  public static let byteLimit = 8 << 20
  /// The largest number of points.
  static let countLimit = 1_000_000
  /// Coordinates.
  static let range = -1e9...1e9

  /// - Parameters:
  ///   - name: the file's name, for errors.
  ///   - contentSize: in pixels; for coordinates in units, and for grids.
  ///   - canvasSize: in pixels; for coordinates in units.
  /// - Throws: `DocumentError` for the first fault.
  public init(
    _ bytes: [UInt8], name: String, units: Units = .pixels, contentSize: Size, canvasSize: Size
  ) throws(DocumentError) {
    let reader = ControlPointReader(name: name)
    let found = try reader.read(bytes)
    form = found.form
    guard !found.pairs.isEmpty else {
      throw DocumentError(name: name, problem: "the file has no points; write lines such as 12,40,15.5,38")
    }
    let isScaled = units == .unit && !found.form.isGeographic && found.form != .bigWarp
    let (content, canvas) = (isScaled ? contentSize : Size(1, 1), isScaled ? canvasSize : Size(1, 1))
    points = found.pairs.map { pair in
      ControlPoint(
        content: Point(pair.content.x * content.width, pair.content.y * content.height),
        canvas: Point(pair.canvas.x * canvas.width, pair.canvas.y * canvas.height))
    }
    if form == .grid { spread(over: contentSize) }
    if form.isGeographic { turnNorthUp() }
  }

  /// Moves grid points, whose content is a column and a row, to their places between the edges of the content.
  private mutating func spread(over size: Size) {
    let (columns, rows) = (
      max(points.map(\.content.x).max() ?? 0, 1), max(points.map(\.content.y).max() ?? 0, 1)
    )
    for index in points.indices {
      let cell = points[index].content
      points[index].content = Point(cell.x / columns * size.width, cell.y / rows * size.height)
    }
  }

  /// Shows coordinates of a map with north at the top, around the center of the points in the content and as far apart as
  /// they are there.
  private mutating func turnNorthUp() {
    func center(_ places: [Point]) -> Point { places.reduce(.zero, +) / Double(places.count) }
    func spread(_ places: [Point], _ center: Point) -> Double {
      places.reduce(0) { $0 + ($1.x - center.x) * ($1.x - center.x) + ($1.y - center.y) * ($1.y - center.y) }
        .squareRoot()
    }
    let (content, canvas) = (points.map(\.content), points.map(\.canvas))
    let (middle, origin) = (center(content), center(canvas))
    let extent = spread(canvas, origin)
    let scale = extent > 0 ? spread(content, middle) / extent : 1
    for index in points.indices {
      let offset = (points[index].canvas - origin) * scale
      points[index].canvas = middle + Point(offset.x, -offset.y)
    }
  }
}

/// Reads the pairs as they stand in a file.
struct ControlPointReader {
  struct Pair {
    let content: Point, canvas: Point
  }

  let name: String

  func error(_ problem: String, line: Int? = nil) -> DocumentError {
    DocumentError(name: name, line: line, column: line.map { _ in 1 }, problem: problem)
  }

  func read(_ bytes: [UInt8]) throws(DocumentError) -> (form: ControlPointFile.Form, pairs: [Pair]) {
    guard bytes.count <= ControlPointFile.byteLimit else {
      throw error("this is larger than \(ControlPointFile.byteLimit >> 20) MB; a list of points is smaller")
    }
    guard !bytes.contains(0) else {
      throw error(
        "this is no list of points, but binary data; use a CSV, JSON, QGIS, GDAL, BigWarp or ImageMagick list"
      )
    }
    let start = bytes.dropFirst(ByteOrderMark(of: bytes)?.bytes.count ?? 0)
    let first = start.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let found: (form: ControlPointFile.Form, pairs: [Pair])
    switch first {
    case UInt8(ascii: "["): found = try array(bytes)
    case UInt8(ascii: "{"): found = (.json, try jsonLines(bytes))
    default: found = try text(Array(start))
    }
    guard found.pairs.count <= ControlPointFile.countLimit else {
      throw error("there are \(found.pairs.count) points; use at most \(ControlPointFile.countLimit)")
    }
    return found
  }

  /// A coordinate of a text.
  func number(_ text: some StringProtocol, _ what: String, line: Int) throws(DocumentError) -> Double {
    let trimmed = text.trimmingBlanks
    guard let value = Double(decimal: trimmed), ControlPointFile.range.contains(value) else {
      throw error(
        "\(what) is \"\(String(trimmed.prefix(40)))\"; write a number in -1e9...1e9", line: line)
    }
    return value
  }
}

extension StringProtocol {
  /// The text without spaces around it.
  var trimmingBlanks: SubSequence {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }
}
