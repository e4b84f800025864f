/// Why points are no page. Points and lines are counted from 1 in sentences, from 0 in values.
public enum PageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An edge or a line with one point, or with too many.
  case count(String, Int)
  /// A number of corners that is not 4.
  case corners(Int)
  /// Too many lines.
  case lines(Int)
  /// A coordinate of an edge, a line or the corners that is not finite.
  case notFinite(String, Int)
  /// A corner that is neither given nor the end of an edge.
  case corner(Corner)
  /// An edge whose ends are one point.
  case point(PageOutline.Edge)
  /// Two edges whose points run in opposite directions.
  case opposite(PageOutline.Edge, PageOutline.Edge)
  /// Corners in the order of a mirror image.
  case mirrored
  /// A corner within the triangle of the others.
  case inside(Corner)
  /// Corners that lie on one line.
  case flat
  /// A number that is not above 0.
  case amount(String, Double)
  /// No page bent around one direction has this outline.
  case noCylinder
  /// A line that the page does not contain.
  case line(Int)
  /// Lines that cross each other.
  case crossingLines
  /// A mesh that the page does not give.
  case mesh(MeshError)

  /// The corners of a page.
  public enum Corner: String, Hashable, Sendable, CaseIterable {
    /// The corner of top and left.
    case topLeft = "top left"
    /// The corner of top and right.
    case topRight = "top right"
    /// The corner of bottom and right.
    case bottomRight = "bottom right"
    /// The corner of bottom and left.
    case bottomLeft = "bottom left"
  }

  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .count(let name, let count):
      count < 2
        ? "\(name) has \(count) \(count == 1 ? "point" : "points"); use two or more"
        : "\(name) has \(count) points; use at most \(PageOutline.pointLimit)"
    case .corners(let count):
      "there are \(count) corners; give four: top left, top right, bottom right and bottom left"
    case .lines(let count): "there are \(count) lines; use at most \(PageOutline.lineLimit)"
    case .notFinite(let name, let point):
      "point \(point + 1) of \(name) has a coordinate that is no finite number; correct it"
    case .corner(let corner):
      "the corner at the \(corner.rawValue) is not given; add an edge that ends there, or four corners"
    case .point(let edge):
      "\(edge.rawValue) begins and ends at one point; give its points \(edge.direction)"
    case .opposite(let a, let b):
      "the points of \(a.rawValue) and \(b.rawValue) run in opposite directions; list both \(a.direction)"
    case .mirrored:
      "the edges are those of a mirror image; exchange left and right, or top and bottom, as they are on the upright page"
    case .inside(let corner):
      "the corner at the \(corner.rawValue) lies within the triangle of the others; correct it"
    case .flat: "the corners lie on one line; correct them"
    case .amount(let name, let value): "\(name) is \(value.shortText); use a number above 0"
    case .noCylinder:
      "no page that bends around one direction looks like this; check the points, or use the model coons"
    case .line(let line):
      "line \(line + 1) does not run across the page; correct its points, from left to right between top and bottom"
    case .crossingLines:
      "two lines of the page cross, or are one line twice; correct their points, or remove one"
    case .mesh(let error): "\(error)"
    }
  }
}
