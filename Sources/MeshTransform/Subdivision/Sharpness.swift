/// The number of further steps in which an edge or a vertex is sharp: 0 is smooth, 10 and more is infinitely sharp.
typealias Sharpness = Float

extension Sharpness {
  /// Infinite sharpness, which does not decrease.
  static let infinite: Sharpness = 10

  /// The sharpness after one step.
  var decremented: Sharpness { self >= .infinite ? self : self > 1 ? self - 1 : 0 }
}

/// A sharp edge: a crease, a boundary edge, or an edge with more than two faces.
struct SharpEdge: Hashable {
  var edge: UInt32
  /// The effective sharpness; more than 0.
  var sharpness: Sharpness
  /// The crease of its faces: less than the sharpness on a boundary, where it has no effect.
  var crease: Sharpness
}

/// A vertex that is fixed while it is sharp.
struct SharpVertex: Hashable {
  var vertex: UInt32
  /// More than 0.
  var sharpness: Sharpness
}
