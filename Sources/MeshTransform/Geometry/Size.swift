import CheckedNumbers

/// A width and a height in points.
public struct Size: Hashable, Sendable, BitwiseCopyable {
  /// The lengths of the sides.
  public var width: Double, height: Double

  /// A size with these sides.
  @inlinable public init(_ width: Double, _ height: Double) { (self.width, self.height) = (width, height) }

  /// A size without extent.
  public static let zero = Size(0, 0)
  /// Whether no side is NaN or infinite.
  @inlinable public var isFinite: Bool { width.isFinite && height.isFinite }
}

/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// The numbers of pixels a side.
  public var width: Int, height: Int

  /// A size with these sides, in pixels.
  @inlinable public init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

  /// The number of pixels; `Int.max` if there are more.
  @inlinable public var area: Int {
    let (area, isTooLarge) = width.multipliedReportingOverflow(by: height)
    return isTooLarge ? .max : area
  }
  public var description: String { "\(width)x\(height)" }
}

extension Size {
  /// The size in whole pixels, at least one a side.
  /// - Parameter scale: pixels per point.
  package func pixels(scale: Double) -> PixelSize {
    PixelSize(max(1, Int(pixels: (width * scale).rounded())), max(1, Int(pixels: (height * scale).rounded())))
  }
}
