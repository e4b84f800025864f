import MeshTransform

/// One surface of the render graph: a layer's background, contents or border, or the texture of a flattened layer.
package struct RenderItem {
  /// Unit space of `shape` to points, to the canvas and to the world of the lights.
  package var projection: LayerProjection
  package var shape: Shape { didSet { isFlat = shape.isFlat } }
  /// Whether all vertices lie in one plane.
  package private(set) var isFlat: Bool
  package var content: Content
  /// The filter where the content is magnified.
  package var magnification = Layer.MagnificationFilter.linear
  /// The filter where the content is minified.
  var minification = Layer.MinificationFilter.footprint
  /// A premultiplied color that multiplies the content.
  package var tint: SIMD4<Float>
  /// Whether the item is opaque everywhere.
  package var isOpaque: Bool
  package var lights: [Light] = []
  package var surface = Surface()
  /// The sides that show: triangles are culled whose content faces the other way, for the viewer of the superlayer.
  package var visibleSides = Sides.both
  /// Whether the superlayer is mirrored on the canvas, so that its fronts have the winding of backs.
  package var isMirrored = false
  /// The plane of the item without its mesh, in canvas pixels; nil where it is edge-on.
  package var plane: DepthPlane?
  /// Whether the item writes the nearest depth and no color, so that later items do not show there.
  package var isMask = false
  /// How the item combines with its backdrop. Where it is not normal, the content is ``Content/canvasPixels``.
  var blendMode = Layer.BlendMode.normal
  /// Whether the item is the shadow of the layer after it.
  var isShadow = false
  /// Whether the item masks the items before it in its target, and by what.
  package var maskMode = Layer.MaskMode.none
  /// The precision that the depths of the triangles need.
  package var depthPrecision = DepthPrecision.alone
  /// The size in pixels of the target, beyond which nothing is visible; nil where it is unknown.
  package var canvas: PixelSize?
  /// The triangles, where an offscreen pass was planned by them; else nil.
  var triangulation: Triangulation?

  init(
    projection: LayerProjection, shape: Shape = .square, content: Content,
    tint: SIMD4<Float> = SIMD4(repeating: 1), isOpaque: Bool
  ) {
    (self.projection, self.shape, self.content, self.tint) = (projection, shape, content, tint)
    (self.isOpaque, isFlat) = (isOpaque, shape.isFlat)
  }

  /// The sides of a surface that are drawn.
  package enum Sides { case both, front, back }

  /// The winding of culled triangles on the canvas: 1 for clockwise (y down), 0 for counterclockwise; nil for none.
  package var culledWinding: UInt8? {
    switch visibleSides {
    case .both: nil
    case .front: isMirrored ? 1 : 0
    case .back: isMirrored ? 0 : 1
    }
  }

  package enum Shape {
    /// The unit square.
    case square
    /// A mesh in unit space; `size` is the size of the unit square in points.
    case mesh(Mesh, size: Size)
    /// Many unit squares, each with its own transform and tint; the item has those of the first one.
    case squares(SquareRun)

    fileprivate var isFlat: Bool {
      guard case .mesh(let mesh, _) = self else { return true }
      return mesh.vertices.allSatisfy { $0.toZ == mesh.vertices[0].toZ }
    }
  }

  package enum Content {
    /// Solid white, which the tint colors.
    case white
    case image(Image)
    /// A gradient that is rasterized to that many pixels.
    case gradient(Gradient, PixelSize)
    /// The result of an offscreen pass.
    case offscreen(OffscreenTexture)
    /// The result of an offscreen pass, with a second, oversampled texture beside it that holds four renderings half a
    /// texel apart, in quadrants; see footprint.glsl.
    case oversampled(OffscreenTexture)
    /// Pixels of the canvas: the texture's first pixel is at (x, y). The shape's content points have no effect.
    case canvasPixels(OffscreenTexture, x: Int, y: Int)
  }

  /// The squares of an item that has several.
  package var squares: SquareRun? { if case .squares(let run) = shape { run } else { nil } }
  /// The number of surfaces that the item stands for.
  package var surfaceCount: Int { squares?.squares.count ?? 1 }

  /// Whether the content is transparent along the whole border, as in the texture of a rotated layer, or a shadow.
  package var endsClear: Bool {
    if isShadow { return true }
    guard case .mesh = shape, case .canvasPixels = content else { return false }
    return true
  }
}

extension RenderItem {
  /// Fills the shape with a color. Channels are rounded to those of an image of that color and depth.
  static func color(
    _ color: Color, _ projection: LayerProjection, _ shape: Shape, opacity: Double, _ view: RenderView
  ) -> RenderItem {
    let (tint, isOpaque) = tint(color, view)
    return RenderItem(
      projection: projection, shape: shape, content: .white, tint: tint * Float(opacity),
      isOpaque: isOpaque && opacity == 1)
  }

  /// The premultiplied tint of a color, and whether it is opaque.
  static func tint(_ color: Color, _ view: RenderView) -> (tint: SIMD4<Float>, isOpaque: Bool) {
    let pixel = Image(color, view.options.depth)
    let tint: SIMD4<Float>
    switch view.blending {
    case .encoded: tint = pixel.premultiplied().firstPixel
    case .linear: tint = SIMD4(LinearTexels(pixel).halves.map { Float(Float16(bitPattern: $0)) })
    }
    return (tint, pixel.firstPixel.w == 1)
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
  /// 0 for the texture that follows the place from frame to frame; others are kept beside it (``OffscreenCache``).
  package var version = 0

  package struct ID: Hashable {
    let key: [Int]
    let version: Int

    /// Another texture of the same place.
    package func version(_ version: Int) -> ID { ID(key: key, version: version) }
  }

  package var id: ID { ID(key: key, version: version) }
}

extension Image {
  /// One pixel of a color with straight alpha.
  fileprivate init(_ color: Color, _ depth: Depth) {
    let largest = Double(depth.largestValue)
    let values = [color.red, color.green, color.blue, color.alpha].map {
      UInt16(clamping: min(max($0 * largest, 0), largest).rounded())
    }
    let bytes =
      switch depth {
      case .eight: values.map { UInt8($0) }
      case .sixteen: values.withUnsafeBytes { Array($0) }
      }
    self.init(size: PixelSize(1, 1), alpha: .straight, depth: depth, bytes: bytes)
  }

  /// The channels of the first pixel, 0...1.
  fileprivate var firstPixel: SIMD4<Float> {
    let values =
      switch depth {
      case .eight: SIMD4(bytes.map(Float.init))
      case .sixteen: bytes.withUnsafeBytes { SIMD4<Float>($0.loadUnaligned(as: SIMD4<UInt16>.self)) }
      }
    return values / Float(depth.largestValue)
  }
}
