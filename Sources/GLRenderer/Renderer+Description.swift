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
    gl.enter()
    defer { gl.leave() }
    let (_, graphOptions, device) = try prepare(scene, options)
    // A separate cache: the renderer's cache lists only textures that are drawn.
    var cache = FrameCache()
    return try Self.graph(scene, options.limits, graphOptions, device, cache: &cache).description
  }
}
