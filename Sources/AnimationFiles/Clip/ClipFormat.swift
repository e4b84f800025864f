import MeshTransform

/// The common properties of all frames of a clip, known before the first is drawn.
public struct ClipFormat: Hashable, Sendable {
  /// The size of every frame, in pixels.
  public let size: PixelSize
  /// The frames a second.
  public let frameRate: FrameRate
  /// The number of frames in the output; 1...``largestFrameCount``.
  public let frameCount: Int
  /// Whether the clip may end with fewer frames, but at least one, as with a stream of unknown length. Not supported by
  /// APNG, which begins with the number of frames.
  public let mayEndEarly: Bool
  /// The number of times that players show the clip, 0 without end; 0...65,535. Only animated pictures (APNG, WebP,
  /// GIF) contain it.
  public let loopCount: Int
  /// `.opaque` guarantees that no frame has transparency, which formats without an alpha channel require. Any other
  /// value permits transparency; each frame has its own form of alpha. With a ``backdrop`` it is `.opaque`.
  public let alpha: Image.Alpha
  /// The color over which every frame is composited, 0...255; nil where frames keep their transparency.
  public let backdrop: SIMD3<UInt8>?

  /// 2^24: four days at 48 frames per second.
  public static let largestFrameCount = 1 << 24

  /// The largest ``loopCount``, which WebP sets.
  public static let largestLoopCount = 65_535

  /// - Throws: ``ClipError/frameCount(_:)`` or ``ClipError/loopCount(_:)``.
  public init(
    size: PixelSize, frameRate: FrameRate, frameCount: Int, mayEndEarly: Bool = false, loopCount: Int = 0,
    alpha: Image.Alpha, backdrop: SIMD3<UInt8>? = nil
  ) throws(ClipError) {
    precondition(size.width > 0 && size.height > 0, "a frame has at least one pixel")
    guard (1...Self.largestFrameCount).contains(frameCount) else { throw .frameCount(frameCount) }
    guard (0...Self.largestLoopCount).contains(loopCount) else { throw .loopCount(loopCount) }
    self.size = size
    self.frameRate = frameRate
    (self.frameCount, self.mayEndEarly) = (frameCount, mayEndEarly)
    self.loopCount = loopCount
    (self.alpha, self.backdrop) = (backdrop == nil ? alpha : .opaque, backdrop)
  }
}
