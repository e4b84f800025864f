import CEGL
import MeshTransform
import Shaders

/// Draws mesh lines and control points over a finished picture.
final class LinePass {
  private let program: ShaderProgram

  init(_ gl: GLContext) throws(GLError) {
    program = try ShaderProgram(
      gl, vertex: ShaderSource(file: "lines.vert.glsl", text: Shaders.linesVertex),
      fragment: ShaderSource(file: "lines.frag.glsl", text: Shaders.linesFragment))
  }

  /// - `supersamplingFactor`: the fragments a side of each pixel.
  func draw(_ marks: WireframeBuffers, canvasToClip m: Transform3D, supersamplingFactor: Int) {
    glUseProgram(program.name)
    glDisable(GLenum(GL_DEPTH_TEST))
    glDisable(GLenum(GL_CULL_FACE))
    glEnable(GLenum(GL_BLEND))
    glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    glUniform4f(program.uniform("canvasToClip"), Float(m.m11), Float(m.m22), Float(m.m41), Float(m.m42))
    glUniform1f(program.uniform("soft"), 1 / Float(supersamplingFactor))
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
