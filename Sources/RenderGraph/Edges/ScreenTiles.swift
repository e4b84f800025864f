import MeshTransform

/// The screen tiles of a picture: squares of 8 x 8 pixels from the first pixel on, with one mark each.
package struct ScreenTiles {
  /// Pixels a side of a tile. A smaller one leaves more pixels out, a larger one makes fewer parts to draw.
  package static let side = 8

  /// The content of a tile; the larger mark wins.
  package enum Mark {
    /// No pixel needs more than one sample.
    package static let none: UInt8 = 0
    /// A boundary runs through the tile exactly between pixels.
    package static let border: UInt8 = 1
    /// Contains edges whose two sides are blended: see ``EdgeBlending``.
    package static let blended: UInt8 = 2
    package static let edge: UInt8 = 3
    /// Contains a feature that is thin at one end at least, see ``ThinFeatures/Limits``.
    package static let thin: UInt8 = 4
    /// Contains a feature that is thinner along its whole length.
    package static let thinnest: UInt8 = 5
  }

  /// Error bound of an edge's position in pixels: the rasterizer moves corners by up to 1/512, and coordinates of a
  /// large canvas are off by 1/256.
  package static let tolerance: Float = 1 / 32

  package let size: PixelSize
  package let columns: Int, rows: Int
  package var marks: [UInt8]

  package init(_ size: PixelSize) {
    self.size = size
    (columns, rows) = ((size.width + Self.side - 1) / Self.side, (size.height + Self.side - 1) / Self.side)
    marks = [UInt8](repeating: Mark.none, count: columns * rows)
  }

  /// The range of tiles that an interval along one axis touches, within 0 ..< `count`.
  @inlinable @inline(__always)
  package static func span(_ low: Float, _ high: Float, count: Int) -> Range<Int> {
    // The values are clamped before the conversion: some are very large.
    let limit = Float(count * side)
    guard high >= 0, low < limit else { return 0..<0 }
    let (first, last) = (Int(clamping: max(low, 0)) / side, Int(clamping: min(high, limit - 1)) / side)
    return first..<last + 1
  }

  /// The columns and rows of tiles that a box in canvas pixels touches.
  @inlinable @inline(__always)
  package func range(from low: SIMD2<Float>, to high: SIMD2<Float>) -> (columns: Range<Int>, rows: Range<Int>) {
    (Self.span(low.x, high.x, count: columns), Self.span(low.y, high.y, count: rows))
  }

  @inlinable @inline(__always)
  package mutating func mark(_ tile: Int, _ mark: UInt8) { marks[tile] = max(marks[tile], mark) }

  /// Replaces the mark of a tile, also by a smaller one.
  package mutating func replace(_ tile: Int, by mark: UInt8) { marks[tile] = mark }

  /// The number of tiles with one of the marks.
  package func count(of range: ClosedRange<UInt8>) -> Int { marks.count { range.contains($0) } }

  /// The area in pixels of the tiles with that mark or a higher one.
  package func area(_ mark: UInt8) -> Int { marks.count { $0 >= mark } * Self.side * Self.side }
}
