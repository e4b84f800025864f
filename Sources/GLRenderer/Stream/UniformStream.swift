import CEGL

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
