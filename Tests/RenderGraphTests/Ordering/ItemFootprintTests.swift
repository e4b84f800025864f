import MeshTransform
import Testing

@testable import RenderGraph
@testable import TestSupport

/// Bounds and planes of translucent items on the canvas, and which of two lies behind the other.
struct ItemFootprintTests {
  private static func item(
    _ rect: Rect = Rect(-40, -40, 80, 80), _ transform: Transform3D = .identity, _ mesh: Mesh? = nil
  ) -> RenderItem {
    let layer = Layer(rect, .pureRed).with { ($0.mesh, $0.transform) = (mesh, transform) }
    let projection = LayerProjection(layer, superlayerToCanvas: .translation(100, 100))
    var item = RenderItem(
      projection: projection, shape: mesh.map { .mesh($0, size: rect.size) } ?? .square, content: .white,
      isOpaque: false)
    item.plane = DepthPlane(projection.unitToCanvas, z: Double(mesh?.vertices.first?.toZ ?? 0))
    return item
  }

  private static func footprint(_ item: RenderItem) -> ItemFootprint {
    ItemFootprint(
      item,
      Triangulation(
        item.triangles(isLit: false), of: item.mesh ?? .unitQuad, item.projection.unitToCanvas, .alone))
  }

  private static func transform(_ random: inout SplitMix64) -> Transform3D {
    func number() -> Double { Double.random(in: -1...1, using: &random) }
    return .rotation(.degrees(60 * number()), about: Point3D(number(), number(), 0.2))
      * .translation(30 * number(), 30 * number(), 60 * number()) * .perspective(eyeDistance: 700)
  }

  /// The depth of a flat item at a pixel, by the line of sight; nil beside the item.
  private static func depth(_ item: RenderItem, _ x: Double, _ y: Double) -> Double? {
    let m = item.projection.unitToCanvas
    guard let unit = m.unproject(Point(x, y)), Rect(0, 0, 1, 1).contains(unit) else { return nil }
    let p = m.transform(Point3D(unit.x, unit.y, 0))
    return p.z / p.w
  }

  /// An item that is reported to lie behind another does so at every pixel that both cover.
  @Test(arguments: 0..<80) func behindIsFarther(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let (first, second) = (Self.item(Self.transform(&random)), Self.item(Self.transform(&random)))
    let (a, b) = (Self.footprint(first), Self.footprint(second))
    var (behind, before) = (0, 0)
    for y in stride(from: 0.5, to: 200, by: 2) {
      for x in stride(from: 0.5, to: 200, by: 2) {
        guard let own = Self.depth(first, x, y), let other = Self.depth(second, x, y) else { continue }
        if own < other - 1e-3 { behind += 1 }
        if own > other + 1e-3 { before += 1 }
      }
    }
    if a.isBehind(b, isEarlier: true) { #expect(before == 0, "seed \(seed)") }
    if b.isBehind(a, isEarlier: false) { #expect(behind == 0, "seed \(seed)") }
    if behind > 0, before > 0 { #expect(!a.isBehind(b, isEarlier: true) && !b.isBehind(a, isEarlier: false)) }
    if behind + before > 0 { #expect(a.overlaps(b) && b.overlaps(a)) }
  }

  private static func item(_ transform: Transform3D) -> RenderItem { item(Rect(-40, -40, 80, 80), transform) }

  /// In one plane the earlier item is behind, whatever the plane.
  @Test(arguments: [0.0, 40, -70]) func onePlaneIsInOrder(_ degrees: Double) {
    let turn = Transform3D.rotation(.degrees(degrees), about: Point3D(1, 0.5, 0))
    let (a, b) = (Self.footprint(Self.item(turn)), Self.footprint(Self.item(turn * .translation(0, 0, 1e-6))))
    #expect(a.isBehind(b, isEarlier: true) && !a.isBehind(b, isEarlier: false))
    #expect(b.isBehind(a, isEarlier: true) && !b.isBehind(a, isEarlier: false))
  }

  /// The bounds are those of the corners; the plane gives the depth at every pixel.
  @Test(arguments: 0..<20) func boundsAndPlanes(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let item = Self.item(Self.transform(&random))
    let footprint = Self.footprint(item)
    let corners = Rect(0, 0, 1, 1).corners.map {
      let p = item.projection.unitToCanvas.transform(Point3D($0.x, $0.y, 0))
      return SIMD3(p.x, p.y, p.z) / p.w
    }
    #expect(abs(footprint.low.x - (corners.map(\.x).min() ?? 0)) < 1e-3)
    #expect(abs(footprint.high.y - (corners.map(\.y).max() ?? 0)) < 1e-3)
    #expect(abs(footprint.depths.far - (corners.map(\.z).min() ?? 0)) < 1e-3)
    #expect(abs(footprint.depths.near - (corners.map(\.z).max() ?? 0)) < 1e-3)
    let plane = try #require(footprint.plane)
    for corner in corners {
      #expect(abs(plane.slope.x * corner.x + plane.slope.y * corner.y + plane.offset - corner.z) < 1e-6)
    }
    // The same plane in the framebuffer of a tile, in units of the depth buffer.
    for (zeroToOne, factor) in [(true, 1), (false, 2)] {
      var range = DepthRange()
      range.extend(item.projectedVertices(), [0, 1, 2, 2, 3, 0])
      let tile = PixelRect(x: 16, y: 24, width: 64, height: 64, supersamplingFactor: factor)
      let m = range.clipTransform(tile: tile, zeroToOne: zeroToOne)
      let depths = try #require(footprint.depths(in: tile, m, zeroToOne: zeroToOne))
      for corner in corners {
        let p = m.transform(Point3D(corner.x, corner.y, corner.z))
        let (x, y) = ((corner.x - 16) * Double(factor), (corner.y - 24) * Double(factor))
        let found = Double(depths.x) * x + Double(depths.y) * y + Double(depths.z)
        #expect(abs(found - (zeroToOne ? p.z : p.z / 2 + 0.5)) < 1e-4)
      }
    }
  }

  @Test func behindTheEyeIsEverywhere() throws {
    let near = Transform3D.rotation(.degrees(80), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 15)
    let footprint = Self.footprint(Self.item(near))
    #expect(footprint.low.x == -.infinity && footprint.high.y == .infinity)
    #expect(footprint.depths == (-.infinity, .infinity) && footprint.folding == .none)
    let bent = try Mesh.grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y, $0.x * $0.y) }
    #expect(Self.footprint(Self.item(Rect(-40, -40, 80, 80), near, bent)).folding == .folded)
  }

  /// Triangles are sorted where the A-buffer does not.
  @Test func whatNeedsSorting() throws {
    let folded = try Mesh.grid(rows: 1, columns: 2) { SIMD3($0.x == 0.5 ? 1 : 0, $0.y, 0) }
    let footprint = Self.footprint(Self.item(Rect(-40, -40, 80, 80), .identity, folded))
    #expect(footprint.folding == .folded)
    #expect(footprint.needsSorting(hasExactTransparency: false))
    #expect(!footprint.needsSorting(hasExactTransparency: true))
    #expect(!Self.footprint(Self.item()).needsSorting(hasExactTransparency: false))
  }

  /// From the farthest to the nearest, by the sum of the corners' depths, and nothing else changes.
  @Test(arguments: 0..<10) func sortedBackToFront(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let mesh = try Mesh.grid(rows: 6, columns: 6) {
      SIMD3($0.x, $0.y, seed == 0 ? 0 : Float.random(in: -0.2...0.2, using: &random))
    }
    let item = Self.item(Rect(-40, -40, 80, 80), seed == 0 ? .identity : Self.transform(&random), mesh)
    var list = item.triangles(isLit: false)
    let projected = item.projectedVertices()
    let before = list.indices
    list.sortBackToFront(projected)
    func triangles(_ indices: [UInt32]) -> [[UInt32]] {
      stride(from: 0, to: indices.count, by: 3).map { Array(indices[$0..<$0 + 3]) }
    }
    #expect(Set(triangles(before)) == Set(triangles(list.indices)))
    let depths = triangles(list.indices).map { $0.reduce(Float(0)) { $0 + projected.points[Int($1)].z } }
    #expect(zip(depths, depths.dropFirst()).allSatisfy { $0 <= $1 })
    if seed == 0 { #expect(list.indices == before) }
  }
}
