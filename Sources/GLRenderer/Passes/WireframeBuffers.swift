import CEGL
import RenderGraph

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
