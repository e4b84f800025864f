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
    case .white, .texture: return
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

  /// A layer's picture in a texture, with mipmaps when the sheet that shows it makes it smaller anywhere.
  ///
  /// - `path`: the layer's place in the tree.
  /// - `frame`: all that is to be drawn; not asked for while the picture of before shows the same.
  func take(
    _ content: PicturePool.Content, at path: [Int], for sheet: Sheet, _ frame: () throws(RenderError) -> Frame
  ) throws(RenderError) -> SharedTexture {
    let (size, areaBefore) = (content.size, area)
    let unlit = LightingUniforms([], on: sheet.surface, blending)
    let view = resources.isExact ? nil : sheet.mergeView(unlit, blending, contentSize: size)
    let triangles = sheet.triangles(isLit: false, merging: view)
    let minification = Minification(
      FloatMatrix(sheet.projection.unitToCanvas), contentSize: size, magnification: sheet.magnification)
    let isMinified = BatchPlan(minification, triangles).dearest == .mipmapped
    if let known = resources.pictures.picture(of: content, at: path, isMinified: isMinified) {
      try spend(known.area)
      return known.texture
    }
    let frame = try frame()
    try spend(size.area)
    do throws(GLError) {
      let texture = try resources.pictures.texture(size, at: path, isMinified: isMinified)
      let tiling = Tiling(size, limit: gl.capabilities.maxTargetSize, fineness: antialiasing.fineness)
      let (edges, antialiasing) = try resources.edges(of: frame, size, .clear, antialiasing, passes)
      let targets = try targets(for: tiling.tileSize, antialiasing)
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

  /// Rounded up to multiples of 64 pixels, so that layers of similar sizes share them.
  private func targets(for size: PixelSize, _ antialiasing: Antialiasing) throws(GLError) -> RenderTargets {
    let limit = gl.capabilities.maxTargetSize / antialiasing.fineness
    let size = PixelSize(min((size.width + 63) / 64 * 64, limit), min((size.height + 63) / 64 * 64, limit))
    return try resources.pictures.targets(size, antialiasing, passes)
  }
}

@available(*, unavailable) extension PictureStudio: Sendable {}
