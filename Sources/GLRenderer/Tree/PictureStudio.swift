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
  private var targets: [RenderTargets] = []

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

  /// Premultiplies images and draws gradients, each once.
  private func prepare(_ sheet: inout Sheet) throws(RenderError) {
    switch sheet.content {
    case .white, .texture: return
    case .image(let image):
      let premultiplied = resources.premultiplied(image)
      // What is decoded is better not rounded before.
      sheet.content = .image(blending == .linear ? image : premultiplied)
      sheet.isOpaque = premultiplied.alpha == .opaque && sheet.tint.w == 1
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

  /// Draws a picture into a texture, with mipmaps when the sheet that shows it makes it smaller anywhere.
  func take(_ frame: Frame, size: PixelSize, for sheet: Sheet) throws(RenderError) -> SharedTexture {
    try spend(size.area)
    let triangles = sheet.triangles(isLit: false)
    let minification = Minification(FloatMatrix(sheet.projection.unitToCanvas), contentSize: size)
    let isMinified = FilterPlan(minification, triangles).dearest == .mipmapped
    do throws(GLError) {
      let texture = SharedTexture(try Texture(gl, empty: size, isMinified: isMinified, blending))
      let tiling = Tiling(size, limit: gl.capabilities.maxTargetSize, fineness: antialiasing.fineness)
      let (edges, antialiasing) = try resources.edges(of: frame, size, .clear, antialiasing, passes)
      let targets = try targets(for: tiling.tileSize, antialiasing)
      for tile in tiling.tiles {
        targets.begin(tile, background: .clear)
        try targets.draw(frame, tile, edges)
        try targets.copy(tile, into: texture.texture)
      }
      if isMinified { texture.texture.makeMipmaps() }
      try gl.check("flattening a layer into \(size) px")
      return texture
    } catch {
      throw .gl(error)
    }
  }

  /// Rounded up to multiples of 64 pixels, so that layers of similar sizes share them.
  private func targets(for size: PixelSize, _ antialiasing: Antialiasing) throws(GLError) -> RenderTargets {
    let limit = gl.capabilities.maxTargetSize / antialiasing.fineness
    let size = PixelSize(min((size.width + 63) / 64 * 64, limit), min((size.height + 63) / 64 * 64, limit))
    if let known = targets.first(where: { $0.size == size && $0.antialiasing == antialiasing }) {
      return known
    }
    targets.removeAll { $0.size != size }
    let made = try RenderTargets(gl, size: size, antialiasing, blending, passes)
    targets.append(made)
    return made
  }
}

@available(*, unavailable) extension PictureStudio: Sendable {}
