import CEGL

/// A buffer that shaders read and write, and that only grows. Owns the GL buffer.
struct ShaderBuffer: ~Copyable {
  private let name: GLuint
  /// Size in bytes.
  private(set) var size = 0

  init() {
    var name: GLuint = 0
    glGenBuffers(1, &name)
    self.name = name
  }

  /// Grows the buffer to at least this size. Growth discards the content.
  mutating func reserve(_ gl: GLContext, bytes: Int) throws(GLError) {
    guard bytes > size else { return }
    // A quarter is added: moving surfaces need a little more with every frame.
    let bytes = max(bytes, min(size + size / 4, gl.capabilities.maxShaderBuffer))
    let target = GLenum(GL_SHADER_STORAGE_BUFFER)
    glBindBuffer(target, name)
    // A failed allocation also discards the previous content.
    size = 0
    glBufferData(target, bytes, nil, GLenum(GL_DYNAMIC_COPY))
    try gl.check("a buffer of \(bytes) bytes")
    size = bytes
    gl.statistics.buffers += 1
  }

  func bind(_ binding: GLuint) { glBindBufferBase(GLenum(GL_SHADER_STORAGE_BUFFER), binding, name) }

  /// Binds the buffer as an attribute of the bound vertex array: one unsigned integer for each vertex.
  func bindAsAttribute(_ location: GLuint) {
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), name)
    glEnableVertexAttribArray(location)
    glVertexAttribIPointer(location, 1, GLenum(GL_UNSIGNED_INT), 0, nil)
  }

  /// Fills the beginning with zeros.
  /// - `onDevice`: whether to copy from another buffer, without a wait, instead of writing through a map.
  func zero(_ gl: GLContext, bytes: Int, onDevice: Bool) throws(GLError) {
    if onDevice {
      try ZeroBuffer.copy(gl, to: name, bytes: bytes)
    } else {
      try map(gl, 0, bytes, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT) {
        $0.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
      }
    }
  }

  /// The 32-bit word at an index. Waits for the device.
  func word(_ gl: GLContext, _ place: Int) throws(GLError) -> Int {
    var value: UInt32 = 0
    try map(gl, 4 * place, 4, GL_MAP_READ_BIT) { value = $0.load(as: UInt32.self) }
    return Int(value)
  }

  /// - Throws: an error where the device refuses the memory or loses its content. Otherwise list heads that are not empty,
  ///   or a counter that was not read, would go undetected.
  private func map(
    _ gl: GLContext, _ offset: Int, _ length: Int, _ access: Int32, _ body: (UnsafeMutableRawPointer) -> Void
  ) throws(GLError) {
    let target = GLenum(GL_SHADER_STORAGE_BUFFER)
    glBindBuffer(target, name)
    guard let bytes = glMapBufferRange(target, offset, length, GLbitfield(access)) else {
      try gl.check("mapping \(length) bytes of the A-buffer")
      throw .bufferMap(bytes: length)
    }
    body(bytes)
    guard glUnmapBuffer(target) == GLboolean(GL_TRUE) else { throw .bufferMap(bytes: length) }
  }

  deinit {
    withUnsafePointer(to: name) { glDeleteBuffers(1, $0) }
  }
}

@available(*, unavailable) extension ShaderBuffer: Sendable {}

/// A source of zeros on the device, for copies.
private enum ZeroBuffer {
  /// Bytes per copy.
  private static let size = 1 << 20

  static func copy(_ gl: GLContext, to name: GLuint, bytes: Int) throws(GLError) {
    var zeros: GLuint = 0
    glGenBuffers(1, &zeros)
    defer { withUnsafePointer(to: zeros) { glDeleteBuffers(1, $0) } }
    let (source, target) = (GLenum(GL_COPY_READ_BUFFER), GLenum(GL_COPY_WRITE_BUFFER))
    glBindBuffer(source, zeros)
    let first = min(bytes, size)
    [UInt8](repeating: 0, count: first).withUnsafeBytes {
      glBufferData(source, first, $0.baseAddress, GLenum(GL_STREAM_COPY))
    }
    glBindBuffer(target, name)
    for start in stride(from: 0, to: bytes, by: size) {
      glCopyBufferSubData(source, target, 0, start, min(size, bytes - start))
    }
    glBindBuffer(source, 0)
    glBindBuffer(target, 0)
    try gl.check("emptying an A-buffer of \(bytes) bytes")
  }
}
