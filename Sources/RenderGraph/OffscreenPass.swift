import MeshTransform

/// Draws a layer with its sublayers into a texture.
package struct OffscreenPass {
  package let texture: OffscreenTexture
  /// Whether the texture gets mipmaps.
  package let needsMipmaps: Bool
  /// Whether a larger texture may be used. The size of a pass on the canvas's own pixels changes with every frame in
  /// which the layer moves.
  package let mayBeLarger: Bool
  /// The quadrant of the oversampled texture that this pass fills; nil where there is no such texture. Only the first
  /// quadrant's pass also fills the texture itself.
  package let quadrant: Quadrant?
  package var pass: RenderPass

  /// Whether the pass fills the texture itself.
  package var drawsTexture: Bool { quadrant == nil || quadrant == .first }

  /// One of the four renderings, half a pixel apart, of an oversampled texture.
  package struct Quadrant: Hashable, CaseIterable {
    package let column: Int, row: Int
    package var index: Int { column + 2 * row }
    package static let first = Quadrant(column: 0, row: 0)
    package static let allCases = (0..<4).map { Quadrant(column: $0 & 1, row: $0 >> 1) }
  }

  /// All input that determines the result of a pass, apart from the options.
  package struct Content: Equatable {
    /// See `Layer.withoutPlacement`.
    package let layer: Layer
    /// Size of the texture in pixels.
    package let size: PixelSize
    /// Layer points to pixels of the texture.
    let toPixels: Transform3D
    /// Pixels per point for meshes inside.
    package let scale: Double

    /// The same content, drawn half a pixel farther left, up, or both, as the quadrant says.
    func moved(_ quadrant: Quadrant) -> Content {
      Content(
        layer: layer, size: size,
        toPixels: toPixels * .translation(-0.5 * Double(quadrant.column), -0.5 * Double(quadrant.row)),
        scale: scale)
    }
  }
}

extension Layer {
  /// The layer without the properties that only place, bend, fade and light the result of its offscreen pass.
  var withoutPlacement: Layer {
    var layer = self
    (layer.name, layer.position, layer.zPosition, layer.transform) = (nil, .zero, 0, .identity)
    (layer.mesh, layer.opacity, layer.surface) = (nil, 1, Surface())
    (layer.isDoubleSided, layer.rasterizationScale) = (true, nil)
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (0, 0, .zero)
    (layer.shadowColor, layer.contactShadowOpacity) = (.black, 0)
    (layer.contactShadowSpread, layer.contactShadowOffset) = (0, .zero)
    return layer
  }
}
