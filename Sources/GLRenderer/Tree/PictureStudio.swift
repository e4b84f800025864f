import CEGL
import MeshTransform

/// Draws the pictures of flattened layers, and keeps what the sheets of one scene share.
final class PictureStudio {
  let gl: GLContext
  let passes: PassCache
  let resources: SharedResources
  var blending: Canvas.Blending { resources.blending }
  private let antialiasing: Antialiasing
  private let areaLimit: Int
  private let transparencyMemory: Int
  private var area = 0

  /// Pixels that a picture may have a side.
  let sideLimit: Int

  init(
    _ gl: GLContext, _ passes: PassCache, _ resources: SharedResources, _ antialiasing: Antialiasing,
    limits: RenderLimits
  ) {
    (self.gl, self.passes, self.resources, self.antialiasing) = (gl, passes, resources, antialiasing)
    sideLimit = min(gl.capabilities.maxTextureSize, max(limits.canvasSide, 1))
    (areaLimit, transparencyMemory) = (limits.pictureArea, limits.transparencyMemory)
  }

  func stratum(_ sheets: [Sheet]) throws(RenderError) -> Stratum {
    var sheets = sheets
    for i in sheets.indices { try prepare(&sheets[i]) }
    do throws(GLError) {
      return try Stratum(gl, sheets, resources, passes, transparencyMemory: transparencyMemory)
    } catch {
      throw .gl(error)
    }
  }

  /// Looks through images and draws gradients, each once.
  private func prepare(_ sheet: inout Sheet) throws(RenderError) {
    switch sheet.content {
    case .white, .texture, .canvasPixels: return
    case .image(let image):
      sheet.isOpaque = resources.isOpaque(image) && sheet.tint.w == 1
    case .gradient(let gradient, let size):
      if !resources.hasTexture(gradient, size) { try spend(size.area) }
      do throws(GLError) { sheet.content = .texture(try resources.texture(gradient, size)) } catch {
        throw .gl(error)
      }
      sheet.isOpaque = gradient.stops.allSatisfy { $0.color.alpha >= 1 } && sheet.tint.w == 1
    }
  }

  private func spend(_ pixels: Int) throws(RenderError) {
    area += pixels
    guard area <= areaLimit else { throw .pictureArea(area, limit: areaLimit) }
  }

  /// Whether a layer's picture may have so many pixels.
  func allows(_ size: PixelSize) -> Bool {
    size.width <= sideLimit && size.height <= sideLimit && Double(size.area) <= PictureRegion.largestArea
  }

  /// A layer's picture on the canvas's own pixels, from the texture's first pixel on.
  ///
  /// - `path`: the layer's place in the tree.
  /// - `frame`: all that is to be drawn; not asked for while the picture of before shows the same.
  func take(
    _ content: PicturePool.Content, at path: [Int], _ frame: () throws(RenderError) -> Frame
  ) throws(RenderError) -> SharedTexture {
    try take(content, at: path, isMinified: false, mayBeLarger: true, frame)
  }

  /// A layer's picture in a texture, with mipmaps when the sheet that shows it makes it smaller anywhere.
  ///
  /// - `path`: the layer's place in the tree.
  /// - `frame`: all that is to be drawn; not asked for while the picture of before shows the same.
  func take(
    _ content: PicturePool.Content, at path: [Int], for sheet: Sheet, _ frame: () throws(RenderError) -> Frame
  ) throws(RenderError) -> SharedTexture {
    let size = content.size
    let unlit = LightingUniforms([], on: sheet.surface, blending)
    let view = resources.isExact ? nil : sheet.mergeView(unlit, blending, contentSize: size)
    let triangles = sheet.triangles(isLit: false, merging: view)
    let minification = Minification(
      FloatMatrix(sheet.projection.unitToCanvas), contentSize: size, magnification: sheet.magnification)
    let isMinified = BatchPlan(minification, triangles).dearest == .mipmapped
    return try take(content, at: path, isMinified: isMinified, mayBeLarger: false, frame)
  }

  private func take(
    _ content: PicturePool.Content, at path: [Int], isMinified: Bool, mayBeLarger: Bool,
    _ frame: () throws(RenderError) -> Frame
  ) throws(RenderError) -> SharedTexture {
    let (size, areaBefore) = (content.size, area)
    if let known = resources.pictures.picture(of: content, at: path, isMinified: isMinified) {
      try spend(known.area)
      return known.texture
    }
    let frame = try frame()
    try spend(size.area)
    do throws(GLError) {
      let texture = try resources.pictures.texture(
        size, at: path, isMinified: isMinified, mayBeLarger: mayBeLarger)
      let tiling = Tiling(size, limit: gl.capabilities.maxTargetSize, fineness: antialiasing.fineness)
      let (edges, antialiasing) = try resources.edges(of: frame, size, .clear, antialiasing, passes)
      let targets = try resources.pictures.targets(tiling.tileSize, antialiasing, passes)
      if isMinified, gl.capabilities.deviceClass.makesMipmapsOnCPU, blending == .encoded {
        // llvmpipe compiles machine code for its own mipmaps in every process, which takes 70 ms; reading 600 x 600 pixels
        // back and halving them as images are takes 2.
        let bytes = try targets.picture(of: frame, tiling, edges, background: .clear)
        let image = Image(size: size, alpha: .premultiplied, bytes: bytes)
        texture.texture.fill(gl, image, blending)
        resources.pictures.keep(content, at: path, area: area - areaBefore)
        return texture
      }
      for tile in tiling.tiles {
        try targets.draw(frame, tile, edges, background: .clear)
        try targets.copy(tile, into: texture.texture)
      }
      if isMinified { texture.texture.makeMipmaps() }
      try gl.check("flattening a layer into \(size) px")
      resources.pictures.keep(content, at: path, area: area - areaBefore)
      return texture
    } catch {
      throw .gl(error)
    }
  }
}

@available(*, unavailable) extension PictureStudio: Sendable {}
