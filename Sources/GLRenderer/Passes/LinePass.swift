import CEGL
import MeshTransform
import RenderGraph
import Shaders

/// Draws mesh lines and control points over a finished picture.
final class LinePass {
  private let program: ShaderProgram
  private let state: StateCache

  init(_ gl: GLContext) throws(GLError) {
    state = gl.state
    program = try ShaderProgram(
      gl, vertex: ShaderSource(file: "lines.vert.glsl", text: Shaders.linesVertex),
      fragment: ShaderSource(file: "lines.frag.glsl", text: Shaders.linesFragment))
  }

  /// - `canvasToClip`: the transform of the tile that is being drawn.
  func draw(_ marks: WireframeBuffers, _ tile: PixelRect, canvasToClip m: Transform3D) {
    var pipeline = PipelineState(fragmentsOf: tile)
    pipeline.blending = .over
    state.set(pipeline)
    glUseProgram(program.name)
    glUniform4f(program.uniform("canvasToClip"), Float(m.m11), Float(m.m22), Float(m.m41), Float(m.m42))
    glUniform1f(program.uniform("soft"), 1 / Float(tile.supersamplingFactor))
    for batch in [marks.lines, marks.dots] {
      glBindVertexArray(batch.vertexArray.name)
      for stroke in batch.strokes {
        let color = stroke.color
        glUniform1f(program.uniform("radius"), stroke.radius)
        glUniform4f(program.uniform("color"), color.x, color.y, color.z, color.w)
        glDrawArraysInstanced(GLenum(GL_TRIANGLE_STRIP), 0, 4, GLsizei(batch.buffer.count))
      }
    }
    glBindVertexArray(0)
  }
}

@available(*, unavailable) extension LinePass: Sendable {}
