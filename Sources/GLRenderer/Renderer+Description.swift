import MeshTransform
import RenderGraph

extension Renderer {
  /// The render graph of the scene as text: its passes, depth groups, items and draw calls, one a line. Nothing is
  /// drawn.
  ///
  /// - Throws: the errors of ``render(_:options:)``.
  public func describe(_ scene: Scene, options: RenderOptions = RenderOptions()) throws(RenderError) -> String
  {
    try scene.check(options, isBanded: true)
    let scene = try scene.tessellated(options.limits)
    gl.enter()
    defer { gl.leave() }
    let format = PixelFormat(blending: scene.canvas.blending, depth: options.depth)
    let sampling = try prepare(format, options)
    let resources = resources(format, sampling)
    // A separate cache: the renderer's cache lists only textures that are drawn.
    var cache = FrameCache()
    return try compile(scene, options, sampling, resources, cache: &cache).description
  }
}
