import CEGL

/// The system's EGL, loaded once per process, at its first use.
enum EGLLibrary {
  private static let problem = cegl_load().map { String(cString: $0) }

  /// Loads the library. Called before any function of EGL or GL; safe from any thread.
  /// - Throws: ``GLError/libraryMissing(_:gpu:)``.
  static func load() throws(GLError) {
    if let problem { throw .libraryMissing(problem, gpu: MissingGPU()) }
  }
}
