import MeshTransform

/// The blurred shape of a layer. A layer inside others with shadows is drawn in the shapes of all of these, too; its own
/// shadow has the same pixels there, so that the work of nested shadows does not double with each.
struct ShadowTexture {
  typealias Blurred = (texture: OffscreenTexture, scale: Int, margin: Int)

  /// Nil for a shadow that draws nothing.
  let blurred: Blurred?
  let place: ShadowPlace
  let shape: Layer
  /// The space for which the shape was drawn.
  let space: LayerSpace
  /// Pixels per point of the meshes in the shape.
  let rasterScale: Double

  /// The whole pixels by which this shadow is to be moved to be that of a shape in another target; nil where it has
  /// other pixels.
  func offset(
    to other: ShadowPlace, of otherShape: Layer, in otherSpace: LayerSpace, _ otherScale: Double
  ) -> (x: Int, y: Int)? {
    guard let (x, y) = space.toCanvas.wholePixels(to: otherSpace.toCanvas), rasterScale == otherScale,
      space.sublayerTransform == otherSpace.sublayerTransform, abs(place.sigma - other.sigma) < 1e-9,
      place.x + x <= other.x, place.y + y <= other.y,
      place.x + x + place.size.width >= other.x + other.size.width,
      place.y + y + place.size.height >= other.y + other.size.height, shape == otherShape
    else { return nil }
    return (x, y)
  }
}

extension Transform3D {
  /// The whole pixels by which another transform to pixels differs from this one; nil where it differs otherwise.
  fileprivate func wholePixels(to other: Transform3D) -> (x: Int, y: Int)? {
    let (x, y) = ((other.m41 - m41) / m44, (other.m42 - m42) / m44)
    guard abs(x) < 1e6, abs(y) < 1e6 else { return nil }
    let moved = self * .translation(x.rounded(), y.rounded())
    let isEqual = (0..<4).allSatisfy { index in
      let difference = moved.row(index) - other.row(index)
      return (difference * difference).sum() < 1e-18
    }
    return isEqual ? (Int(pixels: x.rounded()), Int(pixels: y.rounded())) : nil
  }
}
