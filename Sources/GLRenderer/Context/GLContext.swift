import CEGL

/// An offscreen OpenGL ES context, current on the thread that made it for as long as it lives.
///
/// A context belongs to its thread, so the class is not `Sendable`: make one, use it and drop it on one thread.
/// Several threads may each have their own.
final class GLContext {
  let connection: DisplayConnection
  private let context: EGLContext
  let capabilities: Capabilities

  /// - Throws: ``GLError/noDisplay(tried:)``, ``GLError/noSuchDevice(wanted:available:)`` or
  ///   ``GLError/contextCreation(step:code:)``.
  init(_ choice: DeviceChoice) throws(GLError) {
    let candidates = try DisplayConnection.candidates(for: choice)
    var failure: GLError?
    for candidate in candidates {
      guard let connection = candidate.open() else { continue }
      do throws(GLError) {
        context = try GLContext.makeContext(on: connection)
        self.connection = connection
        capabilities = Capabilities(connection)
        return
      } catch {
        failure = error
      }
    }
    throw failure ?? .noDisplay(tried: candidates.map(\.name))
  }

  private static func makeContext(on connection: DisplayConnection) throws(GLError) -> EGLContext {
    guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGLBoolean(EGL_TRUE) else {
      throw .contextCreation(step: "eglBindAPI", code: eglGetError())
    }
    let attributes: [EGLint] = [
      EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1, EGL_NONE,
    ]
    guard
      let context = eglCreateContext(
        connection.display, cegl_no_config() ?? firstConfig(connection), cegl_no_context(), attributes)
    else { throw .contextCreation(step: "eglCreateContext", code: eglGetError()) }
    guard
      eglMakeCurrent(connection.display, cegl_no_surface(), cegl_no_surface(), context)
        == EGLBoolean(EGL_TRUE)
    else {
      let code = eglGetError()
      eglDestroyContext(connection.display, context)
      throw .contextCreation(step: "eglMakeCurrent", code: code)
    }
    return context
  }

  /// For drivers without EGL_KHR_no_config_context.
  private static func firstConfig(_ connection: DisplayConnection) -> EGLConfig? {
    if let names = eglQueryString(connection.display, EGL_EXTENSIONS),
      String(cString: names).contains("EGL_KHR_no_config_context")
    {
      return nil
    }
    let wanted: [EGLint] = [EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_NONE]
    var (config, count): (EGLConfig?, EGLint) = (nil, 0)
    eglChooseConfig(connection.display, wanted, &config, 1, &count)
    return config
  }

  /// Turns the oldest pending GL error into a thrown one, and drops the others.
  func check(_ operation: @autoclosure () -> String) throws(GLError) {
    let code = glGetError()
    guard code != GLenum(GL_NO_ERROR) else { return }
    // A lost context may report errors without end.
    for _ in 0..<64 where glGetError() == GLenum(GL_NO_ERROR) { break }
    if code == 0x0507 { throw .contextLost(operation()) }
    throw .operation(operation(), code: code)
  }

  deinit {
    eglMakeCurrent(connection.display, cegl_no_surface(), cegl_no_surface(), cegl_no_context())
    eglDestroyContext(connection.display, context)
  }
}

@available(*, unavailable) extension GLContext: Sendable {}
