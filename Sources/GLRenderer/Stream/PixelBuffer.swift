import CEGL

/// A buffer that the device fills with pixels and the CPU reads, mapped for its lifetime where GL_EXT_buffer_storage is
/// offered. Owns the buffer.
final class PixelBuffer {
  let name: GLuint
  /// The mapped buffer; nil where each read maps it.
  private let memory: UnsafeMutableRawPointer?

  init(_ gl: GLContext, byteCount: Int) throws(GLError) {
    let target = GLenum(GL_PIXEL_PACK_BUFFER)
    var name: GLuint = 0
    glGenBuffers(1, &name)
    self.name = name
    gl.statistics.buffers += 1
    glBindBuffer(target, name)
    defer { glBindBuffer(target, 0) }
    if let storage = BufferStorage(gl.capabilities) {
      // Coherent, so that a fence alone makes the pixels visible to the CPU.
      memory = storage.map(
        GL_PIXEL_PACK_BUFFER, byteCount, GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT_EXT | GL_MAP_COHERENT_BIT_EXT
      )
      try gl.check("a mapped buffer of \(byteCount) bytes")
      guard memory != nil else { throw .bufferMap(bytes: byteCount) }
    } else {
      memory = nil
      glBufferData(target, byteCount, nil, GLenum(GL_STREAM_READ))
      try gl.check("a buffer of \(byteCount) bytes")
    }
  }

  /// Calls `body` with the first bytes, which the device has filled.
  func read(_ gl: GLContext, _ byteCount: Int, _ body: (UnsafeRawPointer) -> Void) throws(GLError) {
    if let memory { return body(UnsafeRawPointer(memory)) }
    let target = GLenum(GL_PIXEL_PACK_BUFFER)
    glBindBuffer(target, name)
    defer { glBindBuffer(target, 0) }
    guard let bytes = glMapBufferRange(target, 0, byteCount, GLbitfield(GL_MAP_READ_BIT)) else {
      try gl.check("mapping \(byteCount) bytes of pixels")
      throw .bufferMap(bytes: byteCount)
    }
    body(UnsafeRawPointer(bytes))
    guard glUnmapBuffer(target) == GLboolean(GL_TRUE) else { throw .bufferMap(bytes: byteCount) }
  }

  deinit { withUnsafePointer(to: name) { glDeleteBuffers(1, $0) } }
}

@available(*, unavailable) extension PixelBuffer: Sendable {}
