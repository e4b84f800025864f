/// Why Bezier patches cannot be made into a ``Mesh``. Points count from zero, row by row.
public enum BezierPatchError: Error, Hashable, Sendable, CustomStringConvertible {
  case patchCount(rows: Int, columns: Int, limit: Int)
  case controlPointCount(Int, rows: Int, columns: Int)
  case nonFinite(controlPoint: Int, Point3D)
  case detail(rows: Int, columns: Int)
  case splitCount(Axis, count: Int, patches: Int)
  case split(Axis, index: Int, value: Double)
  /// Too many vertices, or coordinates beyond the range of Float.
  case mesh(MeshError)

  /// The direction of a split.
  public enum Axis: String, Hashable, Sendable { case rows, columns }

  /// Location, value and allowed values.
  public var description: String {
    switch self {
    case .patchCount(let rows, let columns, let limit):
      "\(rows) rows and \(columns) columns of Bezier patches were asked for; use 1...\(limit) of each"
    case .controlPointCount(let count, let rows, let columns):
      "there are \(count) control points; \(rows) x \(columns) Bezier patches that share their edges have "
        + "\(3 * rows + 1) x \(3 * columns + 1) = \((3 * rows + 1) * (3 * columns + 1)), row by row"
    case .nonFinite(let index, let point):
      "control point \(index) is [\(point.x), \(point.y), \(point.z)]; make every coordinate finite"
    case .detail(let rows, let columns):
      "a Bezier patch of \(rows) rows and \(columns) columns of faces was asked for; use 1 or more of each"
    case .splitCount(let axis, let count, let patches):
      "there \(count == 1 ? "is 1 split" : "are \(count) splits") between \(patches) "
        + "\(axis.rawValue) of patches; give \(patches - 1), or none for even ones"
    case .split(let axis, let index, let value):
      "split \(index) of the \(axis.rawValue) is \(value); splits rise from above 0 to below 1"
    case .mesh(let error): error.description
    }
  }
}
