import CEGL
import MeshTransform
import RenderGraph

/// The objects on the device that a renderer keeps from frame to frame.
final class FrameResources {
  let gl: GLContext
  let format: PixelFormat
  /// Whether pictures are drawn with several fragments a pixel.
  let isSupersampled: Bool
  let passes: PassCache
  var textures: TextureCache
  private var buffers = BufferCache()
  var offscreen: OffscreenTextureCache
  private var edgeTileRenderer: EdgeTileRenderer?
  private var samplePositions: [Int: [SIMD2<Float>]] = [:]

  init(
    _ gl: GLContext, _ format: PixelFormat, isSupersampled: Bool, _ passes: PassCache
  ) {
    (self.gl, self.format, self.passes) = (gl, format, passes)
    self.isSupersampled = isSupersampled
    textures = TextureCache(gl, format)
    offscreen = OffscreenTextureCache(gl, format)
  }

  /// Uploads the triangles and the texture of a draw command.
  func resident(_ command: DrawCommand) throws(GLError) -> ResidentCommand {
    let buffers = try buffers.buffers(gl, command)
    var (oversampled, tiles): (SharedTexture?, TiledTexture?)
    let texture: SharedTexture
    switch command.item.content {
    case .white: texture = try textures.whiteTexture()
    case .image(let image):
      guard let tiling = command.imageTiling else {
        texture = try textures.texture(image, needsMipmaps: command.needsMipmaps)
        break
      }
      let tiled = try textures.texture(image, tiling, needsMipmaps: command.needsMipmaps)
      (texture, tiles) = (tiled.rest, tiled)
    case .gradient(let gradient, let size): texture = try textures.texture(gradient, size)
    case .offscreen(let drawn), .canvasPixels(let drawn, _, _): texture = entry(drawn).texture
    case .oversampled(let drawn): (texture, oversampled) = (entry(drawn).texture, entry(drawn).oversampled)
    }
    return ResidentCommand(
      command: command, buffers: buffers, texture: texture, oversampled: oversampled, tiles: tiles)
  }

  /// Uploads the vertices and the texture of a batch.
  /// - `command`: one of its commands.
  func resident(_ batch: SquareBatch, _ command: DrawCommand) throws(GLError) -> ResidentBatch {
    let texture: SharedTexture
    if case .image(let image) = command.item.content {
      texture = try textures.texture(image, needsMipmaps: batch.needsMipmaps)
    } else {
      texture = try textures.whiteTexture()
    }
    return ResidentBatch(batch: batch, buffers: try buffers.buffers(gl, batch), texture: texture)
  }

  /// The texture that a pass of this frame, or of an earlier one, has made.
  func texture(_ texture: OffscreenTexture) -> SharedTexture { entry(texture).texture }

  private func entry(_ texture: OffscreenTexture) -> OffscreenTextureCache.Entry {
    guard let entry = offscreen[texture] else {
      preconditionFailure("a render graph draws each offscreen texture before an item shows it")
    }
    return entry
  }

  /// Uploads mesh lines.
  func resident(_ marks: WireframeGeometry) throws(GLError) -> WireframeBuffers {
    try passes.prepareLines(gl)
    return try buffers.lines(gl, marks)
  }

  /// The renderer of edge tiles with this many samples, made at the first call.
  func edgeTileRenderer(samples: Int) throws(GLError) -> EdgeTileRenderer {
    if let edgeTileRenderer { return edgeTileRenderer }
    let made = try EdgeTileRenderer(gl, format, samples: samples, passes)
    edgeTileRenderer = made
    return made
  }

  /// Positions of the device's samples in a pixel, 0...1; empty where shaders cannot read samples.
  func samplePositions(_ count: Int) throws(GLError) -> [SIMD2<Float>] {
    guard count > 1, count <= gl.capabilities.maxTextureSamples else { return [] }
    if let known = samplePositions[count] { return known }
    let target = try Framebuffer(gl, size: PixelSize(1, 1), samples: count, depth: .none)
    let found = target.samplePositions()
    samplePositions[count] = found
    return found
  }

  /// Frees the objects that the frame has not used, except kept textures.
  func endFrame(_ graph: RenderGraph?, kept: [OffscreenTexture.ID]) {
    textures.endFrame()
    buffers.endFrame()
    offscreen.endFrame(shown: graph?.textures ?? [], kept: kept)
  }
}

@available(*, unavailable) extension FrameResources: Sendable {}
