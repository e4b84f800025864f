import CEGL

/// GL_EXT_robustness: whether the driver has reset the GPU, and this context with it.
///
/// Nothing drawn in such a context can be trusted, and nothing can be drawn in it again.
final class ContextResets {
  /// GL_CONTEXT_LOST of OpenGL ES 3.2.
  static let error: GLenum = 0x0507

  private typealias Function = @convention(c) () -> GLenum
  /// Nil where the driver does not offer it.
  private let status: Function?
  private var hasHappened = false

  /// Attributes for `eglCreateContext` by which resets are noticed; empty where EGL has none.
  static func attributes(_ connection: DisplayConnection) -> [EGLint] {
    let extensions = eglQueryString(connection.display, EGL_EXTENSIONS).map { String(cString: $0) } ?? ""
    if extensions.contains("EGL_EXT_create_context_robustness") {
      return [
        EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, EGL_TRUE,
        EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT,
      ]
    }
    guard connection.version == "1.5" else { return [] }
    return [
      EGL_CONTEXT_OPENGL_ROBUST_ACCESS, EGL_TRUE,
      EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, EGL_LOSE_CONTEXT_ON_RESET,
    ]
  }

  /// Of the context that is current.
  init(_ capabilities: Capabilities) {
    let names = [
      ("GL_KHR_robustness", "glGetGraphicsResetStatusKHR"),
      ("GL_EXT_robustness", "glGetGraphicsResetStatusEXT"),
    ]
    let name =
      capabilities.version.contains("OpenGL ES 3.2")
      ? "glGetGraphicsResetStatus" : names.first { capabilities.extensions.contains($0.0) }?.1
    // EGL gives addresses as those of functions without parameters, which this one is.
    status = name.flatMap { eglGetProcAddress($0) }.map { unsafeBitCast($0, to: Function.self) }
  }

  /// Whether the context is lost, now or since an earlier call. The context is current.
  var happened: Bool {
    // A driver that has recovered says that all is well.
    if let status, !hasHappened { hasHappened = status() != GLenum(GL_NO_ERROR) }
    return hasHappened
  }
}
