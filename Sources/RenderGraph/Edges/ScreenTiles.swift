import MeshTransform

/// The screen tiles of a picture: squares of 8 x 8 pixels from the first pixel on, with one mark each.
@usableFromInline
package struct ScreenTiles {
  /// Pixels a side of a tile. A smaller one leaves more pixels out, a larger one makes fewer parts to draw.
  @inlinable @inline(__always)
  package static var side: Int { 8 }

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

  package let size: PixelSize
  package let columns: Int, rows: Int
  package var marks: [UInt8]

  package init(_ size: PixelSize) {
    self.size = size
    (columns, rows) = ((size.width + Self.side - 1) / Self.side, (size.height + Self.side - 1) / Self.side)
    marks = [UInt8](repeating: Mark.none, count: columns * rows)
  }

  /// Replaces the mark of a tile, also by a smaller one.
  package mutating func replace(_ tile: Int, by mark: UInt8) { marks[tile] = mark }

  /// The number of tiles with one of the marks.
  package func count(of range: ClosedRange<UInt8>) -> Int { marks.count { range.contains($0) } }

  /// The area in pixels of the tiles with that mark or a higher one.
  package func area(_ mark: UInt8) -> Int { marks.count { $0 >= mark } * Self.side * Self.side }
}
