/// Why no map fits points. Points are counted from 1 in sentences, from 0 in values.
public enum FitError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Fewer points than a method needs, or more than it can take.
  case count(Int, allowed: ClosedRange<Int>)
  /// A coordinate that is not finite.
  case notFinite(point: Int)
  /// Two points with one place on the content, and two on the canvas.
  case contradiction(Int, Int)
  /// All points, or all but one, lie on a line of the content or the canvas.
  case onLine(Plane, except: Int?)
  /// All points lie on a curve of a degree, so that polynomials of this degree have no unique solution.
  case onCurve(degree: Int)
  /// The equations have no solution within the precision of numbers.
  case unsolvable
  /// Two points at one place of a plane, so that fewer than four places differ.
  case repeated(Int, Int, Plane)
  /// Two of four points whose places on the canvas are exchanged, so that the lines between the four cross.
  case exchanged(Int, Int)
  /// One of four points that lies inside the triangle of the others in this plane alone.
  case inside(point: Int, Plane)
  /// No projective map takes the points to their places.
  case notProjective
  /// Points that are no grid: a grid of as many columns and rows lacks the place of a column and a row.
  case noGrid(columns: Int, rows: Int, missing: Point)
  /// A pin outside of the content.
  case outside(point: Int)
  /// A degree that is not 1...5.
  case degree(Int)
  /// A smoothing or a tolerance that is negative or not finite.
  case amount(Double)
  /// Fewer points agree with any map within the tolerance than a map needs.
  case noConsensus(tolerance: Double)
  /// A mesh that the map does not give.
  case mesh(MeshError)

  /// The planes of points.
  public enum Plane: String, Hashable, Sendable {
    /// That of the content.
    case content
    /// That of the picture.
    case canvas

    fileprivate var words: String { self == .content ? "in the content" : "on the canvas" }
    fileprivate var other: Plane { self == .content ? .canvas : .content }
  }

  /// The problem, the points at fault, and the remedy.
  public var description: String {
    switch self {
    case .count(let count, let allowed):
      count < allowed.lowerBound
        ? "there are \(count) points, and the method needs \(allowed.lowerBound) or more; add points, or use another method"
        : "there are \(count) points, and the method takes at most \(allowed.upperBound); use fewer points, or another "
          + "method"
    case .notFinite(let point): "point \(point + 1) has a coordinate that is no finite number; correct it"
    case .contradiction(let a, let b):
      "points \(a + 1) and \(b + 1) have one place in the content, but two on the canvas; remove one of them, or allow "
        + "for errors: smoothing above 0, or a method of least squares"
    case .onLine(let plane, nil):
      "all points lie on one line of the \(plane.rawValue); add a point beside it, or use the method similarity"
    case .onLine(let plane, let other?):
      "all points but point \(other + 1) lie on one line of the \(plane.rawValue); add a point beside it, or use the "
        + "method affine"
    case .onCurve(let degree):
      "all points lie on one curve of degree \(degree) of the content; add a point beside it, or use a lower degree"
    case .unsolvable:
      "the points lie so close together that their equations have no solution in the precision of numbers; remove some, "
        + "or use smoothing above 0"
    case .repeated(let a, let b, let plane):
      "points \(a + 1) and \(b + 1) have one place \(plane.words), and the method needs four that differ; correct one of "
        + "them, or add points"
    case .exchanged(let a, let b):
      "on the canvas the lines between the points cross, and those in the content do not; exchange the places of points "
        + "\(a + 1) and \(b + 1) there"
    case .inside(let point, let plane):
      "point \(point + 1) lies inside the triangle of the others \(plane.words), but not \(plane.other.words); correct it"
    case .notProjective:
      "no projective map takes the points to their places; check the points and their order, or use the method thin-plate"
    case .noGrid(let columns, let rows, let missing):
      "the points are no grid: of \(columns) columns and \(rows) rows, no point lies at \(missing.x.shortText), "
        + "\(missing.y.shortText) of the content; add it, or use the method thin-plate"
    case .outside(let point):
      "point \(point + 1) lies outside of the content; move it inside, or use another method"
    case .degree(let degree): "the degree is \(degree); use 1...5"
    case .amount(let value): "the amount is \(value.shortText); use 0 or more"
    case .noConsensus(let tolerance):
      "no map agrees with more points than it needs within \(tolerance.shortText) pixels; raise the tolerance, or check the "
        + "points"
    case .mesh(let error): "\(error)"
    }
  }
}
