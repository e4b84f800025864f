import CEGL

/// GL_EXT_robustness: whether the driver has reset the GPU, and this context with it.
///
/// The content drawn in such a context is undefined, and no further drawing in it is possible.
final class ContextResets {
  /// GL_CONTEXT_LOST of OpenGL ES 3.2.
  static let error: GLenum = 0x0507

  private typealias Function = @convention(c) () -> GLenum
  /// The status query; nil where the driver does not offer it.
  private let status: Function?
  private var hasHappened = false

  /// Attributes for `eglCreateContext` that enable the notification of resets; empty where EGL has none.
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

  /// Finds the status query of the current context.
  init(_ capabilities: Capabilities) {
    let names = [
      ("GL_KHR_robustness", "glGetGraphicsResetStatusKHR"),
      ("GL_EXT_robustness", "glGetGraphicsResetStatusEXT"),
    ]
    let name =
      capabilities.version.contains("OpenGL ES 3.2")
      ? "glGetGraphicsResetStatus" : names.first { capabilities.extensions.contains($0.0) }?.1
    // EGL returns addresses as those of functions without parameters, which matches this one.
    status = name.flatMap { eglGetProcAddress($0) }.map { unsafeBitCast($0, to: Function.self) }
  }

  /// Whether the context is lost, now or since an earlier call. The context is current.
  var happened: Bool {
    // After recovery the driver reports no error, so the reset is remembered. Drivers return other values where the
    // query itself fails, as for a context that another thread has.
    if let status, !hasHappened { hasHappened = Self.statuses.contains(status()) }
    return hasHappened
  }

  /// GL_GUILTY_CONTEXT_RESET, GL_INNOCENT_CONTEXT_RESET and GL_UNKNOWN_CONTEXT_RESET.
  private static let statuses: Set<GLenum> = [0x8253, 0x8254, 0x8255]
}
