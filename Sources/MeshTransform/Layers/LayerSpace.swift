/// The space in which the sublayers of a layer, or the top-level layers, lie.
///
/// The superlayer's `sublayerTransform` acts on each sublayer after the sublayer's own transform. The superlayer then
/// shows a flat picture of its sublayers: a layer without a mesh flattens them into its plane, a layer with a mesh
/// rasterizes them in its plane, and the mesh deforms the raster.
package struct LayerSpace: Hashable, Sendable {
  /// The superlayer's ``Layer/effectiveSublayerTransform``; the identity for top-level layers.
  package let sublayerTransform: Transform3D
  /// Superlayer points to canvas pixels, or to pixels of the texture into which the superlayer is drawn.
  package let toCanvas: Transform3D

  /// The space of the top-level layers.
  /// - `toCanvas`: points of the canvas plane to canvas pixels. Default: pixels are points.
  package init(toCanvas: Transform3D = .identity) {
    (sublayerTransform, self.toCanvas) = (.identity, toCanvas)
  }

  /// The space of the sublayers of a layer that is drawn into a texture, or regarded by itself.
  /// - `toCanvas`: layer points to pixels of the texture. Default: pixels are points.
  package init(sublayersOf layer: Layer, toCanvas: Transform3D = .identity) {
    (sublayerTransform, self.toCanvas) = (layer.effectiveSublayerTransform, toCanvas)
  }

  /// The space of the sublayers of a layer that flattens them into its plane: they lose their depth, and the layer's
  /// projection maps the plane to the canvas.
  package init(sublayersOf layer: Layer, flattenedBy projection: LayerProjection) {
    self.init(sublayersOf: layer, toCanvas: .scale(1, 1, 0) * projection.pointsToCanvas)
  }

  /// The space of the sublayers of a layer whose bounds are rasterized into a texture.
  /// - `scale`: pixels of the texture per layer point.
  package init(sublayersOf layer: Layer, rasterizedAt scale: Double) {
    let toTexture =
      Transform3D.translation(-layer.bounds.minX, -layer.bounds.minY, 0) * .scale(scale, scale, 1)
    self.init(sublayersOf: layer, toCanvas: toTexture)
  }

  /// The same space on a canvas moved by x, y pixels.
  package func moved(by x: Double, _ y: Double) -> LayerSpace {
    LayerSpace(sublayerTransform, toCanvas: toCanvas * .translation(x, y))
  }

  private init(_ sublayerTransform: Transform3D, toCanvas: Transform3D) {
    (self.sublayerTransform, self.toCanvas) = (sublayerTransform, toCanvas)
  }

  /// Layer points to superlayer points.
  package func pointsToSuperlayer(of layer: Layer) -> Transform3D {
    sublayerTransform.isIdentity ? layer.effectiveTransform : layer.effectiveTransform * sublayerTransform
  }

  package func projection(of layer: Layer) -> LayerProjection {
    LayerProjection(layer, sublayerTransform: sublayerTransform, superlayerToCanvas: toCanvas)
  }
}

extension Layer {
  /// Unit layer space with depth to layer points: the size of the bounds, and the mesh's depth normalization for z.
  package var unitToPoints: Transform3D {
    let depth = (mesh?.depthNormalization ?? .none).pointsPerUnit(for: bounds.size)
    return .scale(bounds.size.width, bounds.size.height, depth)
      * .translation(bounds.origin.x, bounds.origin.y, 0)
  }

  /// Pixels per point at which the sublayers are rasterized: those of the enclosing texture or canvas, times
  /// `rasterizationScale` if a mesh deforms the raster.
  package func rasterScale(in scale: Double) -> Double {
    mesh == nil ? scale : scale * (rasterizationScale ?? 1)
  }
}
