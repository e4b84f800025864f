/// A width and a height in points.
public struct Size: Hashable, Sendable {
  public var width: Double, height: Double

  @inlinable public init(_ width: Double, _ height: Double) { (self.width, self.height) = (width, height) }

  public static let zero = Size(0, 0)
  @inlinable public var isFinite: Bool { width.isFinite && height.isFinite }
}

/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  public var width: Int, height: Int

  @inlinable public init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

  /// The number of pixels. Traps on overflow, which lies far beyond the limits of sizes.
  @inlinable public var area: Int { width * height }
  public var description: String { "\(width)x\(height)" }
}
