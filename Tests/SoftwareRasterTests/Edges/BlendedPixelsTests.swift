import MeshTransform
import Testing

@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// The areas of blended pixels are those of a polygon that is clipped to each pixel (Sutherland and Hodgman 1974), and
/// each side shows where the pixel says.
struct BlendedPixelsTests {
  private static let size = PixelSize(64, 64)

  @Test(arguments: 0..<40) func areExact(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let corners = Self.corners(&random)
    let (pixels, failed) = Self.found([corners])
    let polygon = Polygon(corners)
    // At a corner, rounding may leave no pixel that certainly shows a side.
    #expect(failed.count < 2, "seed \(seed)")
    #expect(pixels.count > 60)
    for pixel in pixels {
      let (x, y) = (Double(pixel.x), Double(pixel.y))
      let exact = polygon.coverage(Int(pixel.x), Int(pixel.y))
      #expect(abs(Double(pixel.share) / 65536 - exact) < 0.01, "seed \(seed), pixel \(x), \(y)")
      for (offset, isInner, share) in [(pixel.inner, true, exact), (pixel.outer, false, 1 - exact)]
      where share > 0.01 {
        let center = SIMD2(x + 0.5 + Double(offset.x), y + 0.5 + Double(offset.y))
        #expect(polygon.contains(center) == isInner, "seed \(seed), pixel \(x), \(y)")
      }
    }
    // Every pixel that the polygon covers in part is blended.
    let found = Set(pixels.map { SIMD2($0.x, $0.y) })
    for y in 0..<64 {
      for x in 0..<64 {
        let area = polygon.coverage(x, y)
        if area > 0.01, area < 0.99, !failed.contains(y / 8 * 8 + x / 8) {
          #expect(found.contains(SIMD2(Int32(x), Int32(y))), "seed \(seed)")
        }
      }
    }
  }

  /// A tile is drawn with several samples when one of its pixels, or the neighbor that it takes a color from, is crossed
  /// by the edges of two items.
  @Test func edgesOfOthersFail() {
    let square = [SIMD2(8.3, 8.3), SIMD2(40.3, 8.3), SIMD2(40.3, 40.3), SIMD2(8.3, 40.3)]
    let beside = square.map { $0 + SIMD2(32.5, 0) }
    let apart = square.map { $0 + SIMD2(40, 0) }
    let (_, none) = Self.found([square, apart])
    #expect(none.isEmpty)
    let (pixels, failed) = Self.found([square, beside])
    // The squares share the pixels of column 40, in the tiles of rows 1 to 5.
    #expect(failed == (1...5).map { $0 * 8 + 5 })
    #expect(pixels.allSatisfy { !(40..<48).contains($0.x) || $0.y >= 48 })
  }

  /// In each tile of a canvas, pixels take colors of that tile; where the color of a side is in another one, the screen
  /// tile is drawn with several samples.
  @Test func colorsAreOfTheOwnTile() {
    // A diagonal edge, along which the colors of both sides are right and left, and two that run between the rows and
    // columns of tiles of 32 x 32 pixels.
    let corners = [SIMD2(5.3, 31.7), SIMD2(31.7, 5.3), SIMD2(58.1, 31.7), SIMD2(31.7, 58.1)]
    let (pixels, failed) = Self.found([corners], tileSize: PixelSize(32, 32))
    for pixel in pixels {
      for offset in [pixel.inner, pixel.outer] {
        #expect((Int(pixel.x) + Int(offset.x)) / 32 == Int(pixel.x) / 32, "\(pixel)")
        #expect((Int(pixel.y) + Int(offset.y)) / 32 == Int(pixel.y) / 32, "\(pixel)")
      }
    }
    #expect(!pixels.isEmpty && !failed.isEmpty)
    #expect(failed.count < Self.found([corners]).pixels.count / 8)
  }

  private static func corners(_ random: inout SplitMix64) -> [SIMD2<Double>] {
    let turn = Double.random(in: 0...360, using: &random)
    let middle = SIMD2(
      Double.random(in: 28...36, using: &random), Double.random(in: 28...36, using: &random))
    let half = SIMD2(Double.random(in: 10...18, using: &random), Double.random(in: 8...16, using: &random))
    let (sine, cosine) = Angle.degrees(turn).sineAndCosine
    return [SIMD2(-1.0, -1.0), SIMD2(1.0, -1.0), SIMD2(1.0, 1.0), SIMD2(-1.0, 1.0)].map { sign in
      let p = sign * half
      return middle + SIMD2(p.x * cosine - p.y * sine, p.x * sine + p.y * cosine)
    }
  }

  private static func found(_ polygons: [[SIMD2<Double>]], tileSize: PixelSize? = nil) -> (
    pixels: [BlendedPixel], failed: [Int]
  ) {
    var tiles = ScreenTiles(size)
    for tile in tiles.marks.indices { tiles.mark(tile, ScreenTiles.Mark.blended) }
    var pixels = BlendedPixels(over: tiles, tileSize ?? size)
    for corners in polygons {
      let edges = corners.indices.map {
        EdgeSegment(start: SIMD2<Float>(corners[$0]), end: SIMD2<Float>(corners[($0 + 1) % corners.count]))
      }
      pixels.add(ItemOutline(edges) { _ in true })
    }
    return pixels.finish()
  }
}
