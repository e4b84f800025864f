import CEGL

/// An offscreen OpenGL ES context.
///
/// It is current on the thread that made it until another becomes current; ``makeCurrent()`` restores it. A context is
/// current on one thread at a time, so the class is not `Sendable`: make, use and release it on one thread. Several
/// contexts may exist on one thread, and several threads may each have their own. Each thread makes its GL calls
/// between ``enter()`` and ``leave()``.
final class GLContext {
  let connection: DisplayConnection
  private let context: EGLContext
  let capabilities: Capabilities
  let programs: ProgramLibrary
  /// The reason why another device draws than the one to expect; nil otherwise.
  let fallback: DeviceFallback?
  private let resets: ContextResets
  /// The pipeline state.
  let state = StateCache()
  /// The frames that the device draws.
  let frames = FrameRing()
  private var uniforms: UniformStream?
  /// An error that no call has thrown yet.
  private var failure: GLError?
  /// Counts of the work done in the context.
  var statistics = RenderStatistics()

  /// - Throws: ``GLError/libraryMissing(_:gpu:)``, ``GLError/noDisplay(tried:gpu:)``,
  ///   ``GLError/permissionDenied(node:)``, ``GLError/noSuchDevice(wanted:available:gpu:)`` or
  ///   ``GLError/contextCreation(step:code:)``.
  /// - `worker`: a number that chooses, modulo their count, which of several GPUs is tried first.
  /// - `programCache`: the folder for linked programs; nil for none.
  /// - `adjust`: a change to the reported capabilities before any object is made, so that tests can lower a limit.
  init(
    _ choice: DeviceChoice, worker: Int = 0, programCache: ProgramCache? = nil,
    adjust: (inout Capabilities) -> Void = { _ in }
  ) throws(GLError) {
    // Whether this driver needs the lock is not known yet.
    DriverLock.take()
    defer { DriverLock.giveBack() }
    try EGLLibrary.load()
    let devices = EGLDevices.all()
    let candidates = try DisplayConnection.candidates(for: choice, among: devices, worker: worker)
    var failure: GLError?
    var skipped: [String] = []
    for candidate in candidates {
      guard let connection = candidate.open() else {
        skipped.append(candidate.name)
        continue
      }
      do throws(GLError) {
        context = try GLContext.makeContext(on: connection)
        self.connection = connection
        var capabilities = Capabilities(connection)
        adjust(&capabilities)
        self.capabilities = capabilities
        programs = ProgramLibrary(programCache, capabilities)
        resets = ContextResets(capabilities)
        if connection.isSoftware == true {
          fallback = DeviceFallback(toSoftware: choice, devices, missing: MissingGPU())
        } else {
          fallback = skipped.isEmpty ? nil : .nextGPU(device: candidate.name, skipped: skipped)
        }
        return
      } catch {
        failure = error
        skipped.append(candidate.name)
      }
    }
    if let node = RenderNodes.firstDenied(among: candidates.compactMap(\.renderNode)) {
      throw .permissionDenied(node: node)
    }
    throw failure ?? .noDisplay(tried: candidates.map(\.name), gpu: MissingGPU())
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

  /// A configuration for drivers without EGL_KHR_no_config_context; nil with it.
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

  /// Begins a sequence of GL calls, and excludes other threads where the driver needs it; ``leave()`` ends it. May be
  /// nested.
  func enter() {
    if capabilities.locksDriver { DriverLock.take() }
  }

  func leave() {
    if capabilities.locksDriver { DriverLock.giveBack() }
  }

  /// Uploads a block of uniforms and binds it. An error is thrown by the next ``check(_:)``.
  /// - `binding`: the binding of the block in the shader.
  func bindUniforms(to binding: GLuint, _ block: UnsafeRawBufferPointer) {
    do throws(GLError) {
      if uniforms == nil { uniforms = try UniformStream(self) }
      try uniforms?.bind(self, to: binding, block)
    } catch { failure = failure ?? error }
  }

  /// Frees what the frames share. The context is current.
  func removeStreams() {
    uniforms = nil
    frames.removeAll()
  }

  /// Directs the GL calls of this thread to this context. Its pipeline state is then unknown, unless it was current and
  /// the device keeps state.
  /// - Throws: ``GLError/notCurrent(code:)``, in particular while the context is current on another thread.
  func makeCurrent() throws(GLError) {
    let isCurrent = eglGetCurrentContext() == context
    if !isCurrent {
      guard
        eglMakeCurrent(connection.display, cegl_no_surface(), cegl_no_surface(), context)
          == EGLBoolean(EGL_TRUE)
      else { throw .notCurrent(code: eglGetError()) }
    }
    if !(isCurrent && state.isKnown && capabilities.deviceClass.keepsState) { state.reset() }
  }

  /// Frees objects of this context, and restores the context that was current on the thread before.
  ///
  /// GL names are valid only in their context: deletion in another context would delete that context's objects. Where
  /// this context cannot be made current, the thread has none meanwhile, GL ignores the calls, and the objects are
  /// freed with the context.
  func release(_ objects: () -> Void) {
    enter()
    defer { leave() }
    let previous = CurrentBinding()
    do throws(GLError) { try makeCurrent() } catch { CurrentBinding.clear(connection.display) }
    objects()
    if previous.context != context { previous.restore(connection.display) }
  }

  /// Throws the oldest pending GL error, and drops the others.
  func check(_ operation: @autoclosure () -> String) throws(GLError) {
    if let failure {
      self.failure = nil
      throw failure
    }
    let code = glGetError()
    if resets.happened || code == ContextResets.error { throw .contextLost(operation()) }
    guard code != GLenum(GL_NO_ERROR) else { return }
    state.isKnown = false
    // A lost context may report errors without end.
    for _ in 0..<64 where glGetError() == GLenum(GL_NO_ERROR) { break }
    throw .operation(operation(), code: code)
  }

  /// The error, or the reset that caused it: every operation fails in a lost context.
  func cause(of error: GLError) -> GLError {
    if case .contextLost = error { return error }
    return resets.happened ? .contextLost("drawing") : error
  }

  deinit {
    enter()
    defer { leave() }
    if eglGetCurrentContext() == context { CurrentBinding.clear(connection.display) }
    eglDestroyContext(connection.display, context)
    Self.releaseThread()
  }

  /// Frees what EGL keeps for the calling thread, unless a context is current on it: a driver keeps it for threads that
  /// have ended, too.
  static func releaseThread() {
    guard eglGetCurrentContext() == cegl_no_context() else { return }
    eglReleaseThread()
  }
}

@available(*, unavailable) extension GLContext: Sendable {}

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
