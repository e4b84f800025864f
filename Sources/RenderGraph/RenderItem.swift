import MeshTransform

/// One surface to draw: a layer's background, contents or border, or the picture of a flattened layer.
package struct RenderItem {
  /// Its unit space is that of `shape`.
  package var projection: LayerProjection
  var shape = Shape.square
  package var content: Content
  /// How the content is sampled where it is drawn larger than it is.
  package var magnification = Layer.MagnificationFilter.linear
  /// Premultiplied; multiplies the content.
  package var tint = SIMD4<Float>(repeating: 1)
  /// Nothing shows through it anywhere.
  package var isOpaque: Bool
  package var lights: [Light] = []
  package var surface = Surface()
  /// Shows only where the content's front faces the viewer of the superlayer.
  var hidesBack = false
  /// The superlayer is itself seen mirrored, so that fronts look like backs.
  package var isMirrored = false
  /// The plane in which it lies or would lie unbent, on the canvas; nil when that is seen edge-on.
  package var plane: DepthPlane?
  /// Fills depths with the nearest one, and no color: keeps what is drawn later away.
  package var isMask = false
  /// Of its triangles.
  var depthPrecision = DepthPrecision.alone
  /// The size of the picture that it is drawn into, beyond which nobody sees it; nil where that is not known.
  package var canvas: PixelSize?

  enum Shape {
    /// The unit square.
    case square
    /// In unit space; `size` is that of the unit square in points.
    case mesh(Mesh, size: Size)
  }

  package enum Content {
    /// Solid white, for the tint to color.
    case white
    case image(Image)
    /// A gradient that is rasterized to that many pixels.
    case gradient(Gradient, PixelSize)
    /// The result of an offscreen pass.
    case offscreen(OffscreenTexture)
    /// The same, with a second texture beside it that holds four renderings half a texel apart, in quadrants; see
    /// footprint.glsl.
    case oversampled(OffscreenTexture)
    /// Pixels of the canvas, with the texture's first one at (x, y). Content points of the shape do not matter.
    case canvasPixels(OffscreenTexture, x: Int, y: Int)
  }

  /// Whether its border lies beyond all that it shows, as that of a turned layer's picture does.
  var endsClear: Bool {
    guard case .mesh = shape, case .canvasPixels = content else { return false }
    return true
  }

  /// True when all of it lies in one plane.
  var isFlat: Bool {
    guard case .mesh(let mesh, _) = shape else { return true }
    return mesh.vertices.allSatisfy { $0.toZ == mesh.vertices[0].toZ }
  }
}

extension RenderItem {
  /// Fills the shape with a color. Channels are rounded to those of an image of that color.
  static func color(
    _ color: Color, _ projection: LayerProjection, _ shape: Shape, opacity: Double,
    _ blending: Canvas.Blending
  ) -> RenderItem {
    func byte(_ value: Double) -> UInt8 { UInt8(min(max(value * 255, 0), 255).rounded()) }
    let alpha = byte(color.alpha)
    let pixel = Image(
      size: PixelSize(1, 1), alpha: .straight,
      bytes: [byte(color.red), byte(color.green), byte(color.blue), alpha])
    let tint: SIMD4<Float>
    switch blending {
    case .encoded: tint = SIMD4(pixel.premultiplied().bytes.map(Float.init)) / 255
    case .linear: tint = SIMD4(LinearTexels(pixel).halves.map { Float(Float16(bitPattern: $0)) })
    }
    return RenderItem(
      projection: projection, shape: shape, content: .white, tint: tint * Float(opacity),
      isOpaque: alpha == 255 && opacity == 1)
  }

  /// Fills the shape with an image or gradient. ``GraphBuilder`` sets whether it is opaque.
  static func content(_ content: Content, _ projection: LayerProjection, _ shape: Shape, opacity: Double)
    -> RenderItem
  {
    RenderItem(
      projection: projection, shape: shape, content: content, tint: SIMD4(repeating: Float(opacity)),
      isOpaque: false)
  }
}

/// A texture that an offscreen pass draws.
package struct OffscreenTexture: Hashable {
  /// The place of the layer in the tree, which identifies the texture from frame to frame.
  package let key: [Int]
  /// Size in pixels of the part that the pass draws.
  package let size: PixelSize
}
