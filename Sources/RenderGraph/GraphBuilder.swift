import MeshTransform

/// Collects the offscreen passes of one render graph, and enforces their limits.
final class GraphBuilder {
  let view: RenderView
  private(set) var passes: [TexturePass] = []
  /// The passes that draw isolated layers. A pass waits until an item shows its texture, so that few textures are in use.
  private var postponed: [OffscreenTexture.ID: [TexturePass]] = [:]
  /// The offscreen textures that are shown.
  private(set) var textures: Set<OffscreenTexture.ID> = []
  /// The keys of the requested textures that later pictures may show again.
  private var requested: Set<[Int]> = []
  /// The textures that every picture draws anew.
  private(set) var transients: Set<OffscreenTexture.ID> = []
  private(set) var cache: FrameCache
  private var cost = OffscreenCache.Cost()
  /// Whether each key's texture may have an oversampled one beside it; the same for all items that show it.
  private var allowedOversampling: [[Int]: Bool] = [:]
  private let canvasArea: Int
  /// Pixels that the triangles of all items cover at most; the true number is computed only beyond the limit.
  private var largestOverdraw = 0.0
  /// The shadows of this picture, by the places of their layers in the tree.
  var shadows: [[Int]: ShadowTexture] = [:]

  /// Largest side of an offscreen texture in pixels.
  let sideLimit: Int

  init(_ options: GraphOptions, _ device: DeviceProfile, _ canvas: Canvas, _ cache: FrameCache) {
    (view, self.cache) = (RenderView(options: options, device: device, blending: canvas.blending), cache)
    canvasArea = canvas.pixelSize.area
    sideLimit = min(device.maxTextureSize, max(options.limits.textureSide, 1))
  }

  var options: GraphOptions { view.options }
  var device: DeviceProfile { view.device }
  var blending: Canvas.Blending { view.blending }

  /// Compiles items that share one space and one depth buffer into a depth group.
  func group(_ items: [RenderItem]) throws(GraphError) -> DepthGroup {
    if !postponed.isEmpty {
      for index in items.indices { resume(items[index]) }
    }
    var (items, areOpaque) = (items, try areOpaque(items))
    if !options.onlyChecks, !items.haveOrder(areOpaque) {
      items = items.flatMap { $0.squares?.items() ?? [$0] }
      areOpaque = try self.areOpaque(items)
    }
    var faces = 0
    for index in items.indices { faces += items[index].mesh?.faceCount ?? items[index].surfaceCount }
    try spend(OffscreenCache.Cost(faces: faces))
    let group = DepthGroup(items, areOpaque, view, &cache)
    let overdraw = group.overdraw(&largestOverdraw, limit: options.limits.overdraw)
    try spend(OffscreenCache.Cost(overdraw: overdraw))
    return group
  }

  /// The product of the layer's only image and its masks, as its texture would hold it; nil where it cannot replace the
  /// texture, whose channels then have 16 bits or hold light.
  /// - `key`: the place of the layer in the tree.
  func maskedImage(of layer: Layer, at key: [Int]) throws(GraphError) -> Image? {
    guard blending == .encoded, options.depth == .eight, let sources = layer.maskedImage() else { return nil }
    if requested.insert(key).inserted {
      try spend(OffscreenCache.Cost(pixels: sources.masks.count * sources.image.size.area))
    }
    return cache.product(sources)
  }

  private func areOpaque(_ items: [RenderItem]) throws(GraphError) -> [Bool] {
    var areOpaque: [Bool] = []
    areOpaque.reserveCapacity(items.count)
    // By property, since a call with an item copies it.
    for index in items.indices {
      areOpaque.append(
        try isOpaque(items[index].content, tint: items[index].tint, isKnown: items[index].isOpaque))
    }
    return areOpaque
  }

  /// Whether an item is opaque everywhere. Counts gradients.
  /// - `isKnown`: the item's own ``RenderItem/isOpaque``, the result for content other than images and gradients.
  private func isOpaque(
    _ content: RenderItem.Content, tint: SIMD4<Float>, isKnown: Bool
  ) throws(GraphError) -> Bool {
    switch content {
    case .white, .offscreen, .oversampled, .canvasPixels: return isKnown
    case .image(let image): return cache.isOpaque(image) && tint.w == 1
    case .gradient(let gradient, let size):
      try spend(OffscreenCache.Cost(gradient: .init(gradient, size)))
      return gradient.stops.allSatisfy { $0.color.alpha >= 1 } && tint.w == 1
    }
  }

  private func spend(_ more: OffscreenCache.Cost) throws(GraphError) {
    cost.add(more)
    let limits = options.limits
    guard cost.area <= limits.pictureArea else {
      throw .pictureArea(cost.area, limit: limits.pictureArea)
    }
    guard cost.faces <= limits.faces else { throw .faces(cost.faces, limit: limits.faces) }
    guard cost.overdraw <= limits.overdraw else { throw .overdraw(cost.overdraw, limit: limits.overdraw) }
  }

  /// Whether an oversampled texture of that size may be drawn. All of them together have at most as many pixels as the
  /// largest texture may have.
  func allowsOversampling(_ size: PixelSize, at key: [Int]) -> Bool {
    if let isAllowed = allowedOversampling[key] { return isAllowed }
    let side = device.maxTextureSize / 2
    let isAllowed =
      size.width <= side && size.height <= side
      && Double(cost.oversampledPixels + 4 * size.area)
        <= min(RasterRegion.largestArea, Double(options.limits.pictureArea))
    allowedOversampling[key] = isAllowed
    return isAllowed
  }

  /// Whether an offscreen texture may have that size.
  func allows(_ size: PixelSize) -> Bool {
    size.width <= sideLimit && size.height <= sideLimit && Double(size.area) <= RasterRegion.largestArea
  }

  /// The texture of a pass on the canvas's own pixels, from the texture's first pixel on.
  ///
  /// - `key`: the place of the layer in the tree.
  /// - `groups`: compiles the depth groups of the pass; not called while a known texture has the same content.
  func texture(
    of content: OffscreenPass.Content, at key: [Int], _ groups: () throws(GraphError) -> [DepthGroup]
  ) throws(GraphError) -> OffscreenTexture {
    let request = Request(content: content, key: key, isOnCanvas: true)
    return try texture(request) { (_, _) throws(GraphError) in try groups() }
  }

  /// The texture of a pass in the layer's own plane.
  ///
  /// - `key`: the place of the layer in the tree.
  /// - `isOversampled`: whether a second texture beside it holds four renderings half a texel apart.
  /// - `groups`: compiles the depth groups of the pass; not called while a known texture has the same content.
  func texture(
    of content: OffscreenPass.Content, at key: [Int], needsMipmaps: Bool, isOversampled: Bool,
    _ groups: (OffscreenPass.Content, OffscreenPass.Quadrant) throws(GraphError) -> [DepthGroup]
  ) throws(GraphError) -> OffscreenTexture {
    try texture(
      Request(content: content, key: key, needsMipmaps: needsMipmaps, isOversampled: isOversampled), groups)
  }

  private struct Request {
    let content: OffscreenPass.Content
    let key: [Int]
    var needsMipmaps = false
    var isOversampled = false
    /// Whether the pass draws the canvas's own pixels.
    var isOnCanvas = false
  }

  private func texture(
    _ request: Request,
    _ groups: (OffscreenPass.Content, OffscreenPass.Quadrant) throws(GraphError) -> [DepthGroup]
  ) throws(GraphError) -> OffscreenTexture {
    let (content, key) = (request.content, request.key)
    // Each of the four passes half a pixel apart requests the textures within it.
    let isNew = requested.insert(key).inserted
    let kind = OffscreenCache.Kind(
      hasMipmaps: request.needsMipmaps, isOversampled: request.isOversampled,
      canvasArea: request.isOnCanvas ? canvasArea : nil)
    if let known = cache.offscreen.texture(of: content, at: key, kind) {
      textures.insert(known.texture.id)
      if isNew { try spend(known.cost) }
      return known.texture
    }
    let texture = OffscreenTexture(key: key, size: content.size)
    textures.insert(texture.id)
    let before = cost
    cost = OffscreenCache.Cost(oversampledPixels: before.oversampledPixels)
    if request.isOversampled { cost.oversampledPixels += 4 * content.size.area }
    try draw(request, texture, .first, groups(content, .first))
    if isNew { cost.pixels += content.size.area }
    if request.isOversampled {
      for quadrant in OffscreenPass.Quadrant.allCases.dropFirst() {
        try draw(request, texture, quadrant, groups(content.moved(quadrant), quadrant))
      }
    }
    var spent = cost
    spent.oversampledPixels -= before.oversampledPixels
    var kept = spent
    if !isNew, let paid = cache.offscreen.cost(at: key) {
      kept = paid
      kept.oversampledPixels += spent.oversampledPixels
    } else if !isNew {
      kept.pixels += content.size.area
    }
    cache.offscreen.insert(content, at: key, kind, cost: kept)
    cost = before
    try spend(spent)
    return texture
  }

  private func draw(
    _ request: Request, _ texture: OffscreenTexture, _ quadrant: OffscreenPass.Quadrant,
    _ groups: [DepthGroup]
  ) {
    let size = request.content.size
    passes.append(
      .offscreen(
        OffscreenPass(
          texture: texture, needsMipmaps: request.needsMipmaps, mayBeLarger: request.isOnCanvas,
          quadrant: request.isOversampled ? quadrant : nil,
          pass: RenderPass(
            groups, size: size, background: .clear, wholeArea: request.isOnCanvas ? canvasArea : size.area,
            view))))
  }

  /// Draws groups into a texture that no later frame shows again.
  func draw(
    _ groups: [DepthGroup], key: [Int], _ size: PixelSize, _ background: Color
  ) throws(GraphError) -> OffscreenTexture {
    let texture = OffscreenTexture(key: key, size: size)
    let pass = RenderPass(
      groups, size: size, background: background, wholeArea: canvasArea, view)
    try append(
      .offscreen(
        OffscreenPass(texture: texture, needsMipmaps: false, mayBeLarger: true, quadrant: nil, pass: pass)),
      texture)
    return texture
  }

  /// Postpones passes until an item shows the texture that the last one draws.
  /// - `place`: the index of the first one; all passes after it are postponed.
  func postpone(_ texture: OffscreenTexture, from place: Int) {
    postponed[texture.id] = Array(passes[place...])
    passes.removeSubrange(place...)
  }

  /// Adds the postponed passes that draw the texture of an item.
  func resume(_ item: RenderItem) {
    guard case .canvasPixels(let texture, _, _) = item.content,
      let waiting = postponed.removeValue(forKey: texture.id)
    else { return }
    passes += waiting
  }

  /// Adds a pass whose texture no later frame shows again.
  func append(_ pass: TexturePass, _ texture: OffscreenTexture) throws(GraphError) {
    guard allows(texture.size) else { throw .backdropSize(texture.size, limit: sideLimit) }
    textures.insert(texture.id)
    transients.insert(texture.id)
    try spend(OffscreenCache.Cost(pixels: texture.size.area))
    passes.append(pass)
  }
}

@available(*, unavailable) extension GraphBuilder: Sendable {}
