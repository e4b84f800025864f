import MeshTransform

/// What every frame of a clip has in common, known before the first is drawn.
public struct ClipFormat: Hashable, Sendable {
  /// Of every frame, in pixels.
  public let size: PixelSize
  public let frameRate: FrameRate
  /// How many frames the output gets; 1...``largestFrameCount``.
  public let frameCount: Int
  /// Whether the clip may end with fewer frames, but one: what it shows comes from a stream, say, whose end isn't known.
  /// Not of APNG, which begins with their number.
  public let mayEndEarly: Bool
  /// How often players show the clip, 0 for without end; 0...65,535. Only animated pictures (APNG, WebP, GIF) say it.
  public let loopCount: Int
  /// `.opaque` promises that no frame has transparency, which formats without an alpha channel require. Any other
  /// value says that frames may have some; each frame knows its own form.
  public let alpha: Image.Alpha

  /// 2^24, beyond any clip: four days at 48 frames a second.
  public static let largestFrameCount = 1 << 24

  /// - Throws: ``ClipError/frameCount(_:)`` or ``ClipError/loopCount(_:)``.
  public init(
    size: PixelSize, frameRate: FrameRate, frameCount: Int, mayEndEarly: Bool = false, loopCount: Int = 0,
    alpha: Image.Alpha
  ) throws(ClipError) {
    precondition(size.width > 0 && size.height > 0, "a frame has at least one pixel")
    guard (1...Self.largestFrameCount).contains(frameCount) else { throw .frameCount(frameCount) }
    guard (0...65_535).contains(loopCount) else { throw .loopCount(loopCount) }
    self.size = size
    self.frameRate = frameRate
    (self.frameCount, self.mayEndEarly) = (frameCount, mayEndEarly)
    self.loopCount = loopCount
    self.alpha = alpha
  }
}
