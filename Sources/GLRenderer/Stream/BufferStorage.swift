import CEGL

/// GL_EXT_buffer_storage: buffers that stay mapped while the device uses them.
struct BufferStorage {
  private typealias Function = @convention(c) (GLenum, GLsizeiptr, UnsafeRawPointer?, GLbitfield) -> Void
  private let allocate: Function

  /// Nil where the driver does not offer it.
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
