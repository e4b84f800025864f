import MeshTransform

/// The largest picture that a reader accepts. Checked against the file's header before allocation.
public struct ImageLimits: Hashable, Sendable {
  /// The limit of the longer side in pixels.
  public var side: Int
  /// The limit of the area in pixels; each takes four bytes of memory, or eight with 16 bits a channel.
  public var pixels: Int
  /// The limit of the memory in bytes while a picture is read.
  public var memory: Int

  /// Limits with the given values.
  public init(side: Int = 32_768, pixels: Int = 268_435_456, memory: Int = .max) {
    (self.side, self.pixels, self.memory) = (side, pixels, memory)
  }

  /// The memory for a picture of this size in bytes: its pixels and some additional rows.
  static func memory(of size: PixelSize, _ depth: Image.Depth = .eight) -> Int {
    let (bytes, overflow) = (size.area &+ 64 &* size.width).multipliedReportingOverflow(
      by: depth.bytesPerPixel)
    return overflow ? .max : bytes
  }

  /// - `additional`: the memory in bytes besides that of ``memory(of:)``.
  package func check(
    _ size: PixelSize, _ depth: Image.Depth = .eight, name: String, additional: Int = 0
  ) throws(ImageFileError) {
    guard max(size.width, size.height) <= side else {
      throw .sideTooLong(name: name, size: size, limit: side)
    }
    guard size.area <= pixels else { throw .tooManyPixels(name: name, size: size, limit: pixels) }
    let (need, overflow) = Self.memory(of: size, depth).addingReportingOverflow(additional)
    guard !overflow, need <= memory else {
      throw .tooMuchMemory(name: name, size: size, need: overflow ? .max : need, limit: memory)
    }
  }

  /// 32,768 pixels a side and 256 × 1024 × 1024 pixels in total, which is 1 GiB.
  public static let standard = ImageLimits()
}
