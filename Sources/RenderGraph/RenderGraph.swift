import MeshTransform

/// The offscreen passes and the canvas's pass that draw one picture, as a value.
package struct RenderGraph {
  /// The passes that make textures; each follows those whose textures it shows.
  package private(set) var texturePasses: [TexturePass]
  package private(set) var canvas: RenderPass
  package let blending: Canvas.Blending
  /// The offscreen textures that are shown, including those that are not drawn again.
  package let textures: Set<OffscreenTexture.ID>
  /// The textures that every picture draws anew.
  let transients: Set<OffscreenTexture.ID>
  /// Whether the passes have more shader variants than should be compiled: ``MeshVariant/general`` ones stand for them.
  package private(set) var needsGeneralVariants = false

  /// Compiles a scene whose meshes are tessellated.
  package init(
    _ scene: Scene, _ options: GraphOptions, _ device: DeviceProfile, cache: inout FrameCache
  ) throws(GraphError) {
    let canvas = scene.canvas
    cache.begin(options)
    let builder = GraphBuilder(options, device, canvas, cache)
    // Only one of the two holds the values, so that a change copies nothing.
    cache = FrameCache()
    defer { cache = builder.cache }
    var traversal = LayerTraversal(builder, canvasSize: canvas.pixelSize, scale: canvas.scale)
    let lists = try traversal.depthGroups(
      scene.layers, canvas.depth,
      in: .init(
        geometry: LayerSpace(toCanvas: canvas.pointsToPixels), lights: scene.lights, isCanvas: true))
    let (groups, background) = try builder.depthGroups(
      lists, key: [], canvas.pixelSize, canvas.background)
    var wireframes: [WireframeGeometry] = []
    if var style = options.wireframe {
      style.color = canvas.blending.channels(of: style.color)
      wireframes = traversal.meshes.map { mesh, unitToCanvas in
        WireframeGeometry(mesh, FloatMatrix(unitToCanvas), style: style, scale: canvas.scale)
      }
    }
    self.canvas = RenderPass(
      groups, wireframes: wireframes, size: canvas.pixelSize, background: background,
      wholeArea: canvas.pixelSize.area, builder.view)
    self.canvas.isCanvas = true
    (texturePasses, textures, transients) = (builder.passes, builder.textures, builder.transients)
    blending = canvas.blending
    options.passes.apply(to: &self, for: device)
    var variants = VariantCount()
    for pass in renderPasses {
      for group in pass.groups { try variants.add(group) }
    }
    needsGeneralVariants = variants.needsGeneralVariants
  }

  /// The passes that draw items, in drawing order; that of the canvas is last.
  private var renderPasses: [RenderPass] {
    texturePasses.compactMap { if case .offscreen(let pass) = $0 { pass.pass } else { nil } } + [canvas]
  }

  /// The commands of all passes.
  package var commands: [DrawCommand] {
    renderPasses.flatMap { $0.groups.flatMap { $0.aBufferItems.entries.map(\.command) + $0.commands } }
  }

  /// Changes each pass that draws items.
  package mutating func forEachPass(_ body: (inout RenderPass) -> Void) {
    for index in texturePasses.indices {
      guard case .offscreen(var pass) = texturePasses[index] else { continue }
      body(&pass.pass)
      texturePasses[index] = .offscreen(pass)
    }
    body(&canvas)
  }
}
