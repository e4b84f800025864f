import MeshTransform

/// How a scene is compiled into a render graph.
struct GraphOptions: Hashable {
  var limits = RenderLimits()
  var wireframe: Wireframe?
  /// Whether every face is drawn as it is given and every pixel is lit.
  var isExact = false
  var antialiasing: Antialiasing
  /// Whether triangles outside of the canvas are left out.
  var cullsViewport = true
  /// Whether invisible backs of opaque meshes are left out.
  var cullsBacks = true
  /// Share of the picture that may contain edges before all of it gets several samples.
  var edgeShare = EdgePlan.largestShare
}
