import CEGL
import RenderGraph

/// A batch of unbent items whose vertices and texture are on the device.
struct ResidentBatch {
  let batch: SquareBatch
  let buffers: BatchBuffers
  let texture: SharedTexture
}

/// The instances of a batch of unbent items on the device. Owns the buffer.
final class BatchBuffers {
  let vertexArray: VertexArray
  private var squares: Buffer
  /// The number of items in the buffer.
  var itemCount: Int { squares.count }

  init(_ gl: GLContext, _ batch: SquareBatch) throws(GLError) {
    vertexArray = VertexArray()
    squares = try Buffer(gl, target: GL_ARRAY_BUFFER, batch.squares)
    let (stride, size) = (MemoryLayout<Square>.stride, MemoryLayout<SIMD4<Float>>.stride)
    // Origin, sides and tint.
    for (location, offset) in zip(GLuint(0)..., Swift.stride(from: 0, to: stride, by: size)) {
      vertexArray.floats(location, components: 4, stride: stride, offset: offset)
      vertexArray.advancesByInstance(location)
    }
    glBindVertexArray(0)
  }

  /// Replaces the instances. No memory is allocated where they fit.
  func refill(_ gl: GLContext, _ batch: SquareBatch) throws(GLError) {
    try squares.refill(gl, target: GL_ARRAY_BUFFER, batch.squares)
  }
}

@available(*, unavailable) extension BatchBuffers: Sendable {}
