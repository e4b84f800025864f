import CEGL
import MeshTransform
import RenderGraph

/// Draws the triangles of one render item: its content, bent by its mesh and lit.
///
/// Opaque content is resolved by the depth buffer in any order. Translucent content is blended from back to front over
/// what lies behind it. The opaque part of such content can be drawn first, so that it hides what lies behind it even
/// where layers cross.
final class MeshPass {
  private let gl: GLContext
  private let programs: StatePrograms<FragmentState, MeshProgram>
  private let variant: MeshVariant
  private let usesBlocks: Bool
  /// The buffer of the lights; nil for unlit items, and where the lights are plain uniforms.
  private var lightBlock: LightBlock?

  init(_ gl: GLContext, _ variant: MeshVariant) throws(GLError) {
    (self.gl, self.variant) = (gl, variant)
    usesBlocks = gl.capabilities.deviceClass.usesUniformBlocks
    programs = try StatePrograms(gl) { () throws(GLError) in try MeshProgram(gl, variant) }
    if variant.isLit, usesBlocks ? !variant.hasScalarLight : variant.lightCount == nil {
      lightBlock = LightBlock(gl)
    }
  }

  /// Draws one command, within ``StateCache/drawMeshes(_:)``.
  /// - `target`: the bound framebuffer.
  /// - `canvasToClip`: the transform of the tile that is being drawn.
  /// - `destination`: the destination of fragments for the A-buffer; nil for other items.
  /// - `call`: the triangles; nil for all of them, which excludes the two-tap filter.
  /// - `edgeTiles`: the triangles in each edge tile; nil for the whole tile.
  func draw(
    _ resident: ResidentCommand, _ tile: PixelRect, in target: DrawTarget, canvasToClip: Transform3D,
    _ call: DrawCall?, into destination: ABufferPass.Destination? = nil,
    edgeTiles: TileDraw? = nil
  ) {
    let command = resident.command
    let pipeline = pipelineState(command, tile, destination)
    let linked = programs.program(for: FragmentState(target, pipeline, resident.texture.texture))
    gl.state.use(program: linked.program.name)
    var uniforms = DrawUniforms(resident, variant, tile, canvasToClip: canvasToClip, call?.key)
    if let grid = resident.buffers.normalGrid { uniforms.set(grid) }
    if variant.interpolatesFaces { uniforms.texelsPerFace = resident.buffers.bindFaces(unit: 1) }
    set(uniforms, linked)
    if let tileOrigin = linked.tileOrigin { glUniform2f(tileOrigin, Float(tile.x), Float(tile.y)) }
    if variant.isLit { setLights(command.lighting, linked) }
    gl.state.bind(resident.texture.texture, usesMipmaps: variant.filter == .mipmapped)
    if variant.isOversampled { resident.bindOversampled(unit: 2) }
    if variant.isTiled { resident.tiles?.bind(unit: 3, linked.program) }

    destination?.setUniforms(linked.program)
    gl.state.bind(vertexArray: resident.buffers.vertexArray)
    if pipeline.writesDepth, pipeline.writesColor, command.isFoldedInPlane {
      // The first draw writes colors, face over face; the second writes the depths of all faces.
      var (colors, depths) = (pipeline, pipeline)
      (colors.writesDepth, depths.writesColor) = (false, false)
      drawTriangles(resident, call, edgeTiles, colors, linked)
      drawTriangles(resident, call, edgeTiles, depths, linked)
    } else {
      drawTriangles(resident, call, edgeTiles, pipeline, linked)
    }
    if edgeTiles != nil { glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), resident.buffers.indexBuffer.name) }
  }

  /// Draws a batch, within ``StateCache/drawMeshes(_:)``.
  /// - `target`: the bound framebuffer.
  /// - `canvasToClip`: the transform of the tile that is being drawn, without a depth bias.
  /// - `command`: one of its commands.
  func draw(
    _ resident: ResidentBatch, _ command: DrawCommand, _ tile: PixelRect, in target: DrawTarget,
    canvasToClip: Transform3D
  ) {
    let pipeline = pipelineState(command, tile, nil)
    let linked = programs.program(for: FragmentState(target, pipeline, resident.texture.texture))
    gl.state.use(program: linked.program.name)
    set(DrawUniforms(tile, canvasToClip: canvasToClip), linked)
    gl.state.bind(resident.texture.texture, usesMipmaps: variant.filter == .mipmapped)
    gl.state.bind(vertexArray: resident.buffers.vertexArray.name)
    gl.state.set(pipeline)
    glDrawArraysInstanced(GLenum(GL_TRIANGLE_FAN), 0, 4, GLsizei(resident.buffers.itemCount))
  }

  private func set(_ uniforms: DrawUniforms, _ linked: MeshProgram) {
    guard usesBlocks else { return linked.locations.set(uniforms) }
    withUnsafeBytes(of: uniforms) { gl.bindUniforms(to: 1, $0) }
  }

  private func setLights(_ lighting: LightingUniforms, _ linked: MeshProgram) {
    if let lightBlock { return lightBlock.bind(gl, lighting.lights, variant) }
    guard !usesBlocks, !variant.hasScalarLight else { return }
    for (field, value) in lighting.lights[0].fields {
      glUniform4f(linked.program.uniform("lights[0].\(field)"), value.x, value.y, value.z, value.w)
    }
  }

  private func pipelineState(
    _ command: DrawCommand, _ tile: PixelRect, _ destination: ABufferPass.Destination?
  )
    -> PipelineState
  {
    var state = PipelineState(fragmentsOf: tile)
    let isOpaque = command.isOpaque || variant.isOpaquePart
    (state.depthTest, state.writesDepth) = (.nearest, isOpaque)
    switch variant.maskMode {
    case .none: state.blending = isOpaque ? .replace : .over
    case .shade: state.blending = .shade
    case .alpha, .luminance, .invertedAlpha, .invertedLuminance: state.blending = .mask
    }
    state.writesColor = !variant.isMask && destination == nil
    state.scissor = destination?.strip.scissor
    state.visibleSides = command.visibleSides
    // The content's front faces the superlayer's viewer, also where the superlayer itself appears mirrored.
    state.frontFace = command.item.isMirrored ? .clockwise : .counterclockwise
    return state
  }

  private func drawTriangles(
    _ resident: ResidentCommand, _ call: DrawCall?, _ edgeTiles: TileDraw?, _ state: PipelineState,
    _ linked: MeshProgram
  ) {
    if let edgeTiles {
      return edgeTiles.draw(state, gl, tileOrigin: linked.tileOrigin)
    }
    gl.state.set(state)
    let indices = call?.indices ?? 0..<resident.buffers.indexBuffer.count
    let most = gl.capabilities.deviceClass.trianglesPerFlush.map { 3 * $0 } ?? max(indices.count, 1)
    for first in stride(from: indices.lowerBound, to: indices.upperBound, by: most) {
      let count = min(most, indices.upperBound - first)
      glDrawElements(
        GLenum(GL_TRIANGLES), GLsizei(count), GLenum(GL_UNSIGNED_INT),
        UnsafeRawPointer(bitPattern: first * MemoryLayout<UInt32>.stride))
      if first + count < indices.upperBound { glFlush() }
    }
  }
}

@available(*, unavailable) extension MeshPass: Sendable {}
