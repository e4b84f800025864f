import MeshTransform
import RenderGraph
import SoftwareRaster

extension Renderer {
  /// Compiles a scene that has been checked. A frame that waits to be drawn is submitted meanwhile: llvmpipe processes
  /// its vertices in this thread, another thread compiles.
  func compile(_ scene: Scene, _ options: RenderOptions) throws(RenderError) -> CompiledFrame {
    let (resources, graphOptions, device) = try prepare(scene, options)
    // The other thread changes the cache while this one waits or draws, which leaves it alone. Only one of the two
    // variables holds the values, so that a change copies nothing.
    nonisolated(unsafe) var state = cache
    cache = FrameCache()
    defer { cache = state }
    func graph() -> Result<RenderGraph, RenderError> {
      defer { state.endFrame() }
      do throws(RenderError) {
        return .success(
          try Self.graph(scene, options.limits, graphOptions, device, cache: &state))
      } catch {
        // The cache lists offscreen textures that are not going to be drawn.
        state.offscreen = OffscreenCache()
        return .failure(error)
      }
    }
    let result: Result<RenderGraph, RenderError>
    if let waiting = compiled {
      let task = BackgroundTask(graph)
      waiting.submitWaiting()
      result = task.wait()
    } else {
      result = graph()
    }
    return CompiledFrame(
      graph: try result.get(), canvas: scene.canvas, resources: resources,
      keptTextures: state.offscreen.keptTextures)
  }

  /// Compiles a scene without GL calls.
  static func graph(
    _ scene: Scene, _ limits: RenderLimits, _ options: GraphOptions, _ device: DeviceProfile,
    cache: inout FrameCache
  ) throws(RenderError) -> RenderGraph {
    let scene = try scene.tessellated(limits)
    do throws(GraphError) {
      return try RenderGraph(scene, options, device, cache: &cache)
    } catch { throw RenderError(error) }
  }

  /// Makes the context current, and returns what the compilation of a scene depends on.
  func prepare(_ scene: Scene, _ options: RenderOptions) throws(RenderError) -> (
    FrameResources, GraphOptions, DeviceProfile
  ) {
    let format = PixelFormat(blending: scene.canvas.blending, depth: options.depth)
    do throws(GLError) {
      try gl.makeCurrent()
      try capabilities.requireTargets(of: format)
      let sampling = try sampling(options)
      let resources = resources(format, sampling)
      let drawsEdgesApart =
        options.samples == nil && !options.isExact && sampling.supersamplingFactor == 1
      var profile = DeviceProfile(capabilities)
      if drawsEdgesApart, tuning.weightsSamples {
        profile.samplePositions = try resources.samplePositions(sampling.deviceSamples)
      }
      let passes = options.isExact ? [] : passes(drawsEdgesApart: drawsEdgesApart)
      return (resources, graphOptions(options, sampling, passes), profile)
    } catch {
      throw .gl(gl.cause(of: error))
    }
  }

  /// What makes pictures cheaper on the device.
  private func passes(drawsEdgesApart: Bool) -> [any GraphPass] {
    let deviceClass = capabilities.deviceClass
    let edges = drawsEdgesApart ? EdgeSearch(share: tuning.edgeShare, limits: deviceClass.edgeLimits) : nil
    let all: [any GraphPass] = deviceClass.needsGraphPasses ? .softwareRaster(edges) : .anyDevice(edges)
    return all.filter(tuning.usesPass)
  }

  private func graphOptions(
    _ options: RenderOptions, _ sampling: PixelSampling, _ passes: [any GraphPass]
  ) -> GraphOptions {
    GraphOptions(
      limits: .init(
        textureSide: options.limits.canvasSide, pictureArea: options.limits.pictureArea,
        transparencyMemory: options.limits.transparencyMemory, faces: options.limits.faces,
        overdraw: options.limits.overdraw),
      wireframe: options.wireframe, sampling: sampling, depth: options.depth,
      passes: GraphPasses(passes))
  }

  private func sampling(_ options: RenderOptions) throws(GLError) -> PixelSampling {
    let offered = capabilities.sampleCounts
    // Four samples by supersampling where the device offers no such count.
    let wanted = options.samples ?? offered.last { (2...4).contains($0) } ?? 4
    guard let sampling = PixelSampling(samples: wanted, offered: offered) else {
      let all = (offered + capabilities.supersampledCounts).sorted()
      throw .unsupportedSamples(wanted, supported: all, renderer: capabilities.renderer)
    }
    return sampling
  }
}

extension Renderer {
  /// The render graph of the scene as text: its passes, depth groups, items and draw calls, one a line. Nothing is
  /// drawn.
  ///
  /// - Throws: the errors of ``render(_:options:)``.
  public func describe(_ scene: Scene, options: RenderOptions = RenderOptions()) throws(RenderError) -> String
  {
    try scene.check(options, isBanded: true)
    gl.enter()
    defer { gl.leave() }
    let (_, graphOptions, device) = try prepare(scene, options)
    // A separate cache: the renderer's cache lists only textures that are drawn.
    var cache = FrameCache()
    return try Self.graph(scene, options.limits, graphOptions, device, cache: &cache).description
  }
}
