import CEGL
import MeshTransform
import RenderGraph

/// Issues the GL calls of a render graph before those of the canvas: it draws the offscreen passes, and uploads what the
/// canvas shows, which ``RenderTargets`` draws.
struct FrameEncoder {
  private let resources: FrameResources
  private var gl: GLContext { resources.gl }

  init(_ resources: FrameResources) { self.resources = resources }

  /// Draws the offscreen passes, and uploads the buffers and textures of the canvas pass.
  func prepare(_ graph: RenderGraph) throws(GLError) -> (
    pass: ResidentPass, edgeTileRenderer: EdgeTileRenderer?
  ) {
    for (pass, released) in zip(graph.texturePasses, graph.released) {
      switch pass {
      case .offscreen(let pass): try draw(pass)
      case .filter(let pass): try draw(pass)
      }
      for texture in released { resources.offscreen.release(texture) }
    }
    return (try ResidentPass(graph.canvas, resources), try edgeTileRenderer(of: graph.canvas))
  }

  private func edgeTileRenderer(of pass: RenderPass) throws(GLError) -> EdgeTileRenderer? {
    pass.edges == nil ? nil : try resources.edgeTileRenderer(samples: pass.edgeSamples)
  }

  private func draw(_ filter: FilterPass) throws(GLError) {
    let (size, passes) = (filter.texture.size, resources.passes)
    switch filter.operation {
    case .blend(let mode, let source, let x, let y, let opacity, let backdrop):
      let pass = try passes.blendPass(gl, mode)
      let place = PixelRect(x: x, y: y, width: source.size.width, height: source.size.height)
      try bindTarget(of: filter)
      pass.draw(
        resources.texture(source).texture, place, opacity, over: resources.texture(backdrop).texture, size)
    case .reduce(let source, let factor):
      let pass = try passes.blurPass(gl, reduces: true)
      try bindTarget(of: filter)
      pass.draw(resources.texture(source).texture, source.size, by: factor, size)
    case .blur(let source, let sigma, let isDown, let margin):
      let pass = try passes.blurPass(gl, reduces: false)
      try bindTarget(of: filter)
      pass.draw(resources.texture(source).texture, source.size, sigma: sigma, isDown: isDown, margin, size)
    case .band(let number, let shape, let heights, let factor):
      let pass = try passes.contactShadowPass(gl, .band)
      try bindTarget(of: filter)
      pass.draw(
        number, of: resources.texture(shape).texture, heights: resources.texture(heights).texture, shape.size,
        by: factor, size)
    case .blurBand(let source, let sigma, let isDown, let margin):
      let pass = try passes.contactShadowPass(gl, .blur)
      try bindTarget(of: filter)
      pass.draw(resources.texture(source).texture, source.size, sigma: sigma, isDown: isDown, margin, size)
    case .sum(let bands, let underside, let lift):
      let pass = try passes.contactShadowPass(gl, .sum)
      try bindTarget(of: filter)
      try pass.draw(bands, underside: underside, lift: lift, size) { texture throws(GLError) in
        resources.texture(texture).texture.name
      }
    }
    try gl.check("computing a texture of \(size) px")
  }

  private func bindTarget(of filter: FilterPass) throws(GLError) {
    let target = try resources.offscreen.target(for: filter)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), target.framebuffer.name)
  }

  private func draw(_ offscreen: OffscreenPass) throws(GLError) {
    let pass = offscreen.pass
    let resident = try ResidentPass(pass, resources)
    let texture =
      offscreen.drawsTexture ? try resources.offscreen.texture(for: offscreen) : nil
    let oversampled = try resources.offscreen.oversampledTexture(for: offscreen)
    let edgeTileRenderer = try edgeTileRenderer(of: pass)
    if let texture, oversampled == nil, !texture.texture.hasMipmaps, let tile = pass.singleSampledTile {
      // Later passes wait for this one in the device, not in this thread, which a copy would make wait.
      let targets = try resources.offscreen.targets(into: texture, for: offscreen, resources.passes)
      try targets.draw(resident, tile, edgeTileRenderer)
      return try gl.check("flattening a layer into \(pass.size) px")
    }
    let targets = try resources.offscreen.targets(for: pass, resources.passes)
    var copies: [(texture: SharedTexture, x: Int, y: Int)] = []
    if let texture { copies.append((texture, 0, 0)) }
    if let oversampled, let quadrant = offscreen.quadrant {
      copies.append((oversampled, quadrant.column * pass.size.width, quadrant.row * pass.size.height))
    }
    if let texture, texture.texture.hasMipmaps, gl.capabilities.deviceClass.makesMipmapsOnCPU,
      resources.format.blending == .encoded
    {
      // llvmpipe compiles machine code for its own mipmaps in every process, which takes much longer than reading
      // back a layer and halving it as an image.
      let depth = resources.format.depth
      let bytes = try [UInt8](pixels: pass.size, depth) { memory throws(GLError) in
        try targets.draw(resident, edgeTileRenderer, into: memory)
      }
      let image = Image(size: pass.size, alpha: .premultiplied, depth: depth, bytes: bytes)
      texture.texture.fill(gl, image, resources.format)
      for (texture, x, y) in copies.dropFirst() {
        texture.texture.fill(gl, part: image, x: x, y: y, resources.format)
      }
      return
    }
    for tile in pass.tiling.tiles {
      try targets.copy(targets.draw(resident, tile, edgeTileRenderer), into: copies)
    }
    if let texture, texture.texture.hasMipmaps { try resources.passes.mipPass(gl).draw(texture.texture) }
    try gl.check("flattening a layer into \(pass.size) px")
  }
}

extension RenderPass {
  /// The tile of a pass that is drawn as one, with one sample a pixel; nil for other passes.
  fileprivate var singleSampledTile: PixelRect? {
    sampling == .none && tiling.tiles.count == 1 ? tiling.tiles[0] : nil
  }
}

@available(*, unavailable) extension FrameEncoder: Sendable {}
