import CEGL

/// An offscreen OpenGL ES context.
///
/// It is current on the thread that made it until another becomes so; ``makeCurrent()`` brings it back. A context is
/// current on one thread at a time, so the class is not `Sendable`: make one, use it and drop it on one thread.
/// Several contexts may live on one thread, and several threads may each have their own: what a thread does in one it
/// does between ``enter()`` and ``leave()``.
final class GLContext {
  let connection: DisplayConnection
  private let context: EGLContext
  let capabilities: Capabilities
  let programs: ProgramLibrary
  /// Why software draws where that is not what the machine seems to be made for; nil else.
  let softwareFallback: SoftwareFallback?
  private let resets: ContextResets
  /// What has been done in it.
  var statistics = RenderStatistics()

  /// - Throws: ``GLError/libraryMissing(_:)``, ``GLError/noDisplay(tried:)``, ``GLError/permissionDenied(node:)``,
  ///   ``GLError/noSuchDevice(wanted:available:)`` or ``GLError/contextCreation(step:code:)``.
  /// - `blendsExactly`: whether to use what exact transparency takes, if it is there.
  /// - `programCache`: where linked programs are kept; nil for nowhere.
  /// - `adjust`: changes what the context reports before anything is made, so that tests can lower a limit.
  init(
    _ choice: DeviceChoice, blendsExactly: Bool = true,
    programCache: ProgramCache? = nil, adjust: (inout Capabilities) -> Void = { _ in }
  ) throws(GLError) {
    // Whether this driver minds is not known yet.
    DriverLock.take()
    defer { DriverLock.giveBack() }
    try EGLLibrary.load()
    let devices = EGLDevices.all()
    let candidates = try DisplayConnection.candidates(for: choice, among: devices)
    var failure: GLError?
    for candidate in candidates {
      guard let connection = candidate.open() else { continue }
      do throws(GLError) {
        context = try GLContext.makeContext(on: connection)
        self.connection = connection
        var capabilities = Capabilities(connection, blendsExactly: blendsExactly)
        adjust(&capabilities)
        self.capabilities = capabilities
        programs = ProgramLibrary(programCache, capabilities)
        resets = ContextResets(capabilities)
        softwareFallback = SoftwareFallback(choice, devices, isSoftware: connection.isSoftware ?? false)
        return
      } catch {
        failure = error
      }
    }
    if let node = RenderNodes.firstDenied(among: candidates.compactMap(\.renderNode)) {
      throw .permissionDenied(node: node)
    }
    throw failure ?? .noDisplay(tried: candidates.map(\.name))
  }

  private static func makeContext(on connection: DisplayConnection) throws(GLError) -> EGLContext {
    guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGLBoolean(EGL_TRUE) else {
      throw .contextCreation(step: "eglBindAPI", code: eglGetError())
    }
    let version: [EGLint] = [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1]
    let config = cegl_no_config() ?? firstConfig(connection)
    func context(_ attributes: [EGLint]) -> EGLContext? {
      eglCreateContext(connection.display, config, cegl_no_context(), attributes + [EGL_NONE])
    }
    // A driver may list robustness and still refuse it.
    guard let context = context(version + ContextResets.attributes(connection)) ?? context(version) else {
      throw .contextCreation(step: "eglCreateContext", code: eglGetError())
    }
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

  /// Begins a stretch of GL calls, and keeps other threads' away where the driver wants that; ``leave()`` ends it.
  /// May be nested.
  func enter() {
    if capabilities.locksDriver { DriverLock.take() }
  }

  func leave() {
    if capabilities.locksDriver { DriverLock.giveBack() }
  }

  /// Makes GL calls of this thread go to this context.
  /// - Throws: ``GLError/notCurrent(code:)``, above all while the context is current on another thread.
  func makeCurrent() throws(GLError) {
    guard eglGetCurrentContext() != context else { return }
    guard
      eglMakeCurrent(connection.display, cegl_no_surface(), cegl_no_surface(), context)
        == EGLBoolean(EGL_TRUE)
    else { throw .notCurrent(code: eglGetError()) }
  }

  /// Frees what was made in this context, and leaves the thread with the context that was current before.
  ///
  /// GL names mean nothing outside of their context: deleting them in another would delete its objects. Where this
  /// context cannot be had, the thread has none meanwhile, GL ignores the calls, and the objects end with the context.
  func release(_ objects: () -> Void) {
    enter()
    defer { leave() }
    let previous = CurrentBinding()
    do throws(GLError) { try makeCurrent() } catch { CurrentBinding.clear(connection.display) }
    objects()
    if previous.context != context { previous.restore(connection.display) }
  }

  /// Turns the oldest pending GL error into a thrown one, and drops the others.
  func check(_ operation: @autoclosure () -> String) throws(GLError) {
    let code = glGetError()
    if resets.happened || code == ContextResets.error { throw .contextLost(operation()) }
    guard code != GLenum(GL_NO_ERROR) else { return }
    // A lost context may report errors without end.
    for _ in 0..<64 where glGetError() == GLenum(GL_NO_ERROR) { break }
    throw .operation(operation(), code: code)
  }

  /// The error, or the reset that made it: everything fails in a context that is lost.
  func cause(of error: GLError) -> GLError {
    if case .contextLost = error { return error }
    return resets.happened ? .contextLost("drawing") : error
  }

  deinit {
    enter()
    defer { leave() }
    if eglGetCurrentContext() == context { CurrentBinding.clear(connection.display) }
    eglDestroyContext(connection.display, context)
  }
}

@available(*, unavailable) extension GLContext: Sendable {}
