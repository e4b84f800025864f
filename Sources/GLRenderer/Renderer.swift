import CEGL
import MeshTransform
import RenderGraph

/// Draws scenes offscreen through EGL and OpenGL ES 3.1.
///
/// A renderer belongs to the thread that made it, and leaves its GL context current there. Make one a thread and reuse
/// it; several beside one another do no harm. Where llvmpipe draws, those of several threads take turns.
///
/// ```swift
/// let renderer = try Renderer()
/// let picture = try renderer.render(scene)
/// ```
public final class Renderer {
  let gl: GLContext
  let passes = PassCache()
  /// Of one size: for pictures with and without edges that are drawn again.
  private var targets: [RenderTargets] = []
  /// Objects on the device from frame to frame.
  private var resources: FrameResources?
  /// What the compilation of one frame leaves for the next, for those objects.
  private var cache = FrameCache()
  /// What was begun last, as long as somebody wants it.
  private weak var pending: PendingFrame?
  /// Tests have edges drawn apart in small pictures, too.
  var edgeShare = EdgeAnalysis.largestShare
  /// Tests compare pictures with and without.
  var optimizations = Optimizations.all
  var weightsSamples = true

  public var capabilities: Capabilities { gl.capabilities }
  /// Why the CPU draws although there is a GPU, for ``DeviceChoice/automatic``; nil where that is not so.
  public var softwareFallback: SoftwareFallback? { gl.softwareFallback }
  /// What it has asked of the device so far.
  public var statistics: RenderStatistics { gl.statistics }

  /// Opens EGL and makes a context current on this thread.
  /// - Parameter programCache: where compiled shaders are kept for other processes, such as ``ProgramCache/user``; nil to
  ///   keep nothing.
  /// - Throws: when no device gives an OpenGL ES 3.1 context; the sentence says what to install.
  public init(device: DeviceChoice = .automatic, programCache: ProgramCache? = nil) throws(GLError) {
    gl = try GLContext(device, programCache: programCache)
  }

  /// - `blendsExactly`: false to do without ``Capabilities/hasExactTransparency``, as on a device that lacks it.
  init(device: DeviceChoice = .automatic, blendsExactly: Bool) throws(GLError) {
    gl = try GLContext(device, blendsExactly: blendsExactly)
  }

  /// - `adjust`: changes what the context reports, so that tests can lower a limit.
  init(device: DeviceChoice = .automatic, adjust: (inout Capabilities) -> Void) throws(GLError) {
    gl = try GLContext(device, adjust: adjust)
  }

  /// Draws the scene, meshes that are to be subdivided as ``Scene/tessellated(limit:)`` has them.
  ///
  /// - Throws: ``GLError/contextLost(_:)`` when the driver resets the GPU; a new renderer can draw the scene again.
  /// - Returns: a picture of `scene.canvas.pixelSize`; opaque when the background is, else premultiplied.
  public func render(_ scene: Scene, options: RenderOptions = RenderOptions()) throws(RenderError) -> Image {
    try begin(scene, options: options).image()
  }

  /// The passes, depth groups, items and draw calls that the scene takes, as text: one line each. Nothing is drawn.
  ///
  /// - Throws: what ``render(_:options:)`` does.
  public func describe(_ scene: Scene, options: RenderOptions = RenderOptions()) throws(RenderError) -> String
  {
    try scene.check(options)
    let scene = try scene.tessellated(options.limits)
    gl.enter()
    defer { gl.leave() }
    let (antialiasing, device): (Antialiasing, DeviceProfile)
    do throws(GLError) {
      try gl.makeCurrent()
      antialiasing = try self.antialiasing(options)
      let resources = resources(scene.canvas.blending, isSupersampled: antialiasing.supersamplingFactor > 1)
      device = try profile(antialiasing, resources)
    } catch {
      throw .gl(gl.cause(of: error))
    }
    // A cache of its own: what is not drawn must not be remembered as drawn.
    var cache = FrameCache()
    do throws(GraphError) {
      return try RenderGraph(scene, graphOptions(options, antialiasing), device, cache: &cache).description
    } catch {
      throw RenderError(error)
    }
  }

  /// Tells the device to draw the scene, and does not wait for it: there is time to make the next one meanwhile, and to
  /// begin it, too.
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
  /// The pictures are those of ``render(_:options:)``, in whatever order they are begun and asked for; one that nobody
  /// asks for costs nothing but its drawing.
  ///
  /// Only one picture has room on the device, so that this makes ready all that the scene needs, then reads the picture
  /// before back, and then draws. The order in full, and what waits for the device:
  ///
  /// 1. Triangles, textures and tables of faces go up, and flattened layers are drawn. Textures that have changed and
  ///    flattened layers wait, buffers do not.
  /// 2. Where edges are is found out, and what is drawn again there is made ready.
  /// 3. The picture before, unless it has been asked for, is finished: its parts with edges are put into their places,
  ///    samples are averaged, pixels are read back.
  /// 4. The scene is drawn into the target, and its parts with edges into targets of their own.
  ///
  /// On a graphics processor step 2 is left out, and instead of step 3 pixels are copied into a buffer of their own behind
  /// step 4, so that no picture waits for the one before.
  ///
  /// A canvas of several tiles and lines of meshes are drawn and read at once.
  ///
  /// On two cores with llvmpipe (`Benchmarks/frames.sh`), of frames one after the other and begun ahead: with edges drawn
  /// apart (W2aa) 60 and 54 milliseconds each, 1.69 and 1.79 of the cores at work; written as files, too (W5), 1.79 and
  /// 1.82; without antialiasing (W2), where triangles are made on all cores anyway, no more than before. What is left is
  /// reading back, 1.2 ms of 1080p, and handing triangles over, 3.4 ms of 20,000. A flush amid them lets the other
  /// threads begin, but then goes through all squares of the picture twice, and takes longer: 1.02 times (W2, W3).
  ///
  /// - Throws: what ``render(_:options:)`` does, but for what goes wrong when pixels are read back. The picture before is
  ///   not touched by it.
  public func begin(_ scene: Scene, options: RenderOptions = RenderOptions()) throws(RenderError)
    -> PendingFrame
  {
    try scene.check(options)
    let scene = try scene.tessellated(options.limits)
    let antialiasing: Antialiasing
    let blending = scene.canvas.blending
    gl.enter()
    defer { gl.leave() }
    do throws(GLError) {
      try gl.makeCurrent()
      antialiasing = try self.antialiasing(options)
      if blending == .linear { try capabilities.requireHalfFloatTargets() }
    } catch {
      throw .gl(error)
    }
    do throws(RenderError) {
      return try begin(scene, options, antialiasing)
    } catch {
      // Textures may have been drawn that the compiled graph did not know of.
      cache.offscreen = OffscreenCache()
      if case .gl(let error) = error { throw .gl(gl.cause(of: error)) }
      throw error
    }
  }

  private func begin(_ scene: Scene, _ options: RenderOptions, _ antialiasing: Antialiasing)
    throws(RenderError) -> PendingFrame
  {
    passes.beginFrame()
    let resources = resources(scene.canvas.blending, isSupersampled: antialiasing.supersamplingFactor > 1)
    var graph: RenderGraph?
    defer {
      cache.endFrame()
      resources.endFrame(graph)
    }
    let device: DeviceProfile
    do throws(GLError) { device = try profile(antialiasing, resources) } catch { throw .gl(error) }
    let compiled: RenderGraph
    do throws(GraphError) {
      compiled = try RenderGraph(scene, graphOptions(options, antialiasing), device, cache: &cache)
    } catch {
      throw RenderError(error)
    }
    graph = compiled
    do throws(GLError) { return try encode(compiled, scene.canvas, resources) } catch { throw .gl(error) }
  }

  private func encode(_ graph: RenderGraph, _ canvas: Canvas, _ resources: FrameResources) throws(GLError)
    -> PendingFrame
  {
    let (resident, painter) = try FrameEncoder(resources).prepare(graph)
    let pass = graph.canvas
    let (size, tiling) = (pass.size, pass.tiling)
    let kind = PendingFrame.Kind(canvas, mustShow: canvas.background.alpha == 0 && pass.mustShow)
    let tile = tiling.tiles.count == 1 && resident.lines.isEmpty ? tiling.tiles.first : nil
    var parts: ResidentEdgeTiles?
    if let tile { parts = try painter?.prepare(resident, tile) }
    try gl.check("making a picture ready")
    // It needs the target that this one is drawn into.
    if pending?.occupiesTarget == true { pending?.finish() }
    let targets = try targets(size: tiling.tileSize, pass.antialiasing, canvas.blending)
    guard let tile else {
      return PendingFrame(self, kind, try targets.picture(of: resident, painter))
    }
    let drawn = try targets.submit(resident, tile, parts)
    try gl.check("drawing \(size.width)x\(size.height) px")
    var drawing = PendingFrame.Drawing(targets: targets, tile: tile, parts: drawn)
    if capabilities.deviceClass.readsThroughBuffers {
      drawing.readback = try targets.beginReading(tile, drawn)
    }
    glFlush()
    let picture = PendingFrame(self, kind, drawing)
    pending = picture
    return picture
  }

  private func profile(_ antialiasing: Antialiasing, _ resources: FrameResources) throws(GLError)
    -> DeviceProfile
  {
    var profile = DeviceProfile(capabilities)
    if antialiasing.followsEdges, weightsSamples {
      profile.samplePositions = try resources.samplePositions(antialiasing.deviceSamples)
    }
    return profile
  }

  private func graphOptions(_ options: RenderOptions, _ antialiasing: Antialiasing) -> GraphOptions {
    GraphOptions(
      limits: .init(
        textureSide: options.limits.canvasSide, pictureArea: options.limits.pictureArea,
        transparencyMemory: options.limits.transparencyMemory),
      wireframe: options.wireframe, antialiasing: antialiasing,
      optimizations: options.isExact ? [] : optimizations,
      edgeShare: edgeShare)
  }

  deinit {
    gl.release {
      (targets, resources) = ([], nil)
      passes.removeAll()
    }
  }

  /// Kept from one picture to the next as long as they are of one size and kind.
  private func targets(size: PixelSize, _ antialiasing: Antialiasing, _ blending: Canvas.Blending)
    throws(GLError) -> RenderTargets
  {
    targets.removeAll { $0.size != size || $0.blending != blending }
    if let known = targets.first(where: { $0.antialiasing == antialiasing }) { return known }
    if targets.count > 1 { targets = [] }
    let made = try RenderTargets(gl, size: size, antialiasing, blending, passes)
    targets.append(made)
    return made
  }

  /// Kept likewise.
  private func resources(_ blending: Canvas.Blending, isSupersampled: Bool) -> FrameResources {
    if let resources, resources.blending == blending, resources.isSupersampled == isSupersampled {
      return resources
    }
    let made = FrameResources(gl, blending, isSupersampled: isSupersampled, passes)
    (resources, cache) = (made, FrameCache())
    return made
  }

  private func antialiasing(_ options: RenderOptions) throws(GLError) -> Antialiasing {
    let offered = capabilities.sampleCounts
    let deviceClass = capabilities.deviceClass
    // Four by supersampling where the device has nothing like it.
    let wanted = options.samples ?? offered.last { (2...deviceClass.defaultSamples).contains($0) } ?? 4
    guard var antialiasing = Antialiasing(samples: wanted, offered: offered) else {
      let all = (offered + capabilities.supersampledCounts).sorted()
      throw .unsupportedSamples(wanted, supported: all, renderer: capabilities.renderer)
    }
    antialiasing.followsEdges =
      deviceClass.drawsEdgesApart && options.samples == nil && antialiasing.supersamplingFactor == 1
    return antialiasing
  }
}

@available(*, unavailable) extension Renderer: Sendable {}
