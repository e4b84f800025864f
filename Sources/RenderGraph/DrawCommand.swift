import MeshTransform

/// A render item with its triangles and its shader variant. A class, since a picture may have thousands, each of more
/// than a kilobyte; passes change how it is drawn.
package final class DrawCommand {
  package let item: RenderItem
  /// The lights as uniforms.
  package let lighting: LightingUniforms
  /// The shader variant without the texture filter.
  package var look: MeshVariant
  package private(set) var topology: MeshTopology
  package private(set) var triangulation: Triangulation
  /// The triangles in the order in which they are drawn; the vertices are those of ``triangulation``.
  package var triangles: TriangleList
  /// Whether the vertices have normals.
  package var hasNormals: Bool { triangles.lacksNormals || !triangles.normals.isEmpty }
  /// One for each vertex; empty for none.
  package lazy var normals: [Mesh.Normal] = {
    guard triangles.lacksNormals, case .mesh(let mesh, let size) = item.shape else {
      return triangles.normals
    }
    return mesh.normals(inBoundsOf: size)
  }()
  /// The corners of faces, for shaders that interpolate over whole faces; else nil.
  package let faces: FaceData?
  /// The footprint of a translucent item; nil for an opaque one.
  package let footprint: ItemFootprint?
  /// The sides of the content that are drawn: those of the item, without a back that is certainly invisible.
  package var visibleSides: RenderItem.Sides
  /// The filter that is right for all triangles.
  package lazy var filter: TextureFilter = {
    guard let selection = item.filterSelection else { return .oneTap }
    if let run = item.squares, !filtersByPixel { return run.mostExpensive(selection) }
    return filtersByPixel ? .mipmapped : selection.mostExpensive(triangulation.list, projected)
  }()
  private let filtersByPixel: Bool
  /// The draw calls for all triangles.
  package lazy var calls = [DrawCall(key: BatchKey(filter), indices: 0..<triangles.indices.count)]
  /// Whether faces overlap in one tilted plane, where depth does not order them: the later face is visible.
  package let isFoldedInPlane: Bool
  /// The tiles of an image that exceeds the limit of textures; nil for other content.
  package let imageTiling: ImageTiling?
  /// The pixels of the target, also beyond it, into which the content's pixels can be copied instead of drawn; nil where
  /// the item must be drawn.
  package var copiedPixels: PixelRect?

  package var projection: LayerProjection { item.projection }
  /// The vertices of the triangles on the canvas.
  package var projected: ProjectedVertices { triangulation.projected }
  /// Whether the texture of an image needs mipmaps.
  package var needsMipmaps: Bool { filter == .mipmapped }
  /// Whether the item is opaque. An item whose content a shader clips in faces is not: such edges are soft.
  package var isOpaque: Bool { item.isOpaque && !triangles.needsContentClip }

  /// The variant that is right for all triangles.
  package var variant: MeshVariant { variant(filter) }
  /// The variant that draws opaque texels only; nil for opaque items, and for items without opaque texels.
  package var opaquePart: MeshVariant? {
    if isOpaque || item.tint.w < 1 { return nil }
    if case .white = item.content, !triangles.needsContentClip { return nil }
    var variant = variant
    variant.isOpaquePart = true
    return variant
  }
  /// The variant that keeps fragments for the A-buffer.
  package var aBufferVariant: MeshVariant {
    var variant = variant
    variant.usesABuffer = true
    return variant
  }

  /// - `vertices`: the vertices of the item's mesh on the canvas; nil where they are not known yet.
  package init(
    _ item: RenderItem, _ vertices: ProjectedVertices? = nil, _ view: RenderView, _ cache: inout FrameCache
  ) {
    self.item = item
    lighting = LightingUniforms(item.lights, on: item.surface, view.blending)
    look = MeshVariant(lighting)
    switch item.shape {
    case .square:
      (triangles, topology) = cache.meshes.square(
        hasNormals: item.needsOrientation(isLit: lighting.isLit))
      triangulation = Triangulation(
        triangles, of: .unitQuad, item.projection.unitToCanvas, item.depthPrecision, projected: vertices)
      footprint = item.isOpaque ? nil : ItemFootprint(item, triangulation)
      faces = nil
    case .squares:
      (triangles, topology) = cache.meshes.square(hasNormals: false)
      triangulation = Triangulation(
        triangles, of: .unitQuad, item.projection.unitToCanvas, item.depthPrecision)
      // Its squares are drawn in their order: ``DepthGroup`` divides runs of which the A-buffer sorts some.
      (footprint, faces) = (nil, nil)
    case .mesh(let mesh, _):
      topology = cache.meshes.topology(of: mesh)
      triangulation = item.triangulate(lighting, view, vertices, sharingWith: topology.indices)
      if view.options.passes.readVertices { _ = triangulation.projected }
      triangles = triangulation.list
      footprint =
        item.isOpaque && !triangles.needsContentClip ? nil : ItemFootprint(item, triangulation)
      if footprint?.needsSorting(hasExactTransparency: view.device.hasExactTransparency) == true {
        triangles.sortBackToFront(triangulation.projected)
      }
      look.interpolation = triangles.interpolation
      look.hasBrightness = !triangles.brightness.isEmpty
      look.clipsContent = triangles.needsContentClip
      faces =
        look.interpolatesFaces
        ? FaceData(triangles, item.projection.unitToCanvas, for: look) : nil
      topology.indices = triangulation.list
      topology.indices?.dropVertices()
    }
    (visibleSides, filtersByPixel) = (item.visibleSides, view.device.filtersByPixel)
    if case .image(let image) = item.content {
      imageTiling = ImageTiling(image.size, limit: view.device.maxImageSize)
    } else {
      imageTiling = nil
    }
    look.set(item, isTiled: imageTiling != nil, view.options)
    if let run = item.squares { look.isTinted = run.squares.contains { $0.tint != .one } }
    isFoldedInPlane = footprint == nil && item.isFoldedInPlane(triangles)
  }

  /// Draws the item in parts of other triangles.
  /// - `list`: the triangles of all parts.
  /// - `parts`: their indices, a draw call each.
  /// - `number`: the number of the topology; no other divided item of the frame has it.
  package func divide(into list: TriangleList, _ parts: [Range<Int>], number: Int) {
    let filter = filter
    topology = MeshTopology(divided: number, vertexCount: list.vertices.count)
    triangulation = Triangulation(
      list, of: item.mesh ?? .unitQuad, item.projection.unitToCanvas, item.depthPrecision)
    triangles = list
    calls = parts.map { DrawCall(key: BatchKey(filter), indices: $0) }
  }

  /// The shader variant of a draw call.
  package func variant(of call: DrawCall) -> MeshVariant { variant(call.key.filter) }

  private func variant(_ filter: TextureFilter) -> MeshVariant {
    var variant = look
    variant.filter = filter
    return variant
  }
}

/// A draw call for the triangles of one batch key, which are contiguous in the index list.
package struct DrawCall {
  package let key: BatchKey
  /// The range of the index list, three indices a triangle.
  package let indices: Range<Int>

  package init(key: BatchKey, indices: Range<Int>) { (self.key, self.indices) = (key, indices) }
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
    if item.mesh != nil {
      guard let (low, high) = triangulation.bounds else { return item.canvas?.area ?? 0 }
      return Self.pixels(from: low, to: high, in: item.canvas)
    }
    if let run = item.squares { return run.coveredPixels(in: item.canvas) }
    let projected = self.projected
    guard projected.isBeforeEye else { return item.canvas?.area ?? 0 }
    let points = projected.points
    return Self.pixels(
      SIMD4(points[0].x, points[1].x, points[2].x, points[3].x),
      SIMD4(points[0].y, points[1].y, points[2].y, points[3].y), from: projected.low, to: projected.high,
      in: item.canvas)
  }

  /// The pixels of the target in a box, at most those of a quadrilateral in it.
  /// - `x`, `y`: the coordinates of its corners.
  static func pixels(
    _ x: SIMD4<Float>, _ y: SIMD4<Float>, from low: SIMD3<Float>, to high: SIMD3<Float>, in target: PixelSize?
  ) -> Int {
    let (x, y) = (x - x.x, y - y.x)
    let own = Double(abs(x.y * y.z - y.y * x.z) + abs(x.z * y.w - y.z * x.w)) / 2
    return min(pixels(from: low, to: high, in: target), Int(clamping: min(own, 0x1p40)))
  }

  /// The pixels of the target in a box.
  private static func pixels(from low: SIMD3<Float>, to high: SIMD3<Float>, in target: PixelSize?) -> Int {
    let target = target.map { SIMD2(Float($0.width), Float($0.height)) }
    let size =
      smaller(SIMD2(high.x, high.y), target ?? SIMD2(repeating: .infinity))
      - larger(SIMD2(low.x, low.y), target == nil ? SIMD2(repeating: -.infinity) : .zero)
    guard size.x > 0, size.y > 0 else { return 0 }
    return Int(clamping: min(Double(size.x) * Double(size.y), 0x1p40))
  }

  /// The weight of pixels that several triangles of one item cover: their edges are drawn again with several samples.
  static let weightOfOverlaps = 16.0

  /// The covered pixels, and those that several triangles of the item cover, with ``weightOfOverlaps``.
  /// - `covered`: ``coveredPixels``.
  func pixelsWithOverlaps(_ covered: Int) -> Int {
    guard item.mesh != nil, let canvas = item.canvas else { return covered }
    let (points, indices) = (projected.points, triangles.indices)
    let (eyePlane, size) = (projected.eyePlane, SIMD2(Float(canvas.width), Float(canvas.height)))
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

extension MeshVariant {
  /// Sets the properties that the item's content and the options determine.
  fileprivate mutating func set(
    _ item: RenderItem, isTiled: Bool, _ options: GraphOptions
  ) {
    switch item.content {
    case .oversampled: isOversampled = true
    case .canvasPixels: showsCanvasPixels = true
    case .white, .image, .gradient, .offscreen: break
    }
    self.isTiled = isTiled
    isDeep = options.depth == .sixteen
    (isMask, maskMode) = (item.isMask, item.maskMode)
    (magnification, minification) = (item.magnification, item.minification)
    isTinted = item.tint != SIMD4(repeating: 1)
    isSupersampled = options.sampling.supersamplingFactor > 1
  }
}
