/// How the edges of a target with one sample a pixel are antialiased: the pixels to blend, and the screen tiles to draw
/// again with more samples.
package struct EdgePlan {
  package let tiles: ScreenTiles
  /// The weights of samples in pixels that an edge crosses.
  package let coverage: EdgeCoverage
  /// The pixels of the picture with one sample that are blended.
  package let blended: [BlendedPixel]
  /// Whether the whole picture gets several samples, and only thin features are drawn again.
  package let isUniform: Bool
  /// The tiles that are drawn again, by their samples.
  package let levels: [Level]

  /// Tiles with the same number of samples.
  package struct Level {
    package let marks: ClosedRange<UInt8>
    /// Fragments a side of each pixel; each has the device's samples.
    package let supersamplingFactor: Int

    package init(marks: ClosedRange<UInt8>, supersamplingFactor: Int) {
      (self.marks, self.supersamplingFactor) = (marks, supersamplingFactor)
    }
  }

  package init(
    tiles: ScreenTiles, coverage: EdgeCoverage, blended: [BlendedPixel], isUniform: Bool, levels: [Level]
  ) {
    (self.tiles, self.coverage, self.blended) = (tiles, coverage, blended)
    (self.isUniform, self.levels) = (isUniform, levels)
    drawsTiles = levels.contains { tiles.count(of: $0.marks) > 0 }
  }

  /// Whether nothing is drawn again or weighted.
  package var isEmpty: Bool { !drawsTiles && coverage.isEmpty && blended.isEmpty }

  /// Whether tiles are drawn again.
  package let drawsTiles: Bool

  /// The blended pixels of a tile of the canvas.
  package func blended(in tile: PixelRect) -> [BlendedPixel] {
    if tile.size == tiles.size { return blended }
    return blended.filter {
      let (x, y) = (Int($0.x) - tile.x, Int($0.y) - tile.y)
      return x >= 0 && y >= 0 && x < tile.width && y < tile.height
    }
  }
}

/// A pixel that an edge crosses: its color is the mean of the colors of two pixels in the picture with one sample, one on
/// each side of the edge.
package struct BlendedPixel {
  /// The largest offset in pixels along an axis.
  package static let reach = 9

  /// The place in the picture.
  package let x: Int32, y: Int32
  /// The offsets to the pixels that show the inner and the outer side; zero for the pixel itself.
  package var inner: SIMD2<Int8>, outer: SIMD2<Int8>
  /// The area of the inner side, as a fraction of the pixel, in 1/65536: 0...65536.
  package let share: UInt32

  package init(x: Int32, y: Int32, inner: SIMD2<Int8>, outer: SIMD2<Int8>, share: UInt32) {
    (self.x, self.y, self.inner, self.outer, self.share) = (x, y, inner, outer, share)
  }
}
