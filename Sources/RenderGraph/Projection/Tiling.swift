import MeshTransform

/// The tiles in which a large canvas is drawn one after the other, so that the memory for samples and depth is bounded,
/// and no side exceeds the limit of the GPU.
package struct Tiling {
  package let canvas: PixelSize
  package let tileSize: PixelSize
  private let supersamplingFactor: Int

  /// Largest area of a tile in fragments, slightly more than a 4K frame: 270 MB of color and depth at 4 samples.
  private static let area = 3840 * 2304

  /// - `limit`: the largest side of a render target in fragments.
  /// - `supersamplingFactor`: fragments a side of each pixel.
  package init(_ canvas: PixelSize, limit: Int, supersamplingFactor: Int = 1) {
    (self.canvas, self.supersamplingFactor) = (canvas, supersamplingFactor)
    let side = max(1, min(limit, 8192) / supersamplingFactor)
    let width = min(canvas.width, side)
    let rows = Tiling.area / (width * supersamplingFactor * supersamplingFactor)
    tileSize = PixelSize(width, min(canvas.height, max(1, limit / supersamplingFactor), max(1, rows)))
  }

  /// The tiles in rows of tiles, which are bands of the canvas's width.
  package var bands: [[PixelRect]] {
    let columns = (canvas.width + tileSize.width - 1) / tileSize.width
    let tiles = tiles
    return stride(from: 0, to: tiles.count, by: columns).map { Array(tiles[$0..<$0 + columns]) }
  }

  package var tiles: [PixelRect] {
    var whole = PixelRect(x: 0, y: 0, width: canvas.width, height: canvas.height)
    whole.supersamplingFactor = supersamplingFactor
    return whole.divided(widest: tileSize.width, highest: tileSize.height)
  }
}

extension PixelRect {
  /// The rectangles of at most `widest` times `highest` pixels that together cover this one, row by row.
  package func divided(widest: Int, highest: Int) -> [PixelRect] {
    stride(from: y, to: y + height, by: highest).flatMap { top in
      stride(from: x, to: x + width, by: widest).map { left in
        PixelRect(
          x: left, y: top, width: min(widest, x + width - left), height: min(highest, y + height - top),
          supersamplingFactor: supersamplingFactor)
      }
    }
  }
}

/// A rectangle of the canvas in whole pixels, y down.
package struct PixelRect: Hashable {
  package var x: Int, y: Int, width: Int, height: Int
  /// Fragments a side of each pixel.
  package var supersamplingFactor = 1

  package init(x: Int, y: Int, width: Int, height: Int, supersamplingFactor: Int = 1) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
    self.supersamplingFactor = supersamplingFactor
  }

  package var size: PixelSize { PixelSize(width, height) }
}
