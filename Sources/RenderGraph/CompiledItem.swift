import MeshTransform

/// A render item with its triangles and its shader variant, which one draw call draws. Optimizations change it before it
/// becomes a ``DrawCommand``.
struct CompiledItem {
  let item: RenderItem
  /// The lights as uniforms, and the shader variant without the texture filter of each draw call.
  var lighting: LightingUniforms
  var geometry: ItemGeometry
  /// The footprint of a translucent item; nil for an opaque one.
  let footprint: ItemFootprint?
  /// The batch keys of the triangles; nil where one tap is right for all of them.
  let selection: BatchSelection?
  /// The draw calls for all triangles.
  var calls: [DrawCall]
  /// The sides of the content that are drawn.
  var visibleSides: RenderItem.Sides
  /// The pixels that are copied instead of drawn; nil where the item is drawn.
  var pixelCopy: PixelCopy?
  /// The tiles of an image that exceeds the limit of textures; nil for other content.
  let imageTiling: ImageTiling?

  /// - `vertices`: the vertices of the item's mesh on the canvas; nil where they are not known yet.
  init(_ item: RenderItem, _ vertices: ProjectedVertices?, _ view: RenderView, _ meshes: inout MeshCache) {
    self.item = item
    lighting = LightingUniforms(item.lights, on: item.surface, view.blending)
    let key: BatchKey
    switch item.shape {
    case .square:
      let (triangles, topology) = meshes.square(
        hasNormals: item.needsOrientation(isLit: lighting.variant.isLit))
      let projected = vertices ?? item.projectedVertices()
      geometry = ItemGeometry(
        topology: topology, list: triangles, triangles: triangles, projected: projected, faces: nil)
      footprint = item.isOpaque ? nil : ItemFootprint(item, triangles, projected)
      selection = nil
      key = BatchKey(item.filterSelection?.mostExpensive(triangles, projected) ?? .oneTap)
    case .mesh(let mesh, _):
      let topology = meshes.topology(of: mesh)
      let whole = item.triangulate(lighting, view, vertices, sharingWith: topology.indices)
      (geometry, footprint) = Self.geometry(of: item, whole, topology, &lighting.variant, view)
      selection = item.batchSelection(whole.list, whole.projected)
      key = selection?.whole ?? BatchKey(.oneTap)
    }
    visibleSides = item.visibleSides
    if case .image(let image) = item.content {
      imageTiling = ImageTiling(image.size, limit: view.device.maxImageSize)
    } else {
      imageTiling = nil
    }
    calls = [DrawCall(key: key, indices: 0..<geometry.triangles.indices.count)]
    lighting.variant.set(item, filter: key.filter, isTiled: imageTiling != nil, view.options)
  }

  /// The triangles of a mesh in drawing order. Completes the variant for them.
  private static func geometry(
    of item: RenderItem, _ whole: ItemTriangles, _ topology: MeshTopology, _ variant: inout MeshVariant,
    _ view: RenderView
  ) -> (ItemGeometry, ItemFootprint?) {
    var (triangles, projected) = (whole.list, whole.projected)
    let footprint =
      item.isOpaque && !triangles.needsContentClip ? nil : ItemFootprint(item, triangles, projected)
    if footprint?.needsSorting(hasExactTransparency: view.device.hasExactTransparency) == true {
      triangles.sortBackToFront(projected)
    }
    variant.interpolation = triangles.interpolation
    variant.hasBrightness = !triangles.brightness.isEmpty
    variant.clipsContent = triangles.needsContentClip
    let faces =
      variant.interpolatesFaces ? FaceData(triangles, item.projection.unitToCanvas, for: variant) : nil
    topology.indices = whole.list
    topology.indices?.dropVertices()
    let geometry = ItemGeometry(
      topology: topology, list: whole.list, triangles: triangles, projected: projected, faces: faces)
    return (geometry, footprint)
  }
}

extension MeshVariant {
  /// Sets the properties that the item's content and the options determine.
  fileprivate mutating func set(
    _ item: RenderItem, filter: TextureFilter, isTiled: Bool, _ options: GraphOptions
  ) {
    switch item.content {
    case .oversampled: isOversampled = true
    case .canvasPixels: showsCanvasPixels = true
    case .white, .image, .gradient, .offscreen: break
    }
    (self.filter, self.isTiled) = (filter, isTiled)
    isDeep = options.depth == .sixteen
    (isMask, maskMode) = (item.isMask, item.maskMode)
    (magnification, minification) = (item.magnification, item.minification)
    isTinted = item.tint != SIMD4(repeating: 1)
    isSupersampled = options.sampling.supersamplingFactor > 1
  }
}
