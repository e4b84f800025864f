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
