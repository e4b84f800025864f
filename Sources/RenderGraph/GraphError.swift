/// Why a scene cannot be compiled into a render graph. Layers count from zero.
package enum GraphError: Error, Hashable {
  /// Coordinates that are too large to compute with.
  case nonFiniteGeometry(layer: Int, name: String?)
  /// Pixels of offscreen passes and gradients in total.
  case pictureArea(Int, limit: Int)
}
