import CEGL
import MeshTransform
import RenderGraph

/// An asynchronous read-back of pixels: the device copies them into a buffer after drawing, and they are read once the
/// fence behind the copy is signaled. Owns the buffer.
final class PixelReadback {
  private let gl: GLContext
  private let name: GLuint
  private var fence: GLsync?
  /// Capacity in pixels.
  let size: PixelSize
  private let format: PixelFormat

  /// The timeout of one wait in nanoseconds.
  private static let patience: GLuint64 = 1_000_000_000
  /// Number of waits before the device counts as lost: 10 minutes, since a software rasterizer takes minutes for a
  /// large picture.
  private static let mostWaits = 600

  init(_ gl: GLContext, size: PixelSize, _ format: PixelFormat) throws(GLError) {
    (self.gl, self.size, self.format) = (gl, size, format)
    var name: GLuint = 0
    glGenBuffers(1, &name)
    self.name = name
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), name)
    glBufferData(
      GLenum(GL_PIXEL_PACK_BUFFER), format.depth.bytesPerPixel * size.area, nil, GLenum(GL_STREAM_READ))
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
    gl.statistics.buffers += 1
    try gl.check("a buffer for \(size) px")
  }

  /// Requests the first pixels of the bound read framebuffer, without a wait.
  /// - `area`: the size of the request, no larger than ``size``.
  func begin(_ area: PixelSize) throws(GLError) {
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), name)
    gl.state.read(area, type: format.readType, into: nil)
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
    if let fence { glDeleteSync(fence) }
    fence = glFenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0)
    glFlush()
    try gl.check("reading \(area) px")
  }

  /// Waits for the pixels, and copies them into their place in a picture.
  /// - `tile`: the place in the picture, of the size of the request.
  func finish(_ tile: PixelRect, into memory: PictureMemory) throws(GLError) {
    try wait()
    let (target, rowBytes) = (
      GLenum(GL_PIXEL_PACK_BUFFER), format.depth.bytesPerPixel * tile.width
    )
    glBindBuffer(target, name)
    defer { glBindBuffer(target, 0) }
    let bytes = rowBytes * tile.height
    guard let pixels = glMapBufferRange(target, 0, bytes, GLbitfield(GL_MAP_READ_BIT)) else {
      try gl.check("mapping \(bytes) bytes of pixels")
      throw .bufferMap(bytes: bytes)
    }
    for row in 0..<tile.height {
      memory.pixel(tile.x, tile.y + row).copyMemory(from: pixels + rowBytes * row, byteCount: rowBytes)
    }
    gl.statistics.readBytes += bytes
    guard glUnmapBuffer(target) == GLboolean(GL_TRUE) else { throw .bufferMap(bytes: bytes) }
  }

  private func wait() throws(GLError) {
    guard let fence else { return }
    defer {
      glDeleteSync(fence)
      self.fence = nil
    }
    for _ in 0..<Self.mostWaits {
      switch glClientWaitSync(fence, GLbitfield(GL_SYNC_FLUSH_COMMANDS_BIT), Self.patience) {
      case GLenum(GL_ALREADY_SIGNALED), GLenum(GL_CONDITION_SATISFIED): return
      case GLenum(GL_TIMEOUT_EXPIRED): continue
      default:
        try gl.check("waiting for pixels")
        throw .contextLost("waiting for pixels")
      }
    }
    throw .contextLost("waiting \(Self.mostWaits) seconds for pixels")
  }

  deinit {
    if let fence { glDeleteSync(fence) }
    withUnsafePointer(to: name) { glDeleteBuffers(1, $0) }
  }
}

@available(*, unavailable) extension PixelReadback: Sendable {}
