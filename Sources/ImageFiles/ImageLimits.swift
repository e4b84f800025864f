/// How large a picture a reader accepts. Checked against the file's header, before memory is taken.
public struct ImageLimits: Hashable, Sendable {
  /// Pixels of the longer side.
  public var side: Int
  /// Pixels in all; each takes four bytes of memory.
  public var pixels: Int

  public init(side: Int = 32_768, pixels: Int = 268_435_456) { (self.side, self.pixels) = (side, pixels) }

  /// 32,768 pixels a side and 256 × 1024 × 1024 pixels in all, which is 1 GiB.
  public static let standard = ImageLimits()
}
