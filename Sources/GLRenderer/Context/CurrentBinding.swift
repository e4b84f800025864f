import CEGL

/// Saves and restores the thread's EGL binding.
struct CurrentBinding {
  let context: EGLContext?
  private let display: EGLDisplay?
  private let drawSurface: EGLSurface?
  private let readSurface: EGLSurface?

  init() {
    context = eglGetCurrentContext()
    display = eglGetCurrentDisplay()
    drawSurface = eglGetCurrentSurface(EGL_DRAW)
    readSurface = eglGetCurrentSurface(EGL_READ)
  }

  /// Restores the binding.
  /// - `other`: the display of the current binding; EGL needs one to release a context.
  func restore(_ other: EGLDisplay) {
    guard let display, let context else { return Self.clear(other) }
    eglMakeCurrent(display, drawSurface, readSurface, context)
  }

  /// Leaves the thread without a context.
  static func clear(_ display: EGLDisplay) {
    eglMakeCurrent(display, cegl_no_surface(), cegl_no_surface(), cegl_no_context())
  }
}
