import CEGL
import MeshTransform
import RenderGraph
import Shaders

/// Draws the triangles of one render item: its content, bent by its mesh and lit.
///
/// Opaque content is resolved by the depth buffer in any order. Translucent content is blended from back to front over
/// what lies behind it. The opaque part of such content can be drawn first, so that it hides what lies behind it even
/// where layers cross.
final class MeshPass {
  private let gl: GLContext
  private let program: ShaderProgram
  private let variant: MeshVariant
  /// The buffer of the lights; nil for unlit items and for a single light.
  private var lightBlock: LightBlock?

  init(_ gl: GLContext, _ variant: MeshVariant) throws(GLError) {
    (self.gl, self.variant) = (gl, variant)
    if variant.isLit, variant.lightCount == nil { lightBlock = LightBlock(gl) }
    program = try ShaderProgram(
      gl, vertex: ShaderSource(file: "mesh.vert.glsl", text: Shaders.meshVertex),
      fragment: ShaderSource(file: "mesh.frag.glsl", text: Shaders.meshFragment),
      defines: variant.defines(gl.capabilities), constants: variant.constants)
  }

  /// Draws one command.
  /// - `canvasToClip`: the transform of the tile that is being drawn.
  /// - `destination`: the destination of fragments for the A-buffer; nil for other items.
  /// - `call`: the triangles; nil for all of them, which excludes the two-tap filter.
  /// - `edgeTiles`: the triangles in each edge tile; nil for the whole tile.
  func draw(
    _ resident: ResidentCommand, _ tile: PixelRect, canvasToClip: Transform3D,
    _ call: DrawCall?, into destination: ABufferPass.Destination? = nil,
    edgeTiles: TileDraw? = nil
  ) {
    let command = resident.command
    glUseProgram(program.name)
    let projection = command.projection
    set("unitToClip", FloatMatrix(projection.unitToCanvas * canvasToClip))
    if variant.isLit { setLighting(command.lighting, projection) }
    glActiveTexture(GLenum(GL_TEXTURE0))
    resident.texture.texture.bind(usingMipmaps: variant.filter == .mipmapped)
    glUniform1i(program.uniform("content"), 0)
    if variant.isOversampled {
      glUniform1i(program.uniform("oversampled"), resident.bindOversampled(unit: 2))
    }
    if variant.isTiled { resident.tiles?.bind(unit: 3, program) }
    let tint = command.item.tint
    if variant.isTinted { glUniform4f(program.uniform("tint"), tint.x, tint.y, tint.z, tint.w) }
    if let call { set(call.key) }

    glUniform1f(program.uniform("supersamplingFactor"), Float(tile.supersamplingFactor))
    if variant.interpolatesFaces {
      glUniform1i(program.uniform("texelsPerFace"), resident.buffers.bindFaces(unit: 1))
      glUniform1i(program.uniform("faces"), 1)
    }
    if case .canvasPixels(_, let x, let y) = command.item.content {
      glUniform2f(program.uniform("contentOrigin"), Float(x), Float(y))
    }
    let tileOrigin = variant.needsTileOrigin ? program.uniform("tileOrigin") : nil
    if let tileOrigin { glUniform2f(tileOrigin, Float(tile.x), Float(tile.y)) }

    destination?.setUniforms(program)
    glBindVertexArray(resident.buffers.vertexArray.name)
    let pipeline = pipelineState(command, tile, destination)
    if pipeline.writesDepth, pipeline.writesColor, command.isFoldedInPlane {
      // The first draw writes colors, face over face; the second writes the depths of all faces.
      var (colors, depths) = (pipeline, pipeline)
      (colors.writesDepth, depths.writesColor) = (false, false)
      drawTriangles(resident, call, edgeTiles, colors)
      drawTriangles(resident, call, edgeTiles, depths)
    } else {
      drawTriangles(resident, call, edgeTiles, pipeline)
    }
    if edgeTiles != nil { glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), resident.buffers.indexBuffer.name) }
    glBindVertexArray(0)
  }

  /// Draws a batch.
  /// - `canvasToClip`: the transform of the tile that is being drawn, without a depth bias.
  /// - `command`: one of its commands.
  func draw(_ resident: ResidentBatch, _ command: DrawCommand, _ tile: PixelRect, canvasToClip: Transform3D) {
    glUseProgram(program.name)
    set("unitToClip", FloatMatrix(canvasToClip))
    glActiveTexture(GLenum(GL_TEXTURE0))
    resident.texture.texture.bind(usingMipmaps: variant.filter == .mipmapped)
    glUniform1i(program.uniform("content"), 0)
    glUniform1f(program.uniform("supersamplingFactor"), Float(tile.supersamplingFactor))
    glBindVertexArray(resident.buffers.vertexArray.name)
    gl.state.set(pipelineState(command, tile, nil))
    glDrawElements(
      GLenum(GL_TRIANGLES), GLsizei(6 * resident.buffers.itemCount), GLenum(GL_UNSIGNED_INT), nil)
    glBindVertexArray(0)
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
    _ resident: ResidentCommand, _ call: DrawCall?, _ edgeTiles: TileDraw?, _ state: PipelineState
  ) {
    if let edgeTiles {
      return edgeTiles.draw(
        state, gl, tileOrigin: variant.needsTileOrigin ? program.uniform("tileOrigin") : nil)
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

  private func set(_ key: BatchKey) {
    if variant.filter == .twoTaps {
      let along = key.alongPixels / 4
      glUniform2f(program.uniform("along"), along.x, along.y)
    }
  }

  private func set(_ name: String, _ matrix: FloatMatrix) {
    glUniformMatrix4fv(program.uniform(name), 1, GLboolean(GL_FALSE), matrix.elements)
  }

  private func setLighting(_ lighting: LightingUniforms, _ projection: LayerProjection) {
    let scalar = variant.hasScalarLight ? lighting.scalarLight : nil
    // The shader's world space: with a scalar light, the space in which a directional light travels along -z.
    let rotation = scalar?.worldToLight ?? .identity
    let pointsToWorld = projection.pointsToWorld * rotation
    set("unitToWorld", FloatMatrix(projection.unitToPoints * pointsToWorld))
    glUniformMatrix3fv(
      program.uniform("normalToWorld"), 1, GLboolean(GL_FALSE), LightingUniforms.normalMatrix(pointsToWorld))
    let eye = projection.eye
    let turned = rotation.transform(Point3D(eye.x, eye.y, eye.z))
    glUniform4f(program.uniform("eye"), Float(turned.x), Float(turned.y), Float(turned.z), Float(eye.w))
    if let scalar {
      let (parts, position) = (scalar.parts, scalar.position)
      glUniform4f(program.uniform("scalarLight"), parts.x, parts.y, parts.z, parts.w)
      return glUniform3f(program.uniform("lightPosition"), position.x, position.y, position.z)
    }
    let ambient = lighting.ambient
    glUniform4f(program.uniform("ambient"), ambient.x, ambient.y, ambient.z, lighting.specularExponent)
    if let lightBlock {
      glUniform1i(program.uniform("lightCount"), GLint(lighting.lights.count))
      return lightBlock.bind(gl, lighting.lights)
    }
    for (field, value) in lighting.lights[0].fields {
      glUniform4f(program.uniform("lights[0].\(field)"), value.x, value.y, value.z, value.w)
    }
  }
}

@available(*, unavailable) extension MeshPass: Sendable {}
