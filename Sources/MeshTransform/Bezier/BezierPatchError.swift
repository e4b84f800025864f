/// Why Bezier patches cannot be made into a ``Mesh``. Points count from zero, row by row.
public enum BezierPatchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Too many patches, or none in a direction.
  case patchCount(rows: Int, columns: Int, limit: Int)
  /// A number of control points that differs from that of the grid of patches.
  case controlPointCount(Int, rows: Int, columns: Int)
  /// A control point that is not finite.
  case nonFinite(controlPoint: Int, Point3D)
  /// A number of faces a patch that is out of range.
  case detail(rows: Int, columns: Int)
  /// A number of splits that differs from the patches of the axis, less one.
  case splitCount(Axis, count: Int, patches: Int)
  /// A split that is not between its neighbors.
  case split(Axis, index: Int, value: Double)
  /// Too many vertices, or coordinates beyond the range of Float.
  case mesh(MeshError)

  /// The direction of a split.
  public enum Axis: String, Hashable, Sendable {
    /// From top to bottom.
    case rows
    /// From left to right.
    case columns
  }

  /// Location, value and allowed values.
  public var description: String {
    switch self {
    case .patchCount(let rows, let columns, let limit):
      "\(rows) rows and \(columns) columns of Bezier patches were requested; use 1...\(limit) of each"
    case .controlPointCount(let count, let rows, let columns):
      "there are \(count) control points; \(rows) x \(columns) Bezier patches that share their edges have "
        + "\(3 * rows + 1) x \(3 * columns + 1) = \((3 * rows + 1) * (3 * columns + 1)), row by row"
    case .nonFinite(let index, let point):
      "control point \(index) is [\(point.x), \(point.y), \(point.z)]; make every coordinate finite"
    case .detail(let rows, let columns):
      "a Bezier patch of \(rows) rows and \(columns) columns of faces was requested; use 1 or more of each"
    case .splitCount(let axis, let count, let patches):
      "there \(count == 1 ? "is 1 split" : "are \(count) splits") between \(patches) "
        + "\(axis.rawValue) of patches; use \(patches - 1), or none for even ones"
    case .split(let axis, let index, let value):
      "split \(index) of the \(axis.rawValue) is \(value); use ascending values between 0 and 1"
    case .mesh(let error): error.description
    }
  }
}
