import CEGL

/// A buffer that shaders read and write, and that only ever grows. Owns it.
struct ShaderBuffer: ~Copyable {
  private let name: GLuint
  /// In bytes.
  private(set) var size = 0

  init() {
    var name: GLuint = 0
    glGenBuffers(1, &name)
    self.name = name
  }

  /// Makes it at least that large; it is empty afterwards if it grows.
  mutating func reserve(_ gl: GLContext, bytes: Int) throws(GLError) {
    guard bytes > size else { return }
    // With some to spare: what moves needs a little more with every frame.
    let bytes = max(bytes, min(size + size / 4, gl.capabilities.maxShaderBuffer))
    let target = GLenum(GL_SHADER_STORAGE_BUFFER)
    glBindBuffer(target, name)
    glBufferData(target, bytes, nil, GLenum(GL_DYNAMIC_COPY))
    try gl.check("a buffer of \(bytes) bytes")
    size = bytes
    gl.statistics.buffers += 1
  }

  func bind(_ binding: GLuint) { glBindBufferBase(GLenum(GL_SHADER_STORAGE_BUFFER), binding, name) }

  /// Numbers without sign, one for each vertex of the vertex array that is bound.
  func bindAsAttribute(_ location: GLuint) {
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), name)
    glEnableVertexAttribArray(location)
    glVertexAttribIPointer(location, 1, GLenum(GL_UNSIGNED_INT), 0, nil)
  }

  /// Fills the beginning with zeros.
  func zero(bytes: Int) {
    map(0, bytes, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT) {
      $0.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    }
  }

  /// The number at that place, counted in words of four bytes. Waits for the GPU.
  func word(_ place: Int) -> Int {
    var value: UInt32 = 0
    map(4 * place, 4, GL_MAP_READ_BIT) { value = $0.load(as: UInt32.self) }
    return Int(value)
  }

  private func map(_ offset: Int, _ length: Int, _ access: Int32, _ body: (UnsafeMutableRawPointer) -> Void) {
    let target = GLenum(GL_SHADER_STORAGE_BUFFER)
    glBindBuffer(target, name)
    if let bytes = glMapBufferRange(target, offset, length, GLbitfield(access)) { body(bytes) }
    glUnmapBuffer(target)
  }

  deinit {
    withUnsafePointer(to: name) { glDeleteBuffers(1, $0) }
  }
}

@available(*, unavailable) extension ShaderBuffer: Sendable {}
