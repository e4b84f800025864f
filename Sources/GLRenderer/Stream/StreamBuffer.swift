import CEGL

/// A buffer with a section for each frame of a ``FrameRing``: the CPU writes into one while the device reads the others.
/// Mapped for its lifetime where GL_EXT_buffer_storage is offered. Owns the buffer.
final class StreamBuffer {
  let name: GLuint
  /// Bytes of one section.
  let sectionSize: Int
  private let target: GLenum
  /// The mapped sections; nil where each write maps its range.
  private let memory: UnsafeMutableRawPointer?

  /// Leaves the buffer bound to `target`.
  /// - `sectionSize`: at least one vertex has room, since no buffer is empty.
  init(_ gl: GLContext, target: Int32, sectionSize: Int) throws(GLError) {
    let sectionSize = max(sectionSize, 4 * MemoryLayout<Float>.stride)
    (self.target, self.sectionSize) = (GLenum(target), sectionSize)
    var name: GLuint = 0
    glGenBuffers(1, &name)
    self.name = name
    gl.statistics.buffers += 1
    let size = FrameRing.count * sectionSize
    glBindBuffer(GLenum(target), name)
    if let storage = BufferStorage(gl.capabilities) {
      memory = storage.map(
        target, size, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT_EXT, mapFlags: GL_MAP_FLUSH_EXPLICIT_BIT)
      try gl.check("a mapped buffer of \(size) bytes")
      guard memory != nil else { throw .bufferMap(bytes: size) }
    } else {
      memory = nil
      glBufferData(GLenum(target), size, nil, GLenum(GL_STREAM_DRAW))
      try gl.check("a buffer of \(size) bytes")
    }
  }

  /// The first byte of a section in the buffer.
  func offset(of section: Int) -> Int { section * sectionSize }

  /// Writes into a range of the current frame's section. The buffer is bound.
  /// - `offset`: the first byte within the section.
  /// - `body`: writes all bytes of the range, and reads none.
  func write(
    _ gl: GLContext, at offset: Int, count: Int, _ body: (UnsafeMutableRawPointer) -> Void
  ) throws(GLError) {
    precondition(offset >= 0 && offset + count <= sectionSize, "a write stays in its section")
    let start = self.offset(of: gl.frames.section) + offset
    gl.statistics.uploadedBytes += count
    if let memory {
      body(memory + start)
      glFlushMappedBufferRange(target, start, count)
      return
    }
    // The ring keeps the range apart from those that the device reads.
    let access = GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_UNSYNCHRONIZED_BIT
    guard let bytes = glMapBufferRange(target, start, count, GLbitfield(access)) else {
      try gl.check("mapping \(count) bytes")
      throw .bufferMap(bytes: count)
    }
    body(bytes)
    guard glUnmapBuffer(target) == GLboolean(GL_TRUE) else { throw .bufferMap(bytes: count) }
  }

  deinit { withUnsafePointer(to: name) { glDeleteBuffers(1, $0) } }
}

@available(*, unavailable) extension StreamBuffer: Sendable {}
