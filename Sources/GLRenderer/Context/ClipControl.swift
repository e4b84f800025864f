import CEGL

/// GL_EXT_clip_control: clip space z from 0 to w instead of -w to w.
///
/// With z from 0 at the far end a floating-point depth buffer is as precise relative to the distance from that end as
/// its 24 bits allow; from -w, adding the half of the range that GL moves it by costs all digits below 1/2^24.
enum ClipControl {
  private typealias Function = @convention(c) (_ origin: GLenum, _ depth: GLenum) -> Void

  /// Sets the current context to 0...w for as long as it lives; y stays as it is.
  /// - Returns: false when the driver does not export the function.
  static func setZeroToOne() -> Bool {
    // EGL gives the address of every function as that of one without parameters; the extension's text says what it
    // really takes, and C calls both alike.
    guard let address = eglGetProcAddress("glClipControlEXT") else { return false }
    unsafeBitCast(address, to: Function.self)(GLenum(GL_LOWER_LEFT_EXT), GLenum(GL_ZERO_TO_ONE_EXT))
    return true
  }
}
