import CEGL
import MeshTransform
import Shaders

/// Draws mesh lines and control points over a finished picture.
final class LinePass {
  private let program: ShaderProgram
  private let vertexArray: VertexArray
  private let buffer: Buffer

  init(_ gl: GLContext, _ marks: [WireframeMarks]) throws(GLError) {
    program = try ShaderProgram(
      gl, vertex: ShaderSource(file: "lines.vert.glsl", text: Shaders.linesVertex),
      fragment: ShaderSource(file: "lines.frag.glsl", text: Shaders.linesFragment))
    vertexArray = VertexArray()
    buffer = try Buffer(gl, target: GL_ARRAY_BUFFER, marks.flatMap(\.corners))
    let (stride, float) = (MemoryLayout<WireframeMarks.Corner>.stride, MemoryLayout<Float>.stride)
    vertexArray.floats(0, components: 2, stride: stride, offset: 0)
    vertexArray.floats(1, components: 2, stride: stride, offset: 2 * float)
    vertexArray.floats(2, components: 4, stride: stride, offset: 4 * float)
    glBindVertexArray(0)
  }

  func draw(canvasToClip m: Transform3D) {
    glUseProgram(program.name)
    glDisable(GLenum(GL_DEPTH_TEST))
    glEnable(GLenum(GL_BLEND))
    glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    glUniform4f(program.uniform("canvasToClip"), Float(m.m11), Float(m.m22), Float(m.m41), Float(m.m42))
    glBindVertexArray(vertexArray.name)
    glDrawArrays(GLenum(GL_TRIANGLES), 0, GLsizei(buffer.count))
    glBindVertexArray(0)
  }
}

@available(*, unavailable) extension LinePass: Sendable {}
