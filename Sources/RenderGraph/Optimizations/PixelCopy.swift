import MeshTransform

/// The pixels of an opaque image or offscreen texture whose texels coincide with pixels of the target. They are copied
/// instead of drawn.
///
/// The CPU time with copies divided by the time without, for a photo of 1500 x 1500 pixels on llvmpipe: 0.83 with a
/// logo before it, 0.89 with artwork multiplied, and 0.9 of that where the blended part is copied back. Changes no
/// pixel: only 8 bits a channel without linear light are copied, whose bilinear weights llvmpipe rounds to 8 bits.
package struct PixelCopy {
  /// The pixels of the target that show the texels, also beyond the target.
  package let area: PixelRect

  /// The largest distance of a texel from its pixel, in pixels. Weights of 8 bits round it to 0.
  private static var tolerance: Float { 1 / 1024 }

  /// Fails where the item must be drawn.
  fileprivate init?(_ item: RenderItem, _ geometry: ItemGeometry, _ variant: MeshVariant, _ view: RenderView)
  {
    guard view.blending == .encoded, view.options.depth == .eight, case .square = item.shape, item.isOpaque,
      item.tint == SIMD4(repeating: 1), item.visibleSides == .both, !item.isMask, item.maskMode == .none,
      !variant.isLit, geometry.projected.isBeforeEye
    else { return nil }
    switch item.content {
    case .image(let image): self.init(image, geometry)
    case .canvasPixels(let texture, let x, let y):
      self.init(PixelRect(x: x, y: y, width: texture.size.width, height: texture.size.height), geometry)
    case .white, .gradient, .offscreen, .oversampled: return nil
    }
  }

  /// - Parameter area: the pixels of the target that a texture holds. Fails for a square that shows more, since that
  ///   repeats the texture's edge.
  private init?(_ area: PixelRect, _ geometry: ItemGeometry) {
    let corners = [(area.x, area.y), (area.x + area.width, area.y + area.height)].map {
      (x: Float($0), y: Float($1))
    }
    let isFilled = geometry.projected.points.allSatisfy { point in
      corners.contains { $0.x == point.x } && corners.contains { $0.y == point.y }
    }
    guard isFilled else { return nil }
    self.area = area
  }

  private init?(_ image: Image, _ geometry: ItemGeometry) {
    let (points, vertices) = (geometry.projected.points, geometry.triangles.vertices)
    let texels = SIMD2(Float(image.size.width), Float(image.size.height))
    let place = (points[0].lowHalf - vertices[0].from * texels).rounded(.toNearestOrEven)
    let isPlaced = zip(points, vertices).allSatisfy { point, vertex in
      let distance = point.lowHalf - vertex.from * texels - place
      return max(abs(distance.x), abs(distance.y)) < Self.tolerance && point.w == points[0].w
    }
    guard isPlaced, max(abs(place.x), abs(place.y)) < 1e6 else { return nil }
    area = PixelRect(
      x: Int(pixels: place.x), y: Int(pixels: place.y), width: image.size.width, height: image.size.height)
  }
}

extension Optimization {
  /// Copies the pixels of opaque images and blended parts that are shown as they are. Changes no pixel.
  static let pixelCopies = Optimization(
    "pixelCopies",
    .item { compiled, view in
      guard compiled.imageTiling == nil, compiled.geometry.projected.mayBeUpright else { return }
      compiled.pixelCopy = PixelCopy(compiled.item, compiled.geometry, compiled.lighting.variant, view)
    })
}

extension ProjectedVertices {
  /// Whether the first vertex is a corner of the bounds, and all have one w: true for an upright rectangle, and quickly
  /// false for most others.
  fileprivate var mayBeUpright: Bool {
    guard leastW == largestW, let first = points.first else { return false }
    return (first.x == low.x || first.x == high.x) && (first.y == low.y || first.y == high.y)
  }
}
