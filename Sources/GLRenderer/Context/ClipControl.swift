import CEGL

/// GL_EXT_clip_control: clip space z from 0 to w instead of -w to w.
///
/// With z = 0 at the far end, a floating-point depth buffer has 24 bits of precision relative to the distance from that
/// end; from -w, the addition of half the range in GL loses all digits below 1/2^24.
enum ClipControl {
  private typealias Function = @convention(c) (_ origin: GLenum, _ depth: GLenum) -> Void

  /// Sets the current context to 0...w for its lifetime; y is unchanged.
  /// - Returns: false when the driver does not export the function.
  static func setZeroToOne() -> Bool {
    // EGL returns the address of every function as one without parameters; the extension's text defines the actual
    // signature, and the C calling convention is the same.
    guard let address = eglGetProcAddress("glClipControlEXT") else { return false }
    unsafeBitCast(address, to: Function.self)(GLenum(GL_LOWER_LEFT_EXT), GLenum(GL_ZERO_TO_ONE_EXT))
    return true
  }
}
