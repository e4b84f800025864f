import MeshTransform

/// A compiled item: its triangles, and the draw calls for them. A class, since a picture may have thousands, each of more
/// than a kilobyte.
package final class DrawCommand {
  package let item: RenderItem
  package let lighting: LightingUniforms
  package let geometry: ItemGeometry
  /// The draw calls for all triangles.
  package let calls: [DrawCall]
  /// The footprint of a translucent item; nil for an opaque one.
  package let footprint: ItemFootprint?
  /// The sides of the content that are drawn: those of the item, without a back that is certainly invisible.
  package let visibleSides: RenderItem.Sides
  /// Whether faces overlap in one tilted plane, where depth does not order them: the later face is visible.
  package let isFoldedInPlane: Bool
  /// Whether the texture of an image needs mipmaps.
  package let needsMipmaps: Bool
  /// The tiles of an image that exceeds the limit of textures; nil for other content.
  package let imageTiling: ImageTiling?
  /// The pixels that can be copied instead of drawn; nil where the item must be drawn.
  package let pixelCopy: PixelCopy?

  package var projection: LayerProjection { item.projection }
  package var triangles: TriangleList { geometry.triangles }
  /// Whether the item is opaque. An item whose content a shader clips in faces is not: such edges are soft.
  package var isOpaque: Bool { item.isOpaque && !triangles.needsContentClip }
  /// The variant that draws opaque texels only; nil for opaque items, and for items without opaque texels.
  package var opaquePart: MeshVariant? {
    if isOpaque || item.tint.w < 1 { return nil }
    if case .white = item.content, !triangles.needsContentClip { return nil }
    var variant = lighting.variant
    variant.isOpaquePart = true
    return variant
  }
  /// The variant that keeps fragments for the A-buffer.
  package var aBufferVariant: MeshVariant {
    var variant = lighting.variant
    variant.usesABuffer = true
    return variant
  }

  /// - `vertices`: the vertices of the item's mesh on the canvas; nil where they are not known yet.
  init(
    _ item: RenderItem, _ vertices: ProjectedVertices? = nil, _ view: RenderView, _ cache: inout FrameCache
  ) {
    var compiled = CompiledItem(item, vertices, view, &cache.meshes)
    view.options.optimizations.apply(to: &compiled, view)
    self.item = item
    (lighting, geometry, footprint) = (compiled.lighting, compiled.geometry, compiled.footprint)
    (visibleSides, pixelCopy, imageTiling) = (compiled.visibleSides, compiled.pixelCopy, compiled.imageTiling)
    isFoldedInPlane = footprint == nil && item.isFoldedInPlane(geometry.triangles)
    needsMipmaps = lighting.variant.filter == .mipmapped
    calls = compiled.calls
  }

  /// The shader variant of a draw call.
  package func variant(of call: DrawCall) -> MeshVariant {
    var variant = lighting.variant
    variant.filter = call.key.filter
    return variant
  }
}

/// A draw call for the triangles of one batch key, which are contiguous in the index list.
package struct DrawCall {
  package let key: BatchKey
  /// The range of the index list, three indices a triangle.
  package let indices: Range<Int>
}

extension RenderItem {
  /// Whether triangles of a flat mesh overlap in a plane that is not parallel to the canvas; in a parallel plane all
  /// have the same depth to the bit.
  fileprivate func isFoldedInPlane(_ triangles: TriangleList) -> Bool {
    guard case .mesh = shape, isFlat, projection.unitToCanvas.depthOfParallelPlane == nil else {
      return false
    }
    let places = triangles.vertices.map { SIMD2($0.toX, $0.toY) }
    return triangles.folding(places, negligible: 1e-9) != .none
  }
}

@available(*, unavailable) extension DrawCommand: Sendable {}

extension DrawCommand {
  /// The pixels of the target in the item's bounding box; of an unbent item at most its own.
  var coveredPixels: Int {
    let projected = geometry.projected
    let target = item.canvas.map { SIMD2(Float($0.width), Float($0.height)) }
    guard projected.isBeforeEye else { return item.canvas?.area ?? 0 }
    let (low, high) = (projected.low, projected.high)
    let size =
      smaller(SIMD2(high.x, high.y), target ?? SIMD2(repeating: .infinity))
      - larger(SIMD2(low.x, low.y), target == nil ? SIMD2(repeating: -.infinity) : .zero)
    guard size.x > 0, size.y > 0 else { return 0 }
    var area = Double(size.x) * Double(size.y)
    if case .square = item.shape, projected.points.count == 4 {
      let points = projected.points
      let (a, b, c) = (points[1] - points[0], points[2] - points[0], points[3] - points[0])
      area = min(area, Double(abs(a.x * b.y - a.y * b.x) + abs(b.x * c.y - b.y * c.x)) / 2)
    }
    return Int(clamping: min(area, 0x1p40))
  }

  /// The weight of pixels that several triangles of one item cover: their edges are drawn again with several samples.
  static let weightOfOverlaps = 16.0

  /// The covered pixels, and those that several triangles of the item cover, with ``weightOfOverlaps``.
  /// - `covered`: ``coveredPixels``.
  func pixelsWithOverlaps(_ covered: Int) -> Int {
    guard item.mesh != nil, let canvas = item.canvas else { return covered }
    let (points, indices) = (geometry.projected.points, triangles.indices)
    let (eyePlane, size) = (geometry.projected.eyePlane, SIMD2(Float(canvas.width), Float(canvas.height)))
    let sums = mapBlocks(indices.count / 3, of: 32_768) { range in
      range.reduce(0.0) { sum, triangle in
        let (a, b, c) = (
          points[Int(indices[3 * triangle])], points[Int(indices[3 * triangle + 1])],
          points[Int(indices[3 * triangle + 2])]
        )
        if max(a.w, b.w, c.w) <= eyePlane { return sum }
        // One that reaches behind the eye may cover all.
        if min(a.w, b.w, c.w) <= eyePlane { return sum + Double(canvas.area) }
        let (p, q, r) = (a.lowHalf, b.lowHalf, c.lowHalf)
        let seen = smaller(larger(larger(p, q), r), size) - larger(smaller(smaller(p, q), r), .zero)
        guard seen.x > 0, seen.y > 0 else { return sum }
        let (u, v) = (q - p, r - p)
        return sum + Double(min(abs(u.x * v.y - u.y * v.x) / 2, seen.x * seen.y))
      }
    }
    let overlaps = max(sums.reduce(0, +) - Double(covered), 0)
    return covered + Int(clamping: min(overlaps * Self.weightOfOverlaps, 0x1p40))
  }
}
