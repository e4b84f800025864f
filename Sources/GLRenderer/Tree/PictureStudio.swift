import CEGL
import MeshTransform

/// Draws the pictures of flattened layers, and keeps what the sheets of one scene share.
final class PictureStudio {
  let gl: GLContext
  let passes: PassCache
  let resources: SharedResources
  var blending: Canvas.Blending { resources.blending }
  private let antialiasing: Antialiasing
  /// Of the canvas, in pixels.
  private let canvasArea: Int
  private let areaLimit: Int
  private let transparencyMemory: Int
  private var cost = PicturePool.Cost()
  /// The places of pictures that have been taken.
  private var taken: Set<[Int]> = []
  /// By the places of pictures, whether they have room for a finer one; the same for all that show them.
  private var allowedFine: [[Int]: Bool] = [:]

  /// Pixels that a picture may have a side.
  let sideLimit: Int

  init(
    _ gl: GLContext, _ passes: PassCache, _ resources: SharedResources, _ antialiasing: Antialiasing,
    canvasArea: Int, limits: RenderLimits
  ) {
    (self.gl, self.passes, self.resources, self.antialiasing) = (gl, passes, resources, antialiasing)
    self.canvasArea = canvasArea
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
    case .white, .texture, .oversampled, .canvasPixels: return
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
    cost.pixels += pixels
    guard cost.pixels <= areaLimit else { throw .pictureArea(cost.pixels, limit: areaLimit) }
  }

  /// Whether there may be a finer picture beside one of that size: all of them have as many pixels as the largest one may.
  private func allowsFine(_ size: PixelSize, at path: [Int]) -> Bool {
    if let isAllowed = allowedFine[path] { return isAllowed }
    let side = gl.capabilities.maxTextureSize / 2
    let isAllowed =
      size.width <= side && size.height <= side
      && Double(cost.finePixels + 4 * size.area) <= min(PictureRegion.largestArea, Double(areaLimit))
    allowedFine[path] = isAllowed
    return isAllowed
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
    let wanted = Wanted(content: content, path: path, isOfCanvas: true)
    return try take(wanted) { (_, _) throws(RenderError) in try frame() }.texture
  }

  /// A layer's picture for the sheet that shows it: with mipmaps where it makes it smaller anywhere, and four times over
  /// where it bends what it shows.
  ///
  /// - `path`: the layer's place in the tree.
  /// - `frame`: all that is to be drawn; not asked for while the picture of before shows the same.
  func take(
    _ content: PicturePool.Content, at path: [Int], for sheet: inout Sheet,
    _ frame: (PicturePool.Content, PicturePool.Quadrant) throws(RenderError) -> Frame
  ) throws(RenderError) {
    let size = content.size
    let unlit = LightingUniforms([], on: sheet.surface, blending)
    let view = resources.isExact ? nil : sheet.mergeView(unlit, blending, contentSize: size)
    let triangles = sheet.triangles(isLit: false, merging: view)
    let unitToCanvas = FloatMatrix(sheet.projection.unitToCanvas)
    var wanted = Wanted(content: content, path: path)
    if sheet.mesh != nil, sheet.magnification != .nearest,
      Minification(unitToCanvas, contentSize: size).showsBetweenTexels(triangles), allowsFine(size, at: path)
    {
      wanted.isOversampled = true
      sheet.magnification = .cubic
    }
    let minification = Minification(
      unitToCanvas, contentSize: size, magnification: sheet.magnification,
      isOversampled: wanted.isOversampled)
    wanted.isMinified = BatchPlan(minification, triangles).dearest == .mipmapped
    let (texture, fine) = try take(wanted, frame)
    sheet.content = fine.map { .oversampled(texture, $0) } ?? .texture(texture)
  }

  private struct Wanted {
    let content: PicturePool.Content
    let path: [Int]
    var isMinified = false
    var isOversampled = false
    /// On the canvas's own pixels.
    var isOfCanvas = false
  }

  private func take(
    _ wanted: Wanted, _ frame: (PicturePool.Content, PicturePool.Quadrant) throws(RenderError) -> Frame
  ) throws(RenderError) -> (texture: SharedTexture, fine: SharedTexture?) {
    let (content, path, before) = (wanted.content, wanted.path, cost)
    let isNew = taken.insert(path).inserted
    if let known = resources.pictures.picture(
      of: content, at: path, isMinified: wanted.isMinified, isOversampled: wanted.isOversampled)
    {
      // Each of four pictures half a pixel apart asks for it.
      if isNew {
        cost.finePixels += known.cost.finePixels
        try spend(known.cost.pixels)
      }
      return (known.texture, known.fine)
    }
    if wanted.isOversampled { cost.finePixels += 4 * content.size.area }
    let whole = try frame(content, .first)
    if isNew { try spend(content.size.area) }
    let texture: SharedTexture
    do throws(GLError) {
      texture = try resources.pictures.texture(
        content.size, at: path, isMinified: wanted.isMinified, mayBeLarger: wanted.isOfCanvas)
    } catch {
      throw .gl(error)
    }
    var fine: SharedTexture?
    if wanted.isOversampled {
      do throws(GLError) { fine = try resources.pictures.fineTexture(content.size, at: path) } catch {
        throw .gl(error)
      }
    }
    let wholeArea = wanted.isOfCanvas ? canvasArea : content.size.area
    try draw(whole, content.size, wholeArea, into: texture, fine.map { ($0, .first) })
    if let fine {
      for quadrant in PicturePool.Quadrant.allCases.dropFirst() {
        let moved = try frame(content.moved(quadrant), quadrant)
        try draw(moved, content.size, wholeArea, into: nil, (fine, quadrant))
      }
    }
    let spent = PicturePool.Cost(
      pixels: cost.pixels - before.pixels, finePixels: cost.finePixels - before.finePixels)
    resources.pictures.keep(
      content, at: path, cost: spent, isAgain: !isNew, isOversampled: wanted.isOversampled)
    return (texture, fine)
  }

  /// - `wholeArea`: of the picture that this is a part of.
  /// - `texture`: gets mipmaps if it has room for them.
  private func draw(
    _ frame: Frame, _ size: PixelSize, _ wholeArea: Int, into texture: SharedTexture?,
    _ fine: (texture: SharedTexture, quadrant: PicturePool.Quadrant)?
  ) throws(RenderError) {
    do throws(GLError) {
      let tiling = Tiling(size, limit: gl.capabilities.maxTargetSize, fineness: antialiasing.fineness)
      let (edges, antialiasing) = try resources.edges(
        of: frame, tiling, .clear, antialiasing, passes, wholeArea: wholeArea)
      let targets = try resources.pictures.targets(tiling.tileSize, antialiasing, passes)
      var copies: [(texture: SharedTexture, x: Int, y: Int)] = []
      if let texture { copies.append((texture, 0, 0)) }
      if let (texture, quadrant) = fine {
        copies.append((texture, quadrant.column * size.width, quadrant.row * size.height))
      }
      if let texture, texture.texture.hasMipmaps, gl.capabilities.deviceClass.makesMipmapsOnCPU,
        blending == .encoded
      {
        // llvmpipe compiles machine code for its own mipmaps in every process, which takes 70 ms; reading 600 x 600 pixels
        // back and halving them as images are takes 2.
        let bytes = try targets.picture(of: frame, tiling, edges, background: .clear)
        let image = Image(size: size, alpha: .premultiplied, bytes: bytes)
        texture.texture.fill(gl, image, blending)
        for (texture, x, y) in copies.dropFirst() { texture.texture.fill(gl, part: image, x: x, y: y) }
        return
      }
      for tile in tiling.tiles {
        try targets.draw(frame, tile, edges, background: .clear)
        try targets.copy(tile, into: copies)
      }
      if let texture, texture.texture.hasMipmaps { texture.texture.makeMipmaps() }
      try gl.check("flattening a layer into \(size) px")
    } catch {
      throw .gl(error)
    }
  }
}

@available(*, unavailable) extension PictureStudio: Sendable {}
