import CEGL
import RenderGraph

/// The buffers of meshes, batches and mesh lines, kept from frame to frame. Buffers that a frame does not use are freed after
/// it.
struct BufferCache {
  private var meshes = FrameCached<Int, GeometryBuffers>()
  private var squares: [Int: GeometryBuffers] = [:]
  /// The batches of this frame, followed by unused buffers of the frame before.
  private var batches: [BatchBuffers] = []
  private var batchCount = 0
  /// The lines of this frame, followed by unused buffers of the frame before.
  private var lines: [WireframeBuffers] = []
  private var lineCount = 0

  /// Uploads an item's triangles, into the buffers of the frame before where these fit.
  mutating func buffers(_ gl: GLContext, _ geometry: ItemGeometry) throws(GLError) -> GeometryBuffers {
    let key = geometry.topology.key
    guard key >= 0 else {
      if let known = squares[key] { return known }
      let made = try GeometryBuffers(gl, geometry)
      squares[key] = made
      return made
    }
    if let known = meshes[key], try known.refill(gl, geometry) { return known }
    let made = try GeometryBuffers(gl, geometry)
    meshes[key] = made
    return made
  }

  /// Uploads mesh lines, into buffers of the frame before where there are any.
  mutating func lines(_ gl: GLContext, _ marks: WireframeGeometry) throws(GLError) -> WireframeBuffers {
    if lineCount < lines.count {
      try lines[lineCount].refill(gl, marks)
    } else {
      lines.append(try WireframeBuffers(gl, marks))
    }
    lineCount += 1
    return lines[lineCount - 1]
  }

  /// Uploads a batch, into buffers of the frame before where there are any.
  mutating func buffers(_ gl: GLContext, _ batch: SquareBatch) throws(GLError) -> BatchBuffers {
    if batchCount < batches.count {
      try batches[batchCount].refill(gl, batch)
    } else {
      batches.append(try BatchBuffers(gl, batch))
    }
    batchCount += 1
    return batches[batchCount - 1]
  }

  mutating func endFrame() {
    meshes.endFrame()
    batches.removeSubrange(batchCount...)
    batchCount = 0
    lines.removeSubrange(lineCount...)
    lineCount = 0
  }
}
