import MeshTransform

/// How large a picture a reader accepts. Checked against the file's header, before memory is taken.
public struct ImageLimits: Hashable, Sendable {
  /// Pixels of the longer side.
  public var side: Int
  /// Pixels in all; each takes four bytes of memory.
  public var pixels: Int
  /// Bytes that a picture may take while it is read.
  public var memory: Int

  public init(side: Int = 32_768, pixels: Int = 268_435_456, memory: Int = .max) {
    (self.side, self.pixels, self.memory) = (side, pixels, memory)
  }

  /// Bytes that a picture of this size takes: its pixels, and some rows beside them.
  static func memory(of size: PixelSize) -> Int {
    let (bytes, overflow) = (size.area &+ 64 &* size.width).multipliedReportingOverflow(by: 4)
    return overflow ? .max : bytes
  }

  /// 32,768 pixels a side and 256 × 1024 × 1024 pixels in all, which is 1 GiB.
  public static let standard = ImageLimits()
}
