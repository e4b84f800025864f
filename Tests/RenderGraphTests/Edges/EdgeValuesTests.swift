import MeshTransform
import TestSupport
import Testing

@testable import RenderGraph

/// The values with which edges are described to a renderer.
struct EdgeValuesTests {
  /// Every count is the product of device samples and the square of a factor.
  @Test func samplesAreProducts() {
    for offered in [[1, 4], [1, 2, 4, 8], [1], [1, 8]] {
      for samples in 1...100 {
        guard let sampling = PixelSampling(samples: samples, offered: offered) else { continue }
        #expect(offered.contains(sampling.deviceSamples))
        #expect(
          sampling.deviceSamples * sampling.supersamplingFactor * sampling.supersamplingFactor == samples)
      }
      #expect(PixelSampling(samples: 1, offered: offered) == PixelSampling.none)
      for samples in PixelSampling.supersampledCounts(offered: offered) {
        #expect(!offered.contains(samples))
      }
    }
    #expect(PixelSampling.supersampledCounts(offered: [1, 4]) == [16, 64])
    #expect(
      PixelSampling(samples: 2, offered: [1, 4]) == nil && PixelSampling(samples: 9, offered: [1, 4]) == nil)
    #expect(PixelSampling(samples: 16, offered: [1, 4])?.supersamplingFactor == 2)
    #expect(PixelSampling(samples: 64, offered: [1])?.supersamplingFactor == 8)
  }

  @Test func recordsHaveBits() {
    let plain = CoverageRecord(inside: 0b0101, outside: 0b1010, share: 0.25)
    #expect(plain.bits == SIMD2<UInt32>(0b1010 << 16 | 0b0101, 16384))
    let read = CoverageRecord(bits: plain.bits)
    #expect(read.inside == plain.inside && read.outside == plain.outside && abs(read.share - 0.25) < 1e-4)
    let borrowing = CoverageRecord(
      inside: 1, outside: 0, share: 1.5, borrowed: .init(offset: SIMD2(-1, 1), sample: 9))
    #expect(borrowing.bits == SIMD2<UInt32>(1, 65535 | 0 << 16 | 2 << 18 | 9 << 20))
  }

  /// Records of several items for one pixel count where they agree; else its samples have equal weights.
  @Test func recordsAgree() {
    let record = CoverageRecord(inside: 0b0101, outside: 0b1010, share: 0.25)
    let opposite = CoverageRecord(inside: 0b1010, outside: 0b0101, share: 0.75)
    #expect(record.agrees(with: record) && record.agrees(with: opposite) && opposite.agrees(with: record))
    #expect(!record.agrees(with: CoverageRecord(inside: 0b0101, outside: 0b1010, share: 0.3)))
    #expect(!record.agrees(with: CoverageRecord(inside: 0b0001, outside: 0b1010, share: 0.25)))

    let tiles = ScreenTiles(PixelSize(20, 12))
    #expect(tiles.columns == 3 && tiles.rows == 2)
    var coverage = EdgeCoverage(tiles)
    coverage.add(0, 5, record)
    coverage.add(0, 5, opposite)
    coverage.add(2, 63, record)
    coverage.add(2, 62, record)
    coverage.add(2, 62, CoverageRecord(inside: 1, outside: 2, share: 0.5))
    coverage.add(4, 7, nil)
    coverage.add(4, 7, record)
    coverage.finish()
    func bits(_ tile: Int, _ pixel: Int) -> SIMD2<UInt32> {
      coverage.bits[Int(coverage.blocks[tile]) * 64 + pixel]
    }
    #expect(!coverage.isEmpty && coverage.bits.count == 4 * 64 && Set(coverage.blocks) == [0, 1, 2, 3])
    #expect(bits(0, 5) == record.bits && bits(2, 63) == record.bits)
    #expect(bits(2, 62) == .zero && bits(4, 7) == .zero && bits(1, 5) == .zero)
    #expect(coverage.bits.count { $0 != .zero } == 2)
  }

  /// A pixel takes no color from a neighbor that the edges of another item cross.
  @Test func colorsOfSharedPixelsAreNotBorrowed() {
    let own = CoverageRecord(
      inside: 0b1111, outside: 0, share: 0.75, borrowed: .init(offset: SIMD2(1, 0), sample: 2))
    let other = CoverageRecord(inside: 0b0101, outside: 0b1010, share: 0.25)
    for isShared in [false, true] {
      var coverage = EdgeCoverage(ScreenTiles(PixelSize(16, 8)))
      // The neighbor lies in the tile beside.
      coverage.add(0, 7, own)
      coverage.add(1, 0, other)
      if isShared { coverage.add(1, 0, other) }
      coverage.finish()
      #expect((coverage.bits[Int(coverage.blocks[0]) * 64 + 7] == .zero) == isShared)
    }
  }

  @Test func emptyCoverage() {
    var coverage = EdgeCoverage(ScreenTiles(PixelSize(16, 8)))
    coverage.finish()
    #expect(coverage.isEmpty)
    coverage.add(0, 0, nil)
    coverage.finish()
    #expect(coverage.isEmpty)
  }

  @Test func tilesAreCounted() {
    var tiles = ScreenTiles(PixelSize(33, 8))
    typealias Mark = ScreenTiles.Mark
    #expect(tiles.columns == 5 && tiles.rows == 1 && tiles.area(Mark.border) == 0)
    tiles.replace(1, by: Mark.thin)
    tiles.replace(2, by: Mark.edge)
    tiles.replace(3, by: Mark.blended)
    #expect(tiles.area(Mark.edge) == 2 * 64 && tiles.count(of: Mark.blended...Mark.edge) == 2)
    tiles.replace(1, by: Mark.none)
    #expect(tiles.area(Mark.edge) == 64)
    let plan = EdgePlan(
      tiles: tiles, coverage: EdgeCoverage(tiles), blended: [], isUniform: false,
      levels: [.init(marks: Mark.thin...Mark.thin, supersamplingFactor: 2)])
    #expect(!plan.drawsTiles)
  }
}
