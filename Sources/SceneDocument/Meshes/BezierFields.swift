import MeshTransform

/// Bezier patches as a mesh file has them: the object of its key `bezier`.
///
/// ```json
/// { "bezier": { "points": [[0, 0], [0.33, -0.1], [0.67, 0.1], [1, 0], ...], "patches": [1, 1], "detail": 24 } }
/// ```
/// `points` are control points `[x, y]` or `[x, y, z]` in unit layer space, row by row; `patches` says how many rows and
/// columns of patches they make, else one of each; `rowSplits` and `columnSplits` where these meet in the content, else
/// evenly; `detail` how many rows and columns of faces each patch has.
struct BezierFields: Sendable {
  var points: [Point3D] = []
  var rows = 1, columns = 1
  var rowSplits: [Double] = [], columnSplits: [Double] = []
  var detail = 24

  static let detailRange = 1...1000

  static let fields: [JSONField<BezierFields>] = [
    JSONField(
      "points",
      JSONSchema.array(
        of: JSONSchema.array(of: JSONSchema.number(-1e9...1e9), count: 2...3), count: 16...1 << 20),
      "the control points, [x, y] or [x, y, z] in unit space, row by row: 16 for one patch",
      default: .required
    ) { reader, target throws(DocumentError) in
      var points: [Point3D] = []
      try reader.readArray("an array of control points") { reader, _ throws(DocumentError) in
        points.append(try reader.readControlPoint())
      }
      target.points = points
    },
    JSONField(
      "patches", JSONSchema.array(of: JSONSchema.integer(1...Double(Mesh.bezierPatchLimit)), count: 2...2),
      "the rows and columns of patches", default: .value([1, 1])
    ) { reader, target throws(DocumentError) in
      var counts: [Int] = []
      let expected = "[rows, columns] of patches"
      try reader.readArray(expected) { reader, _ throws(DocumentError) in
        counts.append(try reader.readInteger(in: 1...Mesh.bezierPatchLimit, "a number of patches"))
      }
      guard counts.count == 2 else {
        throw reader.error("there are \(counts.count) numbers; use \(expected)")
      }
      (target.rows, target.columns) = (counts[0], counts[1])
    },
    splits("rowSplits", \.rowSplits, "rows"), splits("columnSplits", \.columnSplits, "columns"),
    JSONField(
      "detail", JSONSchema.integer(Double(detailRange.lowerBound)...Double(detailRange.upperBound)),
      "the rows and columns of faces that each patch becomes", default: .value(24)
    ) { reader, target throws(DocumentError) in
      target.detail = try reader.readInteger(in: detailRange, "a number of faces along a patch")
    },
  ]

  private static func splits(
    _ name: String, _ path: WritableKeyPath<BezierFields, [Double]> & Sendable, _ noun: String
  ) -> JSONField<BezierFields> {
    JSONField(
      name, JSONSchema.array(of: JSONSchema.number(0...1)),
      "the places in the content where \(noun) of patches meet, as fractions of its \(noun == "rows" ? "height" : "width")",
      default: .phrase("even spaces")
    ) { reader, target throws(DocumentError) in
      var splits: [Double] = []
      try reader.readArray("an array of numbers in 0...1") { reader, _ throws(DocumentError) in
        splits.append(try reader.readNumber(in: 0...1))
      }
      target[keyPath: path] = splits
    }
  }

  static let schema = JSONSchema.object(fields)

  /// The mesh, without depth normalization.
  static func readMesh(_ reader: inout JSONReader) throws(DocumentError) -> Mesh {
    reader.skipSpaces()
    let start = reader.offset
    var patches = BezierFields()
    let given = try reader.readFields(fields, into: &patches, "an object with the points of Bezier patches")
    guard given["points"] != nil else {
      throw reader.error(at: start, "there is no key \"points\"; add the sixteen control points of the patch")
    }
    do {
      var mesh = try Mesh.bezierPatches(
        rows: patches.rows, columns: patches.columns, controlPoints: patches.points,
        rowSplits: patches.rowSplits, columnSplits: patches.columnSplits, detail: patches.detail)
      mesh.depthNormalization = .none
      return mesh
    } catch { throw reader.error(at: start, error.description) }
  }
}

extension JSONReader {
  fileprivate mutating func readControlPoint() throws(DocumentError) -> Point3D {
    skipSpaces()
    let start = offset
    var (point, count) = (Point3D(0, 0, 0), 0)
    try readArray("a control point, [x, y] or [x, y, z]") { reader, index throws(DocumentError) in
      switch index {
      case 0: point.x = try reader.readNumber(in: -1e9...1e9)
      case 1: point.y = try reader.readNumber(in: -1e9...1e9)
      case 2: point.z = try reader.readNumber(in: -1e9...1e9)
      default: throw reader.error("a control point has x, y and at most z; remove the others")
      }
      count = index + 1
    }
    guard count >= 2 else {
      throw error(
        at: start, "the control point has \(count == 1 ? "1 number" : "no numbers"); use [x, y] or [x, y, z]")
    }
    return point
  }
}
