import CEGL
import RenderGraph

/// The buffers of meshes, batches and mesh lines, kept from frame to frame. Buffers that a frame does not use are freed
/// after it.
struct BufferCache {
  private var meshes = FrameCached<Int, GeometryBuffers>()
  private var squares: [Int: GeometryBuffers] = [:]
  private var batches = BuffersInOrder<BatchBuffers>()
  private var lines = BuffersInOrder<WireframeBuffers>()

  /// Uploads an item's triangles, into the buffers of the frame before where these fit.
  mutating func buffers(_ gl: GLContext, _ command: DrawCommand) throws(GLError) -> GeometryBuffers {
    let key = command.topology.key
    guard key >= 0 else {
      if let known = squares[key] { return known }
      let made = try GeometryBuffers(gl, command, isStreamed: false)
      squares[key] = made
      return made
    }
    if let known = meshes[key], try known.refill(gl, command) { return known }
    let isStreamed = gl.capabilities.deviceClass.streamsVertices
    let made = try GeometryBuffers(gl, command, isStreamed: isStreamed)
    meshes[key] = made
    return made
  }

  /// Uploads mesh lines, into buffers of the frame before where there are any.
  mutating func lines(_ gl: GLContext, _ marks: WireframeGeometry) throws(GLError) -> WireframeBuffers {
    try lines.next { buffers throws(GLError) in
      try buffers.refill(gl, marks)
    } make: { () throws(GLError) in
      try WireframeBuffers(gl, marks)
    }
  }

  /// Uploads a batch, into buffers of the frame before where there are any.
  mutating func buffers(_ gl: GLContext, _ batch: SquareBatch) throws(GLError) -> BatchBuffers {
    try batches.next { buffers throws(GLError) in
      try buffers.refill(gl, batch)
    } make: { () throws(GLError) in
      try BatchBuffers(gl, batch)
    }
  }

  mutating func endFrame() {
    meshes.endFrame()
    batches.endFrame()
    lines.endFrame()
  }
}

/// Buffers that each frame uses in the same order.
private struct BuffersInOrder<Buffers> {
  /// The buffers of this frame, followed by unused ones of the frame before.
  private var all: [Buffers] = []
  private var count = 0

  /// The next buffers of this frame: those of the frame before, refilled, or new ones.
  mutating func next(
    refill: (Buffers) throws(GLError) -> Void, make: () throws(GLError) -> Buffers
  ) throws(GLError) -> Buffers {
    if count < all.count {
      try refill(all[count])
    } else {
      all.append(try make())
    }
    count += 1
    return all[count - 1]
  }

  /// Frees the buffers that this frame did not use.
  mutating func endFrame() {
    all.removeSubrange(count...)
    count = 0
  }
}
