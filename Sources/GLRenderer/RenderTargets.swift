import CEGL
import MeshTransform
import RenderGraph
import SoftwareRaster

/// The targets into which a tile is drawn and from which it is read back: a multisampled target, and a single-sampled
/// one into which it is resolved. With supersampling the first has several fragments a pixel.
final class RenderTargets {
  private let gl: GLContext
  private let target: Framebuffer
  /// The target of the resolve; nil without multisampling, where the target itself is readable, and with supersampling.
  private let resolved: Framebuffer?
  /// The target of the box filter, which replaces `resolved`; nil without supersampling.
  private let averaged: AveragedTarget?
  /// The texture of an offscreen pass, where that is what `target` draws into; nil for other targets.
  private let texture: SharedTexture?
  /// Size of the largest tile in pixels.
  let size: PixelSize
  let sampling: PixelSampling
  let depth: DepthFormat
  let format: PixelFormat
  private let passes: PassCache
  private let resolvePass: ResolvePass?
  /// Read-back buffers that are free.
  private var readbacks: [PixelReadback] = []
  /// The target for encoding linear light, made at the first read.
  private var encoded: EncodedTarget?

  /// - `depth`: see ``RenderPass/depth(_:)``.
  init(
    _ gl: GLContext, size: PixelSize, _ sampling: PixelSampling, depth: DepthFormat, _ format: PixelFormat,
    _ passes: PassCache
  ) throws(GLError) {
    (self.gl, self.size, self.sampling, self.format) = (gl, size, sampling, format)
    (self.depth, self.passes, texture) = (depth, passes, nil)
    let (samples, supersamplingFactor) = (sampling.deviceSamples, sampling.supersamplingFactor)
    target = try Framebuffer(
      gl, size: PixelSize(size.width * supersamplingFactor, size.height * supersamplingFactor),
      samples: samples, depth: depth,
      format: format.storage)
    resolvePass = try passes.resolvePass(gl, samples: samples)
    averaged =
      supersamplingFactor > 1
      ? try AveragedTarget(
        gl, size: size, supersamplingFactor: supersamplingFactor, format, passes.averagePass(gl),
        resolvePass)
      : nil
    resolved =
      supersamplingFactor == 1 && samples > 1
      ? try Framebuffer(gl, size: size, samples: 1, depth: .none, format: format.storage) : nil
  }

  /// The targets of an offscreen pass that draws into its texture itself, with one sample a pixel.
  /// - `depth`: the depths, at least as large as the texture; nil for a pass that needs none.
  init(
    _ gl: GLContext, into texture: SharedTexture, depth: DepthBuffer?, _ format: PixelFormat,
    _ passes: PassCache
  ) throws(GLError) {
    (self.gl, self.texture, size, sampling) = (gl, texture, texture.texture.size, .none)
    (self.depth, self.format, self.passes) = (depth == nil ? .none : .float, format, passes)
    target = try Framebuffer(gl, into: texture.texture, depth: depth)
    (resolvePass, averaged) = (nil, nil)
    resolved = nil
  }

  /// Binds the target, and clears it to the background and to the far end of the depth range.
  private func begin(_ tile: PixelRect, background: Color) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), target.name)
    gl.state.clear(
      PipelineState(fragmentsOf: tile), color: format.blending.channels(of: background).premultiplied)
  }

  /// Draws a tile without the steps that read the result and may wait for it: the edge tiles are not yet copied into
  /// the tile, and mesh lines are missing.
  func submit(_ resident: ResidentPass, _ tile: PixelRect, _ edges: ResidentEdgeTiles?)
    throws(GLError) -> DrawnTile
  {
    begin(tile, background: resident.pass.background)
    try resident.draw(tile, in: target, gl, passes, without: edges)
    return DrawnTile(
      area: tile, edgeTiles: try edges?.draw(resident, over: target), weights: edges?.weights)
  }

  /// Draws a tile with its edge tiles and mesh lines.
  /// - `edgeTileRenderer`: the renderer of edge tiles; nil where there are none.
  @discardableResult
  func draw(_ resident: ResidentPass, _ tile: PixelRect, _ edgeTileRenderer: EdgeTileRenderer?)
    throws(GLError) -> DrawnTile
  {
    let drawn = try submit(resident, tile, edgeTileRenderer?.prepare(resident, tile))
    drawn.edgeTiles?.place()
    resident.drawLines(tile, gl, passes)
    return drawn
  }

  /// - Returns: the name of the framebuffer that holds one color a pixel.
  private func resolve(_ drawn: DrawnTile) -> GLuint {
    if let averaged { return averaged.average(target, drawn.area, gl) }
    switch resolved {
    case .none: return target.name
    case .some(let resolved):
      target.resolve(into: resolved, by: resolvePass, gl)
      if let color = target.readableColor { drawn.weights?.draw(color, drawn.area, into: resolved.name) }
      return resolved.name
    }
  }

  private func encodedTarget() throws(GLError) -> EncodedTarget {
    if let encoded { return encoded }
    let made = try EncodedTarget(gl, size: size, format, passes.encodePass(gl))
    encoded = made
    return made
  }

  /// Averages the samples and copies the tile into its place in each texture.
  /// - `copies`: the textures, and the place of the picture's first pixel in each.
  func copy(_ drawn: DrawnTile, into copies: [(texture: SharedTexture, x: Int, y: Int)]) {
    let tile = drawn.area
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), resolve(drawn))
    for (shared, x, y) in copies {
      glBindTexture(GLenum(GL_TEXTURE_2D), shared.texture.name)
      glCopyTexSubImage2D(
        GLenum(GL_TEXTURE_2D), 0, GLint(x + tile.x), GLint(y + tile.y), 0, 0, GLsizei(tile.width),
        GLsizei(tile.height))
    }
  }

  /// Draws a whole picture, tile by tile.
  func draw(_ resident: ResidentPass, _ edgeTileRenderer: EdgeTileRenderer?, into memory: PictureMemory)
    throws(GLError)
  {
    try draw(resident.pass.tiling.tiles, of: resident, edgeTileRenderer, into: memory)
  }

  /// Draws some tiles of a picture.
  func draw(
    _ tiles: [PixelRect], of resident: ResidentPass, _ edgeTileRenderer: EdgeTileRenderer?,
    into memory: PictureMemory
  ) throws(GLError) {
    // The previous tile is read back while the next one is drawn.
    var pending: (readback: PixelReadback, tile: PixelRect)?
    for tile in tiles {
      let drawn = try draw(resident, tile, edgeTileRenderer)
      guard gl.capabilities.deviceClass.readsThroughBuffers else {
        try read(drawn, into: memory)
        continue
      }
      let next = try beginReading(drawn)
      if let pending {
        try pending.readback.finish(pending.tile, into: memory)
        readbacks.append(pending.readback)
      }
      pending = (next, tile)
    }
    guard let pending else { return }
    try pending.readback.finish(pending.tile, into: memory)
    readbacks.append(pending.readback)
  }

  /// Draws a tile and reads it back in strips of at most `height` rows.
  /// - `body`: receives the size and the bytes of a strip; returns false to end the reading.
  /// - Returns: whether all strips were read.
  func draw(
    _ tile: PixelRect, of resident: ResidentPass, _ edgeTileRenderer: EdgeTileRenderer?,
    inStripsOf height: Int, _ body: (PixelSize, [UInt8]) -> Bool
  ) throws(GLError) -> Bool {
    try bindPixels(of: draw(resident, tile, edgeTileRenderer))
    for row in stride(from: 0, to: tile.height, by: height) {
      let rows = row..<min(row + height, tile.height)
      let size = PixelSize(tile.width, rows.count)
      if !body(size, try read(rows, of: tile)) { return false }
    }
    return true
  }

  /// Reads rows of the bound framebuffer.
  private func read(_ rows: Range<Int>, of tile: PixelRect) throws(GLError) -> [UInt8] {
    let size = PixelSize(tile.width, rows.count)
    return try [UInt8](pixels: size, format.depth) { memory throws(GLError) in
      gl.state.read(size, firstRow: rows.lowerBound, type: format.readType, into: memory.pixel(0, 0))
      gl.statistics.readBytes += format.depth.bytesPerPixel * size.area
      try gl.check("drawing \(tile.width)x\(tile.height) px")
    }
  }

  /// Waits for a picture that was submitted as a single tile, and reads it back.
  func finish(_ drawn: DrawnTile, into memory: PictureMemory) throws(GLError) {
    drawn.edgeTiles?.place()
    try read(drawn, into: memory)
  }

  /// Starts the read-back of a submitted tile, so that the target is free for drawing.
  func beginReading(_ drawn: DrawnTile) throws(GLError) -> PixelReadback {
    drawn.edgeTiles?.place()
    let readback: PixelReadback
    if let known = readbacks.popLast() {
      readback = known
    } else {
      readback = try PixelReadback(gl, size: size, format)
    }
    try bindPixels(of: drawn)
    try readback.begin(drawn.area.size)
    return readback
  }

  /// Waits for the read-back of a picture of a single tile.
  func finishReading(_ tile: PixelRect, from readback: PixelReadback, into memory: PictureMemory)
    throws(GLError)
  {
    defer { if readbacks.count < 2 { readbacks.append(readback) } }
    try readback.finish(tile, into: memory)
  }

  /// Averages the samples, encodes linear light, and binds the framebuffer that holds the result for reading.
  private func bindPixels(of drawn: DrawnTile) throws(GLError) {
    switch format.blending {
    case .encoded: glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), resolve(drawn))
    case .linear:
      let encoded = try encodedTarget()
      glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), resolve(drawn))
      glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), encoded.encode(drawn.area))
    }
  }

  /// Copies the tile into its place in a picture.
  private func read(_ drawn: DrawnTile, into memory: PictureMemory) throws(GLError) {
    let tile = drawn.area
    try bindPixels(of: drawn)
    gl.state.read(
      tile.size, type: format.readType, into: memory.pixel(tile.x, tile.y), rowLength: memory.pixelsPerRow)
    gl.statistics.readBytes += format.depth.bytesPerPixel * tile.width * tile.height
    try gl.check("drawing \(tile.width)x\(tile.height) px")
  }
}

@available(*, unavailable) extension RenderTargets: Sendable {}
