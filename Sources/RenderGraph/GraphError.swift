import MeshTransform

/// The errors of compiling a scene into a render graph. Layer indices count from zero.
package enum GraphError: Error, Hashable {
  /// Coordinates that are too large to compute with.
  case nonFiniteGeometry(layer: Int, name: String?)
  /// Pixels of offscreen passes and gradients in total.
  case pictureArea(Int, limit: Int)
  /// Faces of all items of all passes.
  case faces(Int, limit: Int)
  /// Pixels that all items of all passes cover.
  case overdraw(Int, limit: Int)
  /// Kinds of items that need different shaders.
  case variants(limit: Int)
  /// A target with a blended layer or a shadow that is larger than a texture may be.
  case backdropSize(PixelSize, limit: Int)
}
