import MeshTransform

extension RenderItem {
  /// The mesh of the item; nil for the unit square.
  package var mesh: Mesh? { if case .mesh(let mesh, _) = shape { mesh } else { nil } }

  /// Triangulates the item's mesh, and selects their batch keys.
  /// - `vertices`: the vertices of the mesh on the canvas; nil where they are not known yet.
  /// - `lighting`: the uniforms, whose variant is completed for the triangles.
  func compile(
    _ topology: MeshTopology, _ vertices: ProjectedVertices?, _ lighting: inout LightingUniforms,
    _ options: GraphOptions, _ device: DeviceProfile, _ blending: Canvas.Blending
  ) -> (
    geometry: ItemGeometry, footprint: ItemFootprint?,
    plan: (whole: BatchKey, batches: [BatchSelection.Batch])
  ) {
    let whole = triangulate(lighting, options, blending, vertices, sharingWith: topology.indices)
    var triangles = whole.list
    let projected = whole.projected
    let footprint =
      isOpaque && !triangles.needsContentClip ? nil : ItemFootprint(self, triangles, projected)
    if footprint?.needsSorting(hasExactTransparency: device.hasExactTransparency) == true {
      triangles.sortBackToFront(projected)
    }
    let list = triangles
    let plan = batchSelection(triangles, projected)
    var (key, batches) = (BatchKey(.oneTap), [BatchSelection.Batch]())
    if let plan {
      key = plan.whole
      // Only depth orders the triangles of an opaque bent item; elsewhere their order matters.
      if footprint == nil, !isFlat, magnification == .linear,
        options.optimizations.contains(.filterSelection)
      {
        batches = plan.batches(sorting: &triangles)
      }
    }
    lighting.variant.interpolation = triangles.interpolation
    lighting.variant.hasBrightness = !triangles.brightness.isEmpty
    lighting.variant.clipsContent = triangles.needsContentClip
    let faces =
      lighting.variant.interpolatesFaces
      ? FaceData(triangles, projection.unitToCanvas, for: lighting.variant) : nil
    topology.indices = list
    topology.indices?.dropVertices()
    let geometry = ItemGeometry(
      topology: topology, list: list, triangles: triangles, projected: projected, faces: faces)
    return (geometry, footprint, (key, batches))
  }

  /// Whether triangles of a flat mesh overlap in a plane that is not parallel to the canvas; in a parallel plane all
  /// have the same depth to the bit.
  package func isFoldedInPlane(_ triangles: TriangleList) -> Bool {
    guard case .mesh = shape, isFlat, projection.unitToCanvas.depthOfParallelPlane == nil else {
      return false
    }
    let places = triangles.vertices.map { SIMD2($0.toX, $0.toY) }
    return triangles.folding(places, negligible: 1e-9) != .none
  }

  /// Whether the triangles of a mesh have fewer than one and a half pixels each on average, by the bounds of the item on
  /// the canvas.
  ///
  /// A varying costs llvmpipe 48 bytes for every triangle, a uniform a lookup for every pixel. A shiny ripple of two
  /// million triangles at 1280 x 720 takes 0.75 of the time with uniforms and 200 MiB less, one of 250,000 triangles at
  /// 1080p (W3) 1.05 of the time.
  func hasTinyTriangles(_ geometry: ItemGeometry) -> Bool {
    guard case .mesh = shape, let canvas else { return false }
    let (low, high) = (geometry.projected.low, geometry.projected.high)
    let size = SIMD2(Float(canvas.width), Float(canvas.height))
    let seen = pointwiseMin(SIMD2(high.x, high.y), size) - pointwiseMax(SIMD2(low.x, low.y), .zero)
    return seen.x * seen.y < 1.5 * Float(geometry.triangles.indices.count / 3)
  }

  /// Whether the back of an opaque item is certainly invisible.
  func hasInvisibleBackFaces(_ geometry: ItemGeometry, _ options: GraphOptions, _ device: DeviceProfile)
    -> Bool
  {
    guard options.optimizations.contains(.backFaceCulling), device.cullsOnCPU,
      case .mesh(let mesh, _) = shape,
      let canvas
    else { return false }
    let list = geometry.list
    guard list.interpolation == .triangles, !list.needsContentClip else { return false }
    // Adjacency is computed anyway for an edge search. Otherwise it is computed once for many pictures, unless each
    // picture simplifies the grid anew.
    let isKept = list.indices.count == 6 * mesh.faceCount && list.indices.count <= Self.fewIndices
    guard options.antialiasing.followsEdges || isKept, !isFlat else { return false }
    return geometry.topology.withOutline(of: list) { outline in
      BackFaceCulling.isCertain(
        of: list, geometry.projected, &outline, projection.unitToCanvas, on: canvas,
        hidesClockwise: isMirrored)
    }
  }

  /// Largest index count for which adjacency is computed for back faces alone: some 5 ms for 25,000 triangles.
  private static let fewIndices = 3 * 25_000

  /// The batch keys of the triangles; nil where one tap is right for all.
  func batchSelection(_ triangles: TriangleList, _ projected: ProjectedVertices) -> BatchSelection? {
    filterSelection.map { BatchSelection($0, triangles, projected) }
  }

  /// The selection of texture filters; nil where one tap is right for all triangles.
  var filterSelection: FilterSelection? {
    var (size, isOversampled) = (PixelSize(1, 1), false)
    switch content {
    case .image(let image): size = image.size
    case .offscreen(let texture): size = texture.size
    case .oversampled(let texture): (size, isOversampled) = (texture.size, true)
    case .white, .gradient, .canvasPixels: return nil
    }
    if minification == .linear { return nil }
    return FilterSelection(
      contentSize: size, magnification: magnification, isTrilinear: minification == .trilinear,
      isOversampled: isOversampled)
  }
}
