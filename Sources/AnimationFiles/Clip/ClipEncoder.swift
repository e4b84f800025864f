import MeshTransform

/// Writes the frames of one clip to one output, which appears whole or not at all.
///
/// A frame goes through ``prepare(_:index:)``, then through ``append(_:)``; after the last comes ``finish()``. An
/// encoder that is let go of without it leaves as little behind as ``cancel()`` does. Memory does not grow with the
/// number of frames, but for the encoded bytes of an animated WebP, which its library collects. The frames' color
/// profile is written by PNG and APNG; the others have sRGB's values, as they are.
public protocol ClipEncoder: Sendable {
  /// Does the costly part for one frame. May run on any thread, for many frames at once and in any order.
  /// - Parameters:
  ///   - frame: of the clip's size, in any of the three forms of alpha.
  ///   - index: the frame's number in the output, in `0..<frameCount`.
  func prepare(_ frame: Image, index: Int) throws(ClipError) -> PreparedFrame

  /// Adds a frame to the output, in the order of their numbers; one call at a time. Waits for a slow reader of a pipe.
  func append(_ frame: PreparedFrame) throws(ClipError)

  /// Makes the output appear, once all frames are there. No call may follow.
  func finish() throws(ClipError)

  /// Gives the output up: nothing partial stays, what was there before does. Finished files of a sequence stay. May
  /// come instead of any call of ``append(_:)`` or ``finish()``, also after one that has thrown.
  func cancel()
}

/// A frame between ``ClipEncoder/prepare(_:index:)`` and ``ClipEncoder/append(_:)`` of the same encoder.
public struct PreparedFrame: Sendable {
  public let index: Int
  let content: Content

  enum Content: Sendable {
    /// To be written as they are.
    case bytes([UInt8])
    /// To be encoded in the order of frames, with straight alpha or opaque.
    case image(Image)
    /// Nothing is left to do.
    case written
  }
}
