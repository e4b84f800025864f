import MeshTransform
import Testing

@testable import RenderGraph
@testable import TestSupport

/// Texture filters by the lengths of pixels in texels. The reference: finite differences of the map from texels to pixels,
/// and the shortest and longest of its images of unit vectors in all directions.
struct FilterSelectionTests {
  /// A triangle of content, and its image on the canvas.
  private struct Case {
    let content: [SIMD2<Double>]
    let size: PixelSize
    /// Unit space of the content to homogeneous canvas pixels.
    let toCanvas: Transform3D

    init(_ random: inout SplitMix64) {
      func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
      content = (0..<3).map { _ in SIMD2(number(0...1), number(0...1)) }
      size = PixelSize(Int.random(in: 20...200, using: &random), Int.random(in: 20...200, using: &random))
      let stretch = number(0.4...1.6)
      toCanvas =
        .scale(Double(size.width) * stretch, Double(size.height) * number(0.5...1.2) * stretch)
        * .rotation(.degrees(number(0...360)))
        * .rotation(.degrees(number(-60...60)), about: Point3D(number(-1...1), number(-1...1), 0))
        * .perspective(eyeDistance: number(300...3000))
    }

    var points: [SIMD4<Float>] {
      let vertices = content.map {
        Mesh.Vertex(from: SIMD2<Float>($0), to: SIMD3(Float($0.x), Float($0.y), 0))
      }
      return ProjectedVertices(vertices, toCanvas).points
    }

    /// The lengths of a pixel in texels at a corner: the longest in any direction, and the shortest.
    func pixel(at corner: Int) -> (long: Double, short: Double)? {
      let texels = SIMD2(Double(size.width), Double(size.height))
      var (least, most) = (Double.infinity, 0.0)
      for step in 0..<180 {
        let (sine, cosine) = Angle.degrees(Double(step)).sineAndCosine
        let away = SIMD2(cosine, sine) * 1e-4 / texels
        let (p, q) = (content[corner] - away, content[corner] + away)
        guard let a = toCanvas.project(Point(p.x, p.y)), let b = toCanvas.project(Point(q.x, q.y)) else {
          return nil
        }
        let (x, y) = (b.x - a.x, b.y - a.y)
        let stretch = (x * x + y * y).squareRoot() / 2e-4
        (least, most) = (min(least, stretch), max(most, stretch))
      }
      return (1 / least, 1 / most)
    }

    /// The sides of the largest pixel at all corners; nil behind the eye.
    var largestPixel: (long: Double, short: Double)? {
      let all = (0..<3).compactMap { pixel(at: $0) }
      return all.count == 3 ? (all.map(\.long).max() ?? 0, all.map(\.short).max() ?? 0) : nil
    }

    func filter(_ selection: FilterSelection) -> (filter: TextureFilter, area: Float) {
      let (p, c) = (points, content.map { SIMD2<Float>($0) })
      let (code, area) = selection.batchCode((p[0], p[1], p[2]), (c[0], c[1], c[2]))
      return (BatchKey(code: code).filter, area)
    }
  }

  private static func isNear(_ value: Double, _ limits: Double...) -> Bool {
    limits.contains { abs(value / $0 - 1) < 0.02 }
  }

  /// One tap up to 1.2 texels along a pixel and 1.1 across; several taps for longer pixels; mipmaps for wider ones.
  @Test func footprintsDecide() {
    var random = SplitMix64(seed: 1)
    var counts: [TextureFilter: Int] = [:]
    for number in 0..<300 {
      let test = Case(&random)
      guard let pixel = test.largestPixel, !Self.isNear(pixel.long, 1.2, 2.4), !Self.isNear(pixel.short, 1.1)
      else {
        continue
      }
      let (filter, area) = test.filter(FilterSelection(contentSize: test.size))
      guard area > 1 else { continue }
      let expected: [TextureFilter] =
        pixel.short > 1.1
        ? [.mipmapped]
        : pixel.long <= 1.2 ? [.oneTap] : pixel.long > 2.4 ? [.anisotropic] : [.twoTaps, .anisotropic]
      #expect(expected.contains(filter), "case \(number): \(pixel), \(filter)")
      counts[filter, default: 0] += 1
    }
    for filter in TextureFilter.allCases { #expect(counts[filter, default: 0] > 1, "\(counts)") }
  }

  /// Trilinear filtering begins at 1.18 texels in any direction; content that is not magnified linearly is filtered as soon
  /// as it is minified; oversampled content, from 1.2 texels on.
  @Test func otherFiltersHaveOtherLimits() {
    var random = SplitMix64(seed: 2)
    for number in 0..<150 {
      let test = Case(&random)
      guard let pixel = test.largestPixel, test.filter(FilterSelection(contentSize: test.size)).area > 1
      else {
        continue
      }
      let trilinear = test.filter(FilterSelection(contentSize: test.size, isTrilinear: true)).filter
      if !Self.isNear(pixel.long, 1.18) {
        #expect(trilinear == (pixel.long > 1.18 ? .mipmapped : .oneTap), "case \(number): \(pixel)")
      }
      for magnification in [Layer.MagnificationFilter.nearest, .cubic] {
        let sharp = test.filter(FilterSelection(contentSize: test.size, magnification: magnification)).filter
        if !Self.isNear(pixel.long, 1.02), !Self.isNear(pixel.short, 1.02) {
          #expect((sharp == .oneTap) == (pixel.long <= 1.02), "case \(number): \(pixel)")
          #expect((sharp == .mipmapped) == (pixel.short > 1.02), "case \(number): \(pixel)")
        }
      }
      let oversampled = test.filter(FilterSelection(contentSize: test.size, isOversampled: true)).filter
      if !Self.isNear(pixel.long, 1.2), !Self.isNear(pixel.short, 1.2) {
        #expect((oversampled == .oneTap) == (pixel.long <= 1.2), "case \(number): \(pixel)")
      }
    }
  }

  /// The filter of a mesh is the most expensive one of its triangles, and its area their sum.
  @Test(arguments: 0..<20) func meshesHaveTheMostExpensiveFilter(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let test = Case(&random)
    let mesh = try Mesh.grid(rows: 6, columns: 6) {
      SIMD3($0.x, $0.y, Float.random(in: -0.1...0.1, using: &random))
    }
    let list = TriangleList(mesh, inBoundsOf: Size(1, 1), lit: false)
    let projected = ProjectedVertices(list.vertices, .scale(1, 1, 100) * test.toCanvas)
    let selection = FilterSelection(contentSize: test.size)
    var (most, area) = (TextureFilter.oneTap, 0.0)
    for first in stride(from: 0, to: list.indices.count, by: 3) {
      let i = (0..<3).map { Int(list.indices[first + $0]) }
      let (p, c) = (i.map { projected.points[$0] }, i.map { list.vertices[$0].from })
      let (code, own) = selection.batchCode((p[0], p[1], p[2]), (c[0], c[1], c[2]))
      most = max(most, BatchKey(code: code).filter)
      area += Polygon(p.map { SIMD2<Double>($0.lowHalf) }).area
      #expect(abs(Double(own) - Polygon(p.map { SIMD2<Double>($0.lowHalf) }).area) < 0.05)
    }
    #expect(selection.mostExpensive(list, projected) == (most == .twoTaps ? .anisotropic : most))
    #expect(abs(selection.area(of: list, projected) - area) < 1e-3 * (area + 1))
  }

  /// The direction of two taps is that in which pixels are longest, within half of an eighth of a half turn and a little.
  @Test func twoTapsLieAlongThePixel() {
    var random = SplitMix64(seed: 3)
    var count = 0
    for number in 0..<300 {
      let test = Case(&random)
      let (p, c) = (test.points, test.content.map { SIMD2<Float>($0) })
      let (code, area) = FilterSelection(contentSize: test.size).batchCode(
        (p[0], p[1], p[2]), (c[0], c[1], c[2]))
      let key = BatchKey(code: code)
      guard key.filter == .twoTaps, area > 1,
        let first = test.toCanvas.project(Point(test.content[0].x, test.content[0].y))
      else { continue }
      // How far content moves for a step on the canvas, by direction.
      func texels(_ degrees: Double) -> Double {
        let (sine, cosine) = Angle.degrees(degrees).sineAndCosine
        guard let a = test.toCanvas.unproject(Point(first.x - 1e-3 * cosine, first.y - 1e-3 * sine)),
          let b = test.toCanvas.unproject(Point(first.x + 1e-3 * cosine, first.y + 1e-3 * sine))
        else { return 0 }
        let d = SIMD2(b.x - a.x, b.y - a.y) * SIMD2(Double(test.size.width), Double(test.size.height))
        return (d * d).sum()
      }
      let longest = (0..<720).map { Double($0) / 4 }.max { texels($0) < texels($1) } ?? 0
      let difference = abs(longest - 22.5 * Double(key.direction)).truncatingRemainder(dividingBy: 180)
      #expect(min(difference, 180 - difference) < 11.25 + 24, "case \(number): \(longest), \(key.direction)")
      let along = key.alongPixels
      #expect(abs((along * along).sum() - 1) < 1e-6)
      count += 1
    }
    #expect(count > 10)
  }

  @Test func keysHaveCodes() {
    #expect(
      BatchKey.all.map(\.code) == Array(0..<BatchKey.count) && Set(BatchKey.all).count == BatchKey.count)
    #expect(BatchKey(.mipmapped, direction: 3) == BatchKey(.mipmapped))
    #expect(BatchKey(.twoTaps, direction: 3) != BatchKey(.twoTaps, direction: 4))
    #expect(TextureFilter.allCases == TextureFilter.allCases.sorted())
  }

  /// Content of one texel, triangles without area, and content of one point need no filter.
  @Test func nothingToFilter() {
    var random = SplitMix64(seed: 4)
    let test = Case(&random)
    #expect(test.filter(FilterSelection(contentSize: PixelSize(1, 1))).filter == .oneTap)
    let p = test.points
    let content = SIMD2<Float>(0.5, 0.5)
    let selection = FilterSelection(contentSize: PixelSize(4000, 4000))
    #expect(
      BatchKey(code: selection.batchCode((p[0], p[1], p[2]), (content, content, content)).0).filter == .oneTap
    )
    let (code, area) = selection.batchCode((p[0], p[0], p[2]), (content, .zero, SIMD2(1, 0)))
    #expect(BatchKey(code: code).filter == .oneTap && area == 0)
  }

  /// Which items need mipmaps: by their content, its filter, and its size on the canvas.
  @Test func itemsWithMipmaps() throws {
    func command(_ change: (inout Layer) -> Void = { _ in }) throws -> DrawCommand {
      var layer = Layer(Rect(10, 10, 60, 60), .image(.noise(60, 60)))
      change(&layer)
      return try #require(try Scene(100, [layer]).graph().commands.first)
    }
    #expect(try !command().needsMipmaps)
    #expect(try command { $0.transform = .scale(0.5, 0.5) }.needsMipmaps)
    #expect(try command { $0.transform = .scale(0.5, 1) }.filter == .anisotropic)
    #expect(try command { $0.transform = .scale(4, 4) }.filter == .oneTap)
    #expect(
      try command { ($0.transform, $0.minificationFilter) = (.scale(0.5, 0.5), .linear) }.filter == .oneTap)
    #expect(try command { ($0.transform, $0.minificationFilter) = (.scale(0.5, 1), .trilinear) }.needsMipmaps)
    #expect(
      try command { ($0.transform, $0.contents) = (.scale(0.1, 0.1), .color(.pureRed)) }.filter == .oneTap)
    var compiler = GraphCompiler()
    compiler.device.filtersByPixel = true
    let large = Layer(Rect(10, 10, 60, 60), .image(.noise(60, 60))).with { $0.transform = .scale(4, 4) }
    #expect(try compiler.graph(Scene(100, [large])).commands[0].filter == .mipmapped)
  }
}
