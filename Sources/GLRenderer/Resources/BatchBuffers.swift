import CEGL
import RenderGraph

/// The vertices of a batch of unbent items on the device, and the indices of their triangles. Owns the buffers.
final class BatchBuffers {
  let vertexArray: VertexArray
  private var vertexBuffer: Buffer
  private var indexBuffer: Buffer
  /// The number of items in the buffers.
  private(set) var itemCount: Int

  init(_ gl: GLContext, _ batch: SquareBatch) throws(GLError) {
    vertexArray = VertexArray()
    vertexBuffer = try Buffer(gl, target: GL_ARRAY_BUFFER, batch.vertices)
    let stride = MemoryLayout<SquareBatch.Vertex>.stride
    vertexArray.floats(0, components: 2, stride: stride, offset: SquareBatch.Vertex.fromOffset)
    vertexArray.floats(1, components: 4, stride: stride, offset: 0)
    vertexArray.floats(5, components: 4, stride: stride, offset: SquareBatch.Vertex.tintOffset)
    itemCount = batch.commands.count
    indexBuffer = try Buffer(gl, target: GL_ELEMENT_ARRAY_BUFFER, Self.indices(itemCount))
    glBindVertexArray(0)
  }

  /// Replaces the vertices. No memory is allocated where they fit.
  func refill(_ gl: GLContext, _ batch: SquareBatch) throws(GLError) {
    // The index binding belongs to the bound vertex array.
    glBindVertexArray(vertexArray.name)
    defer { glBindVertexArray(0) }
    try vertexBuffer.refill(gl, target: GL_ARRAY_BUFFER, batch.vertices)
    itemCount = batch.commands.count
    if 6 * itemCount > indexBuffer.count {
      try indexBuffer.refill(gl, target: GL_ELEMENT_ARRAY_BUFFER, Self.indices(itemCount))
    }
  }

  /// The triangles 0-1-2 and 2-3-0 of each item.
  private static func indices(_ itemCount: Int) -> [UInt32] {
    (0..<UInt32(itemCount)).flatMap { item in [0, 1, 2, 2, 3, 0].map { 4 * item + $0 } }
  }
}

@available(*, unavailable) extension BatchBuffers: Sendable {}
