import CEGL

/// What is current on this thread: nobody's business but its owner's, to whom it is given back unchanged.
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

  /// - `other`: the display of what is current now; letting go of a context takes one.
  func restore(_ other: EGLDisplay) {
    guard let display, let context else { return Self.clear(other) }
    eglMakeCurrent(display, drawSurface, readSurface, context)
  }

  /// Leaves the thread without a context.
  static func clear(_ display: EGLDisplay) {
    eglMakeCurrent(display, cegl_no_surface(), cegl_no_surface(), cegl_no_context())
  }
}
