/// For how many more steps an edge or a vertex is sharp: 0 is smooth, 10 and more is for ever.
typealias Sharpness = Float

extension Sharpness {
  /// From here on, sharpness does not wear off.
  static let infinite: Sharpness = 10

  /// What is left of it after one step.
  var decremented: Sharpness { self >= .infinite ? self : self > 1 ? self - 1 : 0 }
}

/// An edge that is sharp: a crease, a boundary, or one of more than two faces.
struct SharpEdge: Hashable {
  var edge: UInt32
  /// How sharp the edge is to the rules; more than 0.
  var sharpness: Sharpness
  /// How sharp its faces ask it to be: less on a boundary, where that does not matter.
  var crease: Sharpness
}

/// A vertex that stays where it is while it is sharp.
struct SharpVertex: Hashable {
  var vertex: UInt32
  /// More than 0.
  var sharpness: Sharpness
}
