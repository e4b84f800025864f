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

/// The lines and control points of one mesh on the device: sixteen bytes each, drawn as one instance of a quad per
/// stroke.
final class WireframeBuffers {
  let lines: Batch
  let dots: Batch

  /// Marks that are drawn with the same strokes. Owns its GL objects.
  final class Batch {
    let vertexArray: VertexArray
    private(set) var buffer: Buffer
    private(set) var strokes: [WireframeGeometry.Stroke]

    init(_ gl: GLContext, _ marks: [WireframeGeometry.Ends], _ strokes: [WireframeGeometry.Stroke])
      throws(GLError)
    {
      self.strokes = marks.isEmpty ? [] : strokes
      vertexArray = VertexArray()
      buffer = try Buffer(gl, target: GL_ARRAY_BUFFER, marks)
      vertexArray.floats(0, components: 4, stride: MemoryLayout<WireframeGeometry.Ends>.stride, offset: 0)
      glVertexAttribDivisor(0, 1)
      glBindVertexArray(0)
    }

    fileprivate func refill(
      _ gl: GLContext, _ marks: [WireframeGeometry.Ends], _ strokes: [WireframeGeometry.Stroke]
    ) throws(GLError) {
      self.strokes = marks.isEmpty ? [] : strokes
      try buffer.refill(gl, target: GL_ARRAY_BUFFER, marks)
    }
  }

  init(_ gl: GLContext, _ marks: WireframeGeometry) throws(GLError) {
    lines = try Batch(gl, marks.lines, marks.lineStrokes)
    dots = try Batch(gl, marks.dots, marks.dotStrokes)
  }

  /// Replaces the marks in the same buffers.
  func refill(_ gl: GLContext, _ marks: WireframeGeometry) throws(GLError) {
    try lines.refill(gl, marks.lines, marks.lineStrokes)
    try dots.refill(gl, marks.dots, marks.dotStrokes)
  }
}

@available(*, unavailable) extension WireframeBuffers: Sendable {}
@available(*, unavailable) extension WireframeBuffers.Batch: Sendable {}
