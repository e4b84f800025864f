import MeshTransform

/// Writes the frames of one clip to one output, which appears whole or not at all.
///
/// A frame passes through ``prepare(_:index:)``, then through ``append(_:)``; ``finish()`` follows the last one.
/// Releasing an encoder without it leaves as little behind as ``cancel()``. Memory does not grow with the number of
/// frames, except for the encoded bytes of an animated WebP, which its library collects. PNG and APNG include the
/// frames' color profile; the other formats contain sRGB values, without conversion.
public protocol ClipEncoder: Sendable {
  /// Does the expensive work for one frame. May run on any thread, for several frames in parallel and in any order.
  /// - Parameters:
  ///   - frame: of the clip's size, in any of the three forms of alpha. Clips have 8 bits a channel. A frame whose bytes no
  ///     other value shares may be changed in place.
  ///   - index: the frame's number in the output, in `0..<frameCount`.
  func prepare(_ frame: consuming Image, index: Int) throws(ClipError) -> PreparedFrame

  /// Appends a frame to the output. Calls are serialized and in the order of the frames. Blocks while the reader of a
  /// pipe is slow.
  func append(_ frame: PreparedFrame) throws(ClipError)

  /// Publishes the output after all frames. No call may follow.
  func finish() throws(ClipError)

  /// Discards the output: partial data is removed, and previous content is kept. Finished files of a sequence are kept.
  /// May replace any call of ``append(_:)`` or ``finish()``, also after one that has thrown.
  func cancel()
}

/// A frame between ``ClipEncoder/prepare(_:index:)`` and ``ClipEncoder/append(_:)`` of the same encoder.
public struct PreparedFrame: Sendable {
  /// The position of the frame in the clip, counted from 0.
  public let index: Int
  let content: Content

  enum Content: Sendable {
    /// Bytes to write unchanged.
    case bytes([UInt8])
    /// Likewise, in the memory in which the frame was rendered.
    case pixels([UInt8])
    /// A picture to encode in the order of frames, with straight alpha or opaque.
    case image(Image)
    /// The frame has already been written.
    case written
  }

  /// The memory in which the frame was rendered; nil if it has been freed, or has become a picture to encode.
  package var pixels: [UInt8]? {
    if case .pixels(let bytes) = content { bytes } else { nil }
  }
}
