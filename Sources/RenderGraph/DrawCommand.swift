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

  /// A draw call for the triangles of one batch key.
  package struct DrawCall {
    package let variant: MeshVariant
    package let key: BatchKey
    package let indices: Range<Int>
  }

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
    _ item: RenderItem, _ vertices: ProjectedVertices? = nil, _ options: GraphOptions,
    _ device: DeviceProfile, _ blending: Canvas.Blending, _ cache: inout FrameCache
  ) {
    self.item = item
    var lighting = LightingUniforms(item.lights, on: item.surface, blending)
    var plan: (whole: BatchKey, batches: [BatchSelection.Batch])
    switch item.shape {
    case .square:
      let (triangles, topology) = cache.meshes.square(
        hasNormals: lighting.variant.isLit || item.visibleSides != .both)
      let projected = vertices ?? item.projectedVertices()
      geometry = ItemGeometry(
        topology: topology, list: triangles, triangles: triangles, projected: projected, faces: nil)
      plan = (BatchKey(item.filterSelection?.mostExpensive(triangles, projected) ?? .oneTap), [])
      footprint = item.isOpaque ? nil : ItemFootprint(item, triangles, projected)
    case .mesh(let mesh, _):
      let topology = cache.meshes.topology(of: mesh)
      (geometry, footprint, plan) = item.compile(
        topology, vertices, &lighting, options, device, blending)
    }
    let isOpaque = footprint == nil
    let hasInvisibleBack =
      isOpaque && item.visibleSides == .both && item.hasInvisibleBackFaces(geometry, options, device)
    visibleSides = hasInvisibleBack ? .front : item.visibleSides
    isFoldedInPlane = isOpaque && item.isFoldedInPlane(geometry.triangles)
    needsMipmaps = plan.whole.filter == .mipmapped
    var imageTiling: ImageTiling?
    switch item.content {
    case .image(let image): imageTiling = ImageTiling(image.size, limit: device.maxImageSize)
    case .oversampled: lighting.variant.isOversampled = true
    case .canvasPixels: lighting.variant.showsCanvasPixels = true
    case .white, .gradient, .offscreen: break
    }
    self.imageTiling = imageTiling
    lighting.variant.isTiled = imageTiling != nil
    lighting.variant.isDeep = options.depth == .sixteen
    lighting.variant.isMask = item.isMask
    lighting.variant.maskMode = item.maskMode
    lighting.variant.filter = plan.whole.filter
    lighting.variant.magnification = item.magnification
    lighting.variant.minification = item.minification
    lighting.variant.isTinted = item.tint != SIMD4(repeating: 1)
    lighting.variant.isSupersampled = options.antialiasing.supersamplingFactor > 1
    lighting.variant.hasTinyTriangles = item.hasTinyTriangles(geometry)
    self.lighting = lighting
    pixelCopy =
      imageTiling == nil && blending == .encoded && options.depth == .eight
        && options.optimizations.contains(.pixelCopies)
      ? PixelCopy(item, lighting, geometry) : nil
    if plan.batches.isEmpty {
      plan.batches = [BatchSelection.Batch(key: plan.whole, range: 0..<geometry.triangles.indices.count)]
    }
    calls = plan.batches.map { batch in
      var variant = lighting.variant
      variant.filter = batch.key.filter
      return DrawCall(variant: variant, key: batch.key, indices: batch.range)
    }
  }
}

@available(*, unavailable) extension DrawCommand: Sendable {}
