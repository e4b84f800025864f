import MeshTransform
import Testing

@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// Parts of edges in pixels: their sums are the areas and winding numbers of polygons.
struct EdgePieceTests {
  static let size = PixelSize(48, 40)

  /// A turned rectangle, clockwise (y down), partly beyond the picture in every fourth case.
  static func rectangle(_ seed: Int) -> Polygon {
    var random = SplitMix64(seed: UInt64(seed))
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let center =
      seed % 4 == 0 ? SIMD2(number(0...48), number(0...40)) : SIMD2(number(20...28), number(17...23))
    return Polygon(
      center: center, size: SIMD2(number(6...18), number(4...16)), angle: .degrees(number(0...360)))
  }

  static func segments(_ polygon: Polygon) -> [EdgeSegment] {
    let corners = polygon.corners.map { SIMD2<Float>($0) }
    return corners.indices.map { EdgeSegment(start: corners[$0], end: corners[($0 + 1) % corners.count]) }
  }

  /// The sums over all pieces in a pixel.
  private struct Sum {
    var area: Float = 0, winding: Float = 0
    var ends: UInt32 = 0
  }

  /// The mean winding number of a pixel, relative to that of its corner, is the covered area, by exact clipping; so is the
  /// winding number at its middle.
  @Test(arguments: 0..<40) func sumsAreAreas(_ seed: Int) {
    let polygon = Self.rectangle(seed)
    var sums: [SIMD2<Int>: Sum] = [:]
    for segment in Self.segments(polygon) {
      segment.forEachPixel(of: Self.size) { piece in
        sums[SIMD2(piece.x, piece.y), default: Sum()].area += piece.area
        sums[SIMD2(piece.x, piece.y)]!.winding += piece.winding(at: SIMD2(repeating: 0.5))
        sums[SIMD2(piece.x, piece.y)]!.ends &+= piece.ends
      }
    }
    for y in 0..<40 {
      for x in 0..<48 {
        let covered = polygon.coverage(x, y)
        guard let sum = sums[SIMD2(x, y)] else {
          #expect(covered < 0.01 || covered > 0.99, "seed \(seed), pixel \(x), \(y)")
          continue
        }
        let corner: Float = polygon.contains(SIMD2(Double(x), Double(y))) ? 1 : 0
        let area = Double(sum.area + corner)
        // The corner itself may lie on an edge.
        #expect(
          min(abs(area - covered), abs(abs(area - covered) - 1)) < 0.012, "seed \(seed), pixel \(x), \(y)")
        let isInside = polygon.contains(SIMD2(Double(x) + 0.5, Double(y) + 0.5))
        if covered > 0.02, covered < 0.98, polygon.distance(SIMD2(Double(x) + 0.5, Double(y) + 0.5)) > 0.01 {
          let winding = sum.winding - sum.area.rounded(.down)
          #expect(winding == (isInside ? 1 : 0), "seed \(seed), pixel \(x), \(y)")
        }
        // Outlines are closed in every pixel.
        #expect(sum.ends == 0)
      }
    }
  }

  /// The pieces of an edge follow each other from pixel to pixel, from its start to its end.
  @Test(arguments: 0..<40) func piecesAreConnected(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &random) }
    let segment = EdgeSegment(
      start: SIMD2(number(1...47), number(1...39)),
      end: seed % 5 == 0 ? SIMD2(number(1...47), 20) : SIMD2(number(1...47), number(1...39)))
    var pieces: [EdgePiece] = []
    segment.forEachPixel(of: Self.size) { pieces.append($0) }
    func place(_ piece: EdgePiece, _ point: SIMD2<Float>) -> SIMD2<Float> {
      point + SIMD2(Float(piece.x), Float(piece.y))
    }
    let (first, last) = (try #require(pieces.first), try #require(pieces.last))
    let (start, end) = (place(first, first.start) - segment.start, place(last, last.end) - segment.end)
    #expect(max(abs(start.x), abs(start.y), abs(end.x), abs(end.y)) < 1.0 / 256)
    #expect(first.came == .inner && last.gone == .inner)
    for (a, b) in zip(pieces, pieces.dropFirst()) {
      let step = SIMD2(b.x - a.x, b.y - a.y)
      #expect(abs(step.x) + abs(step.y) == 1)
      let gap = place(a, a.end) - place(b, b.start)
      #expect(max(abs(gap.x), abs(gap.y)) < 1e-4)
      switch (a.gone, b.came) {
      case (.right, .left): #expect(step == SIMD2(1, 0))
      case (.left, .right): #expect(step == SIMD2(-1, 0))
      case (.bottom, .top): #expect(step == SIMD2(0, 1))
      case (.top, .bottom): #expect(step == SIMD2(0, -1))
      default: Issue.record("\(a.gone) leads to \(b.came)")
      }
    }
    for piece in pieces {
      for point in [piece.start, piece.end] { #expect(point.min() > -1e-3 && point.max() < 1.001) }
    }
  }

  /// Edges beyond the picture have no pieces; those through it have pieces in all pixels between.
  @Test func edgesBeyondThePicture() {
    func count(_ start: SIMD2<Float>, _ end: SIMD2<Float>) -> Int {
      var count = 0
      EdgeSegment(start: start, end: end).forEachPixel(of: Self.size) { _ in count += 1 }
      return count
    }
    #expect(count(SIMD2(-30, -10), SIMD2(300, -10)) == 0)
    #expect(count(SIMD2(-1e6, 20.5), SIMD2(1e6, 20.5)) == 48)
    #expect(count(SIMD2(10.5, 1e9), SIMD2(10.5, -1e9)) == 40)
    #expect(count(SIMD2(5, 5), SIMD2(5, 5)) == 0)
  }
}

/// Weights of samples by the areas of the two sides of an edge.
struct SilhouetteCoverageTests {
  private static let pattern = SamplePattern(device: GraphCompiler.fourSamples, supersamplingFactor: 1)

  /// The share is the covered area; samples are on the sides where they lie; the weights of a pixel add up to 1.
  @Test(arguments: 0..<30) func recordsAreAreas(_ seed: Int) throws {
    let (polygon, size) = (EdgePieceTests.rectangle(4 * seed + 1), EdgePieceTests.size)
    var tiles = ScreenTiles(size)
    for tile in tiles.marks.indices { tiles.replace(tile, by: ScreenTiles.Mark.edge) }
    let pattern = try #require(Self.pattern)
    var silhouettes = SilhouetteCoverage(tiles, [nil, nil, nil, pattern, nil, nil])
    silhouettes.add(ItemOutline(EdgePieceTests.segments(polygon)) { _ in true })
    var (count, equal) = (0, 0)
    func areTogether(_ a: SIMD2<Int>, _ b: SIMD2<Int>) -> Bool {
      b.min() >= 0 && b.x < size.width && b.y < size.height
    }
    func check(_ tile: Int, _ pixel: Int, _ record: CoverageRecord?) {
      let (x, y) = (tile % tiles.columns * 8 + pixel % 8, tile / tiles.columns * 8 + pixel / 8)
      guard let record else {
        equal += 1
        return
      }
      count += 1
      let covered = polygon.coverage(x, y)
      #expect(abs(Double(record.share) - covered) < 0.012, "seed \(seed), pixel \(x), \(y)")
      #expect(record.inside & record.outside == 0)
      for sample in 0..<4 {
        let place = SIMD2(Double(x), Double(y)) + SIMD2<Double>(GraphCompiler.fourSamples[sample])
        guard polygon.distance(place) > 0.02 else { continue }
        let isInside = polygon.contains(place)
        #expect(
          (record.inside >> sample & 1 == 1) == isInside, "seed \(seed), pixel \(x), \(y), sample \(sample)")
        #expect((record.outside >> sample & 1 == 1) == !isInside)
      }
      // Without samples, a side counts only with a color of its own.
      let weight = (record.inside == 0 ? 0 : record.share) + (record.outside == 0 ? 0 : 1 - record.share)
      if record.borrowed == nil { #expect(abs(weight - 1) < 1e-6) } else { #expect(weight < 1) }
      if let borrowed = record.borrowed {
        let place =
          SIMD2(Double(x + borrowed.offset.x), Double(y + borrowed.offset.y))
          + SIMD2<Double>(GraphCompiler.fourSamples[borrowed.sample])
        #expect(polygon.contains(place) == (record.inside == 0) || polygon.distance(place) < 0.02)
      }
    }
    silhouettes.forEachPixel(isInFront: { _ in true }, areTogether: areTogether, check)
    #expect(count > 20 && equal <= 4, "\(count), \(equal)")
    // Of an item that may be occluded no sample is weighted.
    var records: [CoverageRecord?] = []
    func collect(_ tile: Int, _ pixel: Int, _ record: CoverageRecord?) { records.append(record) }
    silhouettes.forEachPixel(isInFront: { _ in false }, areTogether: areTogether, collect)
    #expect(!records.isEmpty && records.allSatisfy { $0 == nil })
    silhouettes.removeAll()
    records = []
    silhouettes.forEachPixel(isInFront: { _ in true }, areTogether: areTogether, collect)
    #expect(records.isEmpty)
  }

  /// The samples of supersampled pixels are those of each fragment, scaled.
  @Test func patterns() throws {
    let four = try #require(Self.pattern)
    let sixteen = try #require(SamplePattern(device: GraphCompiler.fourSamples, supersamplingFactor: 2))
    #expect(four.count == 4 && four.all == 15 && sixteen.count == 16 && sixteen.all == 65535)
    for sample in 0..<16 {
      let own = GraphCompiler.fourSamples[sample % 4]
      let corner = SIMD2(Float(sample / 4 % 2), Float(sample / 8))
      let place = SIMD2(sixteen.x[sample / 4][sample % 4], sixteen.y[sample / 4][sample % 4])
      #expect(place == (corner + own) / 2)
    }
    #expect(SamplePattern(device: GraphCompiler.fourSamples, supersamplingFactor: 4) == nil)
    #expect(SamplePattern(device: [SIMD2(0.5, 0.5)], supersamplingFactor: 1) == nil)
    // The nearest of some samples, by all distances.
    for mask in UInt16(1)...15 {
      for offset in [SIMD2(1, 0), SIMD2(-1, 1), SIMD2(0, -1)] {
        let found = try #require(four.nearest(mask, in: offset))
        let all = (0..<4).filter { mask >> $0 & 1 == 1 }.map { sample -> Float in
          let away = GraphCompiler.fourSamples[sample] + SIMD2(Float(offset.x), Float(offset.y)) - 0.5
          return (away * away).sum()
        }
        #expect(abs(found.distance - (all.min() ?? 0)) < 1e-6 && mask >> found.sample & 1 == 1)
      }
    }
    #expect(four.nearest(0, in: .zero) == nil)
  }
}

extension Polygon {
  /// The distance of a point from the nearest side.
  func distance(_ point: SIMD2<Double>) -> Double {
    corners.indices.map { i in
      let (a, b) = (corners[i], corners[(i + 1) % corners.count])
      let (u, v) = (b - a, point - a)
      let t = max(0, min(1, (u * v).sum() / max((u * u).sum(), 1e-12)))
      let away = v - u * t
      return (away * away).sum().squareRoot()
    }.min() ?? .infinity
  }
}
