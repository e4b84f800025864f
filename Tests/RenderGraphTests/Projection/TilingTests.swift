import MeshTransform
import TestSupport
import Testing

@testable import RenderGraph

/// The tiles of large targets.
struct TilingTests {
  @Test(arguments: 0..<40) func coverTheCanvasOnce(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let canvas = PixelSize(number(1...300), number(1...300))
    let factor = [1, 2, 4][number(0...2)]
    let tiling = Tiling(canvas, limit: number(8...200), supersamplingFactor: factor)
    var counts = [Int](repeating: 0, count: canvas.area)
    for tile in tiling.tiles {
      #expect(tile.supersamplingFactor == factor)
      #expect(tile.width <= tiling.tileSize.width && tile.height <= tiling.tileSize.height)
      for y in tile.y..<tile.y + tile.height {
        for x in tile.x..<tile.x + tile.width { counts[y * canvas.width + x] += 1 }
      }
    }
    #expect(counts.allSatisfy { $0 == 1 })
    // Bands follow each other from top to bottom, each as wide as the canvas.
    var row = 0
    for band in tiling.bands {
      #expect(band.reduce(0) { $0 + $1.width } == canvas.width)
      #expect(band.allSatisfy { $0.y == row && $0.height == band[0].height })
      row += band[0].height
    }
    #expect(row == canvas.height)
  }

  /// No side exceeds the limit of the device in fragments, and no tile the area of a 4K frame by more than a little.
  @Test(arguments: [1, 2, 4, 8], [256, 4096, 16_384, 65_536]) func areWithinLimits(
    _ factor: Int, _ limit: Int
  ) {
    for canvas in [
      PixelSize(30_000, 20_000), PixelSize(1, 100_000), PixelSize(100_000, 1), PixelSize(3840, 2160),
    ] {
      let tile = Tiling(canvas, limit: limit, supersamplingFactor: factor).tileSize
      #expect(max(tile.width, tile.height) * factor <= limit)
      #expect(tile.area * factor * factor <= 3840 * 2304)
      #expect(tile.width > 0 && tile.height > 0)
    }
    #expect(Tiling(PixelSize(3840, 2160), limit: 16_384).tiles.count == 1)
  }

  @Test func rectanglesDivide() {
    let parts = PixelRect(x: 5, y: 7, width: 10, height: 4).divided(widest: 4, highest: 3)
    #expect(parts.map(\.x) == [5, 9, 13, 5, 9, 13] && parts.map(\.y) == [7, 7, 7, 10, 10, 10])
    #expect(parts.map(\.width) == [4, 4, 2, 4, 4, 2] && parts.map(\.height) == [3, 3, 3, 1, 1, 1])
  }
}
