import MeshTransform
import Testing

@testable import RenderGraph

/// The tiles of an image that exceeds the limit of textures.
struct ImageTilingTests {
  @Test func anImageWithinTheLimitHasNoTiles() {
    #expect(ImageTiling(PixelSize(64, 64), limit: 64) == nil)
    #expect(ImageTiling(PixelSize(65, 1), limit: 64) != nil)
  }

  @Test(arguments: [
    (PixelSize(65, 1), 64), (PixelSize(301, 77), 64), (PixelSize(1, 1000), 32), (PixelSize(129, 257), 100),
    (PixelSize(32_768, 8192), 16_384), (PixelSize(20_000, 13_000), 4096),
  ])
  func everyTexelOfATiledLevelIsInOneTile(_ size: PixelSize, _ limit: Int) throws {
    let tiling = try #require(ImageTiling(size, limit: limit))
    #expect(max(tiling.tile.width, tiling.tile.height) <= limit)
    var level = size
    for number in 0..<tiling.levels {
      #expect(max(level.width, level.height) > limit)
      let parts = (0..<tiling.count).map { tiling.part($0, level: number) }
      // Parts within the level, each at the place that its tile has in the grid, cover it where their areas add up.
      #expect(parts.reduce(0) { $0 + $1.size.area } == level.area)
      for (index, part) in parts.enumerated() where part.width > 0 && part.height > 0 {
        #expect(part.x == index % tiling.columns * (tiling.tile.width >> number))
        #expect(part.y == index / tiling.columns * (tiling.tile.height >> number))
        #expect(part.x + part.width <= level.width && part.y + part.height <= level.height)
      }
      level = MipFilter.half(level)
    }
    #expect(max(level.width, level.height) <= limit)
  }

  /// The largest images of a device with the limit of llvmpipe need little more memory than their texels.
  @Test func tilesAreEven() throws {
    for size in [PixelSize(32_768, 8192), PixelSize(20_000, 13_421), PixelSize(16_385, 16_383)] {
      let tiling = try #require(ImageTiling(size, limit: 16_384))
      #expect(Double(tiling.count * tiling.tile.area) < 1.001 * Double(size.area), "\(size)")
    }
  }
}
