import CEGL
import MeshTransform
import RenderGraph
import SoftwareRaster

/// A draw command whose buffers and textures are on the device.
struct ResidentCommand {
  let command: DrawCommand
  let buffers: GeometryBuffers
  let texture: SharedTexture
  let oversampled: SharedTexture?
  /// The tiles of an image, whose smaller mip levels ``texture`` holds; nil for other content.
  let tiles: TiledTexture?

  /// The variant with which the buffers are drawn.
  func variant(_ variant: MeshVariant) -> MeshVariant {
    buffers.normalGrid == nil ? variant : variant.withGridNormals
  }

  /// Binds the oversampled texture to a texture unit.
  func bindOversampled(unit: Int32) {
    guard let oversampled else { return }
    glActiveTexture(GLenum(GL_TEXTURE0 + unit))
    glBindTexture(GLenum(GL_TEXTURE_2D), oversampled.texture.name)
    oversampled.texture.setFilter(usesMipmaps: false)
    glActiveTexture(GLenum(GL_TEXTURE0))
  }
}

/// A render pass whose buffers and textures are on the device, and whose programs are compiled.
struct ResidentPass {
  let pass: RenderPass
  let groups: [ResidentGroup]
  let lines: [WireframeBuffers]

  init(_ pass: RenderPass, _ resources: FrameResources) throws(GLError) {
    self.pass = pass
    var groups: [ResidentGroup] = []
    let mayCopy = pass.edges == nil && pass.sampling == .none
    let drawsTiles = pass.edges?.drawsTiles == true
    for group in pass.groups {
      groups.append(try ResidentGroup(group, resources, mayCopy: mayCopy, drawsTiles: drawsTiles))
    }
    var lines: [WireframeBuffers] = []
    for marks in pass.wireframes { lines.append(try resources.resident(marks)) }
    (self.groups, self.lines) = (groups, lines)
  }

  /// Draws the groups into the bound framebuffer.
  /// - `edges`: the edge tiles, which are left out.
  func draw(
    _ tile: PixelRect, in target: borrowing Framebuffer, _ gl: GLContext, _ passes: PassCache,
    without edges: ResidentEdgeTiles?
  ) throws(GLError) {
    for (index, group) in groups.enumerated() {
      if index > 0 { gl.state.clear(PipelineState(fragmentsOf: tile)) }
      edges?.mask()
      try group.draw(tile, in: target, gl, passes)
    }
  }

  /// Draws the mesh lines over the groups.
  func drawLines(_ tile: PixelRect, _ gl: GLContext, _ passes: PassCache) {
    guard !lines.isEmpty else { return }
    let canvasToClip = DepthRange().clipTransform(tile: tile, zeroToOne: gl.capabilities.hasZeroToOneDepth)
    for marks in lines { passes.lines?.draw(marks, tile, canvasToClip: canvasToClip) }
  }
}
