import CEGL

/// A GL buffer that only grows. Owns it.
struct Buffer: ~Copyable {
  let name: GLuint
  /// Number of elements in the buffer.
  private(set) var count: Int
  /// Capacity in bytes.
  private var room: Int

  /// Copies `elements` as they lie in memory. Leaves the buffer bound to `target`.
  init<Element: BitwiseCopyable>(_ gl: GLContext, target: Int32, _ elements: [Element]) throws(GLError) {
    var name: GLuint = 0
    glGenBuffers(1, &name)
    self.name = name
    count = elements.count
    room = elements.count * MemoryLayout<Element>.stride
    gl.statistics.buffers += 1
    glBindBuffer(GLenum(target), name)
    elements.withUnsafeBytes { bytes in
      glBufferData(GLenum(target), bytes.count, bytes.baseAddress, GLenum(GL_STATIC_DRAW))
    }
    gl.statistics.uploadedBytes += room
    try gl.check("a buffer of \(room) bytes")
  }

  /// Replaces the elements. Where they do not fit, allocates an eighth more than they take, for later frames.
  mutating func refill<Element: BitwiseCopyable>(_ gl: GLContext, target: Int32, _ elements: [Element])
    throws(GLError)
  {
    count = 0
    if elements.isEmpty { return }
    glBindBuffer(GLenum(target), name)
    let size = elements.count * MemoryLayout<Element>.stride
    if size > room {
      let larger = size + size / 8
      glBufferData(GLenum(target), larger, nil, GLenum(GL_STATIC_DRAW))
      gl.statistics.buffers += 1
      room = 0
      try gl.check("a buffer of \(larger) bytes")
      room = larger
    }
    elements.withUnsafeBytes { bytes in
      glBufferSubData(GLenum(target), 0, bytes.count, bytes.baseAddress)
      gl.statistics.uploadedBytes += bytes.count
    }
    count = elements.count
  }

  deinit {
    withUnsafePointer(to: name) { glDeleteBuffers(1, $0) }
  }
}

@available(*, unavailable) extension Buffer: Sendable {}

/// The layout of vertex attributes. Owns the vertex array object, and binds it when it is made.
final class VertexArray {
  let name: GLuint

  init() {
    var name: GLuint = 0
    glGenVertexArrays(1, &name)
    self.name = name
    glBindVertexArray(name)
  }

  /// Feeds attribute `location` from the buffer that is bound to GL_ARRAY_BUFFER.
  func floats(_ location: GLuint, components: Int, stride: Int, offset: Int) {
    glEnableVertexAttribArray(location)
    glVertexAttribPointer(
      location, GLint(components), GLenum(GL_FLOAT), GLboolean(GL_FALSE), GLsizei(stride),
      UnsafeRawPointer(bitPattern: offset))
  }

  /// The attribute is read once for each instance instead of each vertex.
  func advancesByInstance(_ location: GLuint) { glVertexAttribDivisor(location, 1) }

  deinit {
    withUnsafePointer(to: name) { glDeleteVertexArrays(1, $0) }
  }
}

@available(*, unavailable) extension VertexArray: Sendable {}
