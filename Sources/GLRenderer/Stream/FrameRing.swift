import CEGL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Counts the frames of a context, and holds those that the device may still read to three: each writes into its own
/// section of a ``StreamBuffer``.
final class FrameRing {
  static let count = 3
  /// The section of the current frame, in 0..<``count``.
  private(set) var section = 0
  /// The number of the current frame.
  private(set) var number = 0
  private var fences = [Fence?](repeating: nil, count: count)

  /// Begins a frame: waits until the device has drawn the last one of the same section.
  func begin(_ gl: GLContext) throws(GLError) {
    number += 1
    section = number % Self.count
    guard let fence = fences[section] else { return }
    fences[section] = nil
    try fence.wait(gl)
  }

  /// - `fence`: a fence behind the commands of the current frame.
  func end(_ fence: Fence) { fences[section] = fence }

  /// Ends the current frame, unless it has a fence.
  func end() { if fences[section] == nil { end(Fence()) } }

  func removeAll() { fences = [Fence?](repeating: nil, count: Self.count) }
}

@available(*, unavailable) extension FrameRing: Sendable {}

/// A fence behind the commands that were issued before it was made. Owns the sync object.
final class Fence {
  private var sync: GLsync?

  /// Microseconds of sleep after which the device counts as lost: 10 minutes, since a software rasterizer takes minutes
  /// for a large picture.
  private static let patience = 600_000_000

  init() { sync = glFenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0) }

  /// Returns once the device has executed the commands. Later calls make no GL calls.
  ///
  /// It sleeps between queries: a wait within the driver keeps a core busy on some drivers.
  func wait(_ gl: GLContext) throws(GLError) {
    guard let sync else { return }
    defer {
      glDeleteSync(sync)
      self.sync = nil
    }
    var (flags, pause, slept) = (GLbitfield(GL_SYNC_FLUSH_COMMANDS_BIT), 20, 0)
    while slept < Self.patience {
      switch glClientWaitSync(sync, flags, 0) {
      case GLenum(GL_ALREADY_SIGNALED), GLenum(GL_CONDITION_SATISFIED): return
      case GLenum(GL_TIMEOUT_EXPIRED): break
      default:
        try gl.check("waiting for the device")
        throw .contextLost("waiting for the device")
      }
      usleep(UInt32(pause))
      (flags, slept, pause) = (0, slept + pause, min(2 * pause, 200))
    }
    throw .contextLost("waiting \(Self.patience / 1_000_000) seconds for the device")
  }

  deinit { if let sync { glDeleteSync(sync) } }
}

@available(*, unavailable) extension Fence: Sendable {}
