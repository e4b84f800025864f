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

/// Blocks of uniforms, written one behind the other into the section of the frame.
final class UniformStream {
  private var buffer: StreamBuffer
  private let alignment: Int
  /// The frame that has written last, and the bytes that it has used.
  private var (frame, used) = (0, 0)

  init(_ gl: GLContext) throws(GLError) {
    alignment = max(gl.capabilities.uniformAlignment, 1)
    buffer = try StreamBuffer(gl, target: GL_UNIFORM_BUFFER, sectionSize: 1 << 16)
  }

  /// Uploads a block and binds it.
  /// - `binding`: the binding of the block in the shader.
  func bind(_ gl: GLContext, to binding: GLuint, _ block: UnsafeRawBufferPointer) throws(GLError) {
    if frame != gl.frames.number { (frame, used) = (gl.frames.number, 0) }
    if used + block.count > buffer.sectionSize {
      // The commands that read the old buffer keep it alive.
      let size = max(2 * buffer.sectionSize, block.count)
      buffer = try StreamBuffer(gl, target: GL_UNIFORM_BUFFER, sectionSize: size)
      used = 0
    }
    let offset = used
    used = (used + block.count + alignment - 1) / alignment * alignment
    glBindBufferRange(
      GLenum(GL_UNIFORM_BUFFER), binding, buffer.name, buffer.offset(of: gl.frames.section) + offset,
      block.count)
    try buffer.write(gl, at: offset, count: block.count) { memory in
      memory.copyMemory(from: block.baseAddress!, byteCount: block.count)
    }
  }
}

@available(*, unavailable) extension UniformStream: Sendable {}

/// GL_EXT_buffer_storage: buffers that stay mapped while the device uses them.
struct BufferStorage {
  private typealias Function = @convention(c) (GLenum, GLsizeiptr, UnsafeRawPointer?, GLbitfield) -> Void
  private let allocate: Function

  /// Fails if the driver does not offer the extension.
  init?(_ capabilities: Capabilities) {
    // EGL returns addresses as those of functions without parameters; the extension's text defines this signature.
    guard capabilities.extensions.contains("GL_EXT_buffer_storage"),
      let address = eglGetProcAddress("glBufferStorageEXT")
    else { return nil }
    allocate = unsafeBitCast(address, to: Function.self)
  }

  /// Allocates the buffer that is bound to `target`, and maps it.
  /// - `mapFlags`: flags of the map besides those of the storage.
  /// - Returns: nil where the driver cannot map it.
  func map(_ target: Int32, _ size: Int, _ flags: Int32, mapFlags: Int32 = 0) -> UnsafeMutableRawPointer? {
    allocate(GLenum(target), size, nil, GLbitfield(flags))
    return glMapBufferRange(GLenum(target), 0, size, GLbitfield(flags | mapFlags))
  }
}
