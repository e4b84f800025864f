import CEGL
import MeshTransform
import RenderGraph
import SoftwareRaster

/// Draws scenes offscreen through EGL and OpenGL ES 3.1.
///
/// A renderer belongs to the thread that made it, and leaves its GL context current there; other GL calls of that thread
/// need a context of their own. Make one renderer a thread and reuse it; several renderers can coexist. On llvmpipe the renderers of several threads take turns.
///
/// ```swift
/// let renderer = try Renderer()
/// let picture = try renderer.render(scene)
/// ```
public final class Renderer {
  let gl: GLContext
  let passes: PassCache
  /// Render targets of one size, at most two: for pictures with and without edge tiles.
  private var targets: [RenderTargets] = []
  /// The objects on the device that are kept from frame to frame.
  private(set) var resources: FrameResources?
  /// The state that the compilation of one frame leaves for the next; it describes those objects.
  var cache = FrameCache()
  /// The picture drawn last, unless its caller has released it.
  weak var pending: PendingFrame?
  /// The picture that is compiled and waits to be drawn, unless its caller has released it.
  weak var compiled: PendingFrame?
  let tuning: Tuning
  /// See ``reuse(_:)``.
  var spareMemory: [UInt8]?

  /// The properties of the device and of its driver.
  public var capabilities: Capabilities { gl.capabilities }
  /// The reason why the CPU draws although there is a GPU, for ``DeviceChoice/automatic``, or why another GPU draws than
  /// the first one; nil otherwise.
  public var deviceFallback: DeviceFallback? { gl.fallback }
  /// Counts of the work that the renderer has requested from the device so far.
  public var statistics: RenderStatistics { gl.statistics }

  /// Opens EGL and makes a context current on this thread.
  /// - Parameter programCache: the folder that keeps compiled shaders for other processes, such as
  ///   ``ProgramCache/user``; nil to keep nothing.
  /// - Parameter worker: a number that spreads renderers over the GPUs of the machine: modulo their count, it chooses which
  ///   of those that `device` allows is tried first.
  /// - Throws: an error when no device gives an OpenGL ES 3.1 context; its sentence names the packages to install.
  public convenience init(
    device: DeviceChoice = .automatic, worker: Int = 0, programCache: ProgramCache? = nil
  ) throws(GLError) {
    self.init(try GLContext(device, worker: max(worker, 0), programCache: programCache))
  }

  private init(_ gl: GLContext, _ tuning: Tuning = Tuning()) {
    (self.gl, self.tuning, passes) = (gl, tuning, PassCache(gl.capabilities.deviceClass))
  }

  /// - `adjust`: a change to the capabilities that the context reports, so that tests can lower a limit.
  convenience init(
    device: DeviceChoice = .automatic, programCache: ProgramCache? = nil, tuning: Tuning = Tuning(),
    adjust: (inout Capabilities) -> Void
  ) throws(GLError) {
    self.init(try GLContext(device, programCache: programCache, adjust: adjust), tuning)
  }

  /// Draws the scene. Meshes are subdivided as in ``Scene/tessellated(limit:)``.
  ///
  /// - Throws: ``GLError/contextLost(_:)`` when the driver resets the GPU; a new renderer can draw the scene again.
  /// - Returns: a picture of `scene.canvas.pixelSize`; opaque when the background is, else premultiplied.
  public func render(_ scene: Scene, options: RenderOptions = RenderOptions()) throws(RenderError) -> Image {
    try begin(scene, options: options).image()
  }

  /// Draws the scene into memory of the caller: the bytes of ``render(_:options:)``, row by row from the top, four bytes
  /// a pixel, or eight with 16 bits a channel, premultiplied. The pixels are not copied on their way, and bytes beyond
  /// the pixels of a row keep their values.
  ///
  /// - Parameters:
  ///   - bytes: the memory. It ends at the last pixel of the last row, or later.
  ///   - bytesPerRow: the distance between the starts of two rows: a multiple of the bytes of a pixel, at least
  ///     those of a row.
  /// - Throws: ``RenderError/bytesPerRow(_:width:bytesPerPixel:)`` or ``RenderError/pictureMemory(bytes:needed:)``,
  ///   with nothing drawn or written; else the errors of ``render(_:options:)``.
  public func render(
    _ scene: Scene, options: RenderOptions = RenderOptions(), into bytes: UnsafeMutableRawBufferPointer,
    bytesPerRow: Int
  ) throws(RenderError) {
    try scene.check(options)
    let memory = try PictureMemory(
      bytes, bytesPerRow: bytesPerRow, for: scene.canvas.pixelSize, options.depth)
    try begin(checked: scene, options, into: memory).complete(in: memory)
  }

  /// Starts drawing the scene and does not wait for the device. Meanwhile the next scene can be made, and begun.
  ///
  /// ```swift
  /// var pending = try renderer.begin(scene(0))
  /// for frame in 1..<count {
  ///   let next = try renderer.begin(scene(frame))
  ///   save(try pending.image())
  ///   pending = next
  /// }
  /// save(try pending.image())
  /// ```
  ///
  /// The pictures are equal to those of ``render(_:options:)``, in any order of calls. A picture that is never read
  /// costs only its drawing.
  ///
  /// The device holds one picture at a time. The steps in order, and the waits for the device:
  ///
  /// 1. The scene is compiled into a render graph, on the CPU: this includes the analysis of edges.
  /// 2. The offscreen passes are drawn; triangles, textures and face data are uploaded. Changed textures and
  ///    offscreen passes wait for the device, buffers do not.
  /// 3. The triangles and sample weights of the edge tiles are uploaded.
  /// 4. The previous picture is finished unless it has been read: its edge tiles are copied into it, its edges are
  ///    blended, its samples are averaged, and its pixels are read back.
  /// 5. The scene is drawn into the target, and its edge tiles into the tile atlas.
  ///
  /// On a GPU the analysis of edges and step 3 are omitted, except for a few unbent layers. Instead of step 4, the pixels are
  /// copied into a separate buffer after step 5, so that no picture waits for the previous one.
  ///
  /// On llvmpipe, a scene without offscreen passes whose triangles take longer than its pixels waits after step 1: the
  /// other steps follow while the next scene is compiled, or when the picture is asked for.
  ///
  /// A canvas of several tiles, and a canvas with mesh lines, is drawn and read back within this call.
  ///
  /// - Throws: the errors of ``render(_:options:)`` except those of the read-back, and for a picture that waits those of
  ///   the device. The previous picture stays valid.
  public func begin(_ scene: Scene, options: RenderOptions = RenderOptions()) throws(RenderError)
    -> PendingFrame
  {
    try scene.check(options)
    return try begin(checked: scene, options, into: nil)
  }

  /// - `memory`: the memory of the caller that receives a picture that is drawn and read back within this call; nil to
  ///   keep the pixels.
  private func begin(checked scene: Scene, _ options: RenderOptions, into memory: PictureMemory?)
    throws(RenderError) -> PendingFrame
  {
    gl.enter()
    defer { gl.leave() }
    let frame = try compile(scene, options)
    let picture = PendingFrame(self, frame)
    if memory == nil, tuning.compilesAhead, frame.mayWait, capabilities.deviceClass.compilesAhead {
      compiled = picture
    } else {
      try picture.submit(into: memory)
    }
    return picture
  }

  /// Issues the GL calls of a frame. The context is current.
  /// - `body`: draws the canvas pass.
  func encode<Result>(
    _ frame: CompiledFrame, _ body: (ResidentPass, EdgeTileRenderer?) throws(GLError) -> Result
  ) throws(GLError) -> Result {
    passes.beginFrame(usesGeneralVariants: frame.graph.needsGeneralVariants)
    if capabilities.deviceClass.usesUniformBlocks { try gl.frames.begin(gl) }
    defer { if capabilities.deviceClass.usesUniformBlocks { gl.frames.end() } }
    defer { frame.resources.endFrame(frame.graph, kept: frame.keptTextures) }
    do throws(GLError) {
      let (resident, edgeTileRenderer) = try FrameEncoder(frame.resources).prepare(frame.graph)
      return try body(resident, edgeTileRenderer)
    } catch {
      // The cache lists offscreen textures that may not have been drawn.
      if !frame.graph.texturePasses.isEmpty { cache.offscreen = OffscreenCache() }
      throw error
    }
  }

  /// Draws a frame, by itself where it is a single tile without mesh lines.
  /// - `drawAll`: draws and reads back all tiles of a frame, for any other.
  /// - Returns: nil after `drawAll`.
  func submit(
    _ frame: CompiledFrame,
    drawAll: ((PictureMemory) throws(GLError) -> Void) throws(GLError) -> Void
  ) throws(GLError) -> PendingFrame.Drawing? {
    try encode(frame) { resident, edgeTileRenderer throws(GLError) in
      let pass = frame.graph.canvas
      let (size, tiling) = (pass.size, pass.tiling)
      let tile = tiling.tiles.count == 1 && resident.lines.isEmpty ? tiling.tiles.first : nil
      var edgeTiles: ResidentEdgeTiles?
      if let tile { edgeTiles = try edgeTileRenderer?.prepare(resident, tile) }
      let readsThroughBuffers = capabilities.deviceClass.readsThroughBuffers
      // Elsewhere a failure would be that of the previous picture, which is read next.
      if !readsThroughBuffers { try gl.check("making a picture ready") }
      finishPending()
      let targets = try targets(for: pass, frame.resources.format)
      guard let tile else {
        try drawAll { memory throws(GLError) in
          try targets.draw(resident, edgeTileRenderer, into: memory)
        }
        return nil
      }
      let drawn = try targets.submit(resident, tile, edgeTiles)
      if !readsThroughBuffers { try gl.check("drawing \(size.width)x\(size.height) px") }
      var drawing = PendingFrame.Drawing(targets: targets, tile: drawn)
      if readsThroughBuffers {
        drawing.readback = try targets.beginReading(drawn)
      } else {
        glFlush()
      }
      return drawing
    }
  }

  /// Reads back a picture that is still in the target into which the next one is drawn.
  func finishPending() {
    if pending?.occupiesTarget == true { pending?.finish() }
  }

  deinit {
    gl.release {
      (targets, resources) = ([], nil)
      passes.removeAll()
      gl.removeStreams()
    }
  }

  /// The render targets, kept from one picture to the next while size and kind stay the same.
  func targets(for pass: RenderPass, _ format: PixelFormat) throws(GLError) -> RenderTargets {
    let (size, sampling) = (pass.tiling.tileSize, pass.sampling)
    let depth = pass.depth(capabilities.deviceClass)
    targets.removeAll { $0.size != size || $0.format != format }
    let known = targets.first { $0.sampling == sampling }
    if let known, known.depth >= depth { return known }
    targets.removeAll { $0.sampling == sampling }
    if targets.count > 1 { targets = [] }
    let made = try RenderTargets(gl, size: size, sampling, depth: depth, format, passes)
    targets.append(made)
    return made
  }

  /// The objects on the device, kept while the format and supersampling stay the same.
  func resources(_ format: PixelFormat, _ sampling: PixelSampling) -> FrameResources {
    let isSupersampled = sampling.supersamplingFactor > 1
    if let resources, resources.format == format, resources.isSupersampled == isSupersampled {
      return resources
    }
    let made = FrameResources(gl, format, isSupersampled: isSupersampled, passes)
    (resources, cache) = (made, FrameCache())
    return made
  }
}

@available(*, unavailable) extension Renderer: Sendable {}
