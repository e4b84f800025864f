import MeshTransform
import Testing

@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// Screen tiles and the triangles over them, against comparisons of all tiles with all triangles.
struct TileTests {
  private static let size = PixelSize(100, 70)
  private static let canvas = Rect(0, 0, 100, 70)

  private static func triangle(_ random: inout SplitMix64) -> [SIMD2<Float>] {
    let length = [Float(4), 30, 140][Int.random(in: 0..<3, using: &random)]
    func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &random) }
    let place = SIMD2(number(-20...110), number(-20...80))
    return (0..<3).map { _ in place + SIMD2(number(-1...1), number(-1...1)) * length }
  }

  /// The part of a triangle in a rectangle.
  private static func area(_ triangle: [SIMD2<Float>], in rect: Rect) -> Double {
    triangle.map { Point(Double($0.x), Double($0.y)) }.clipped(to: rect).area
  }

  private static func rect(_ tile: Int, of tiles: ScreenTiles) -> Rect {
    Rect(Double(tile % tiles.columns) * 8, Double(tile / tiles.columns) * 8, 8, 8)
  }

  private static func mesh(_ triangles: [[SIMD2<Float>]]) -> ProjectedMesh? {
    let vertices = triangles.joined().enumerated().map { number, p in
      Mesh.Vertex(from: .zero, to: SIMD3(p.x, p.y, Float(number)))
    }
    let list = TriangleList(
      vertices: vertices, normals: [], brightness: [], indices: Array(0..<UInt32(vertices.count)))
    let item = RenderItem(
      projection: LayerProjection(planeOf: Rect(0, 0, 1, 1), toCanvas: .identity), content: .white,
      isOpaque: true)
    return ProjectedMesh(item, list, ProjectedVertices(vertices, .identity), bias: 0)
  }

  /// No tile is missed that a triangle covers a part of; those that are found are near it.
  @Test(arguments: 0..<40) func trianglesReachTiles(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let (corners, tiles) = (Self.triangle(&random), ScreenTiles(Self.size))
    let reach = TriangleReach(
      corners[0], corners[1], corners[2], margin: 0.5, in: (tiles.columns, tiles.rows))
    for tile in tiles.marks.indices {
      let (row, column) = tile.quotientAndRemainder(dividingBy: tiles.columns)
      let isFound =
        reach.columns.contains(column) && reach.rows.contains(row) && reach.touches(column: column, row: row)
      let rect = Self.rect(tile, of: tiles)
      if Self.area(corners, in: rect) > 1e-3 { #expect(isFound, "seed \(seed), tile \(tile)") }
      let isSmall = reach.columns.count <= 1 && reach.rows.count <= 1
      if isFound, !isSmall { #expect(corners.isNear(rect.outset(by: 1, 1)), "seed \(seed), tile \(tile)") }
    }
  }

  /// An item reaches the tiles of its triangles, with a margin of two pixels.
  @Test(arguments: 0..<20) func itemsReachTiles(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let (triangles, tiles) = ((0..<6).map { _ in Self.triangle(&random) }, ScreenTiles(Self.size))
    let reached = ItemTiles(try #require(Self.mesh(triangles)), over: tiles)
    var found: Set<Int> = []
    reached.forEachTile { found.insert($0) }
    for tile in tiles.marks.indices {
      #expect(reached.contains(tile) == found.contains(tile))
      let rect = Self.rect(tile, of: tiles)
      if triangles.contains(where: { Self.area($0, in: rect) > 1e-3 }) { #expect(found.contains(tile)) }
      if found.contains(tile) { #expect(triangles.contains { $0.isNear(rect.outset(by: 9, 9)) }) }
    }
  }

  /// Windings by the signs of areas; an item is folded where it has both on the canvas.
  @Test(arguments: 0..<20) func windings(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let triangles =
      (0..<(seed < 10 ? 2 : 8)).map { _ in Self.triangle(&random) } + [[.zero, SIMD2(1, 1), SIMD2(2, 2)]]
    let mesh = try #require(Self.mesh(triangles))
    for (winding, p) in zip(mesh.windings, triangles) {
      let (u, v) = (p[1] - p[0], p[2] - p[0])
      let area = u.x * v.y - u.y * v.x
      #expect(winding == (area > 0 ? 1 : area < 0 ? 0 : ProjectedMesh.undrawn))
    }
    let drawn = Set(mesh.windings).subtracting([ProjectedMesh.undrawn])
    #expect(mesh.isFolded == (drawn.count == 2))
  }

  /// The number of triangles at one point of each tile, by winding.
  @Test(arguments: 0..<20) func depthComplexity(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let (triangles, tiles) = ((0..<12).map { _ in Self.triangle(&random) }, ScreenTiles(Self.size))
    let mesh = try #require(Self.mesh(triangles))
    var counts = [SIMD2<UInt8>](repeating: .zero, count: tiles.marks.count)
    DepthComplexity(mesh, over: tiles).forEachTile { counts[$0] = $1 }
    for tile in tiles.marks.indices {
      let rect = Self.rect(tile, of: tiles)
      let point = SIMD2(rect.minX + 8 * 0.4639, rect.minY + 8 * 0.5413)
      let clockwise = triangles.count { Polygon($0.map { SIMD2<Double>($0) }).contains(point) }
      let others = triangles.count { Polygon($0.reversed().map { SIMD2<Double>($0) }).contains(point) }
      #expect(counts[tile] == SIMD2(UInt8(others), UInt8(clockwise)), "seed \(seed), tile \(tile)")
    }
  }

  /// The triangles over tiles with edges, by their boxes.
  @Test(arguments: 0..<10) func loads(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let triangles = (0..<20).map { _ in Self.triangle(&random) }
    var tiles = ScreenTiles(Self.size)
    for tile in tiles.marks.indices where tile % 3 == 0 { tiles.mark(tile, ScreenTiles.Mark.edge) }
    let load = TileLoad([try #require(Self.mesh(triangles))], over: tiles)
    for tile in tiles.marks.indices {
      let rect = Self.rect(tile, of: tiles)
      let expected = triangles.count { p in
        let (x, y) = (p.map { Double($0.x) }, p.map { Double($0.y) })
        return x.max()! >= rect.minX && x.min()! < rect.maxX && y.max()! >= rect.minY && y.min()! < rect.maxY
      }
      #expect(load[tile] == (tile % 3 == 0 ? expected : 0), "seed \(seed), tile \(tile)")
    }
  }

  /// Edges mark the tiles that they cross.
  @Test(arguments: 0..<40) func segmentsCrossTiles(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let (ends, tiles) = (Self.triangle(&random), ScreenTiles(Self.size))
    let segment = EdgeSegment(start: ends[0], end: seed % 8 == 0 ? SIMD2(ends[1].x, ends[0].y) : ends[1])
    var found: Set<Int> = []
    tiles.forEachTile(segment) { found.insert($0) }
    var crossed: Set<Int> = []
    for step in 0...4000 {
      let p = segment.start + segment.direction * (Float(step) / 4000)
      guard p.x >= 0, p.y >= 0, p.x < 100, p.y < 70 else { continue }
      crossed.insert(Int(p.y) / 8 * tiles.columns + Int(p.x) / 8)
    }
    #expect(found.isSuperset(of: crossed), "seed \(seed)")
    for tile in found.subtracting(crossed) {
      #expect(
        [segment.start, segment.end, segment.start].isNear(Self.rect(tile, of: tiles).outset(by: 0.2, 0.2)))
    }
    #expect(EdgeSegment(start: SIMD2(3, 5), end: SIMD2(3, 90)).isBetweenPixels)
    #expect(!EdgeSegment(start: SIMD2(3.01, 5), end: SIMD2(3.01, 90)).isBetweenPixels)
    #expect(!EdgeSegment(start: SIMD2(3, 5), end: SIMD2(4, 90)).isBetweenPixels)
  }

  private static func marked(_ random: inout SplitMix64, share: Double) -> ScreenTiles {
    var tiles = ScreenTiles(size)
    for tile in tiles.marks.indices where Double.random(in: 0...1, using: &random) < share {
      tiles.mark(tile, ScreenTiles.Mark.edge)
    }
    return tiles
  }

  private static let edges = ScreenTiles.Mark.edge...ScreenTiles.Mark.edge

  /// Rectangles cover exactly the pixels of marked tiles in a region, each once.
  @Test(arguments: 0..<20) func rectanglesCoverMarkedTiles(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let tiles = Self.marked(&random, share: [0.2, 0.6, 1][seed % 3])
    let region =
      seed % 2 == 0
      ? PixelRect(x: 0, y: 0, width: 100, height: 70) : PixelRect(x: 13, y: 9, width: 60, height: 50)
    let rectangles = EdgeTile.rectangles(of: tiles, Self.edges, in: region, widest: 44, highest: 36)
    var counts = [Int](repeating: 0, count: Self.size.area)
    for rectangle in rectangles {
      #expect(rectangle.area.width <= 40 && rectangle.area.height <= 32)
      for y in rectangle.area.y..<rectangle.area.y + rectangle.area.height {
        for x in rectangle.area.x..<rectangle.area.x + rectangle.area.width { counts[y * 100 + x] += 1 }
      }
    }
    for y in 0..<70 {
      for x in 0..<100 {
        let isMarked = tiles.marks[y / 8 * tiles.columns + x / 8] == ScreenTiles.Mark.edge
        let isInside =
          x >= region.x && y >= region.y && x < region.x + region.width && y < region.y + region.height
        #expect(counts[y * 100 + x] == (isMarked && isInside ? 1 : 0))
      }
    }
  }

  /// Packed rectangles, with their borders, overlap nowhere and lie within the atlas.
  @Test(arguments: 0..<20) func packedTilesLieApart(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let tiles = Self.marked(&random, share: 0.5)
    let region = PixelRect(x: 0, y: 0, width: 100, height: 70)
    let (room, ring) = (PixelSize(64, 48), seed % 2)
    let rectangles = EdgeTile.rectangles(of: tiles, Self.edges, in: region, widest: 40, highest: 30)
    let batches = EdgeTile.packed(rectangles, into: room, ring: ring)
    #expect(batches.joined().count == rectangles.count)
    let key = { (tile: EdgeTile) in [tile.area.y, tile.area.x] }
    #expect(
      batches.joined().map(key).sorted { $0.lexicographicallyPrecedes($1) }
        == rectangles.map(key).sorted { $0.lexicographicallyPrecedes($1) })
    for batch in batches {
      var used = [Bool](repeating: false, count: room.area)
      for tile in batch {
        #expect(tile.ring == ring)
        // The border, and a pixel before it that may be overwritten.
        let (x, y) = (tile.x - ring - EdgeTile.margin, tile.y - ring - EdgeTile.margin)
        let (right, bottom) = (tile.x + tile.area.width + ring, tile.y + tile.area.height + ring)
        #expect(x >= 0 && y >= 0 && right <= room.width && bottom <= room.height)
        for row in y..<bottom {
          for column in x..<right {
            #expect(!used[row * room.width + column])
            used[row * room.width + column] = true
          }
        }
      }
    }
  }

  /// The triangles of each edge tile: all that cover a part of it, in drawing order.
  @Test(arguments: 0..<20) func trianglesOfTiles(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let tiles = Self.marked(&random, share: 0.4)
    let region = PixelRect(x: 0, y: 0, width: 100, height: 70)
    let edgeTiles = EdgeTile.packed(
      EdgeTile.rectangles(of: tiles, Self.edges, in: region, widest: 44, highest: 36),
      into: PixelSize(64, 64), ring: 1
    ).flatMap { $0 }
    var list = TileTriangles(edgeTiles, over: tiles)
    let triangles = (0..<15).map { _ in Self.triangle(&random) }
    let points = triangles.joined().map { SIMD4($0.x, $0.y, 0, 1) }
    // Two draw calls, of which the second has the triangles in reverse order.
    let numbers = Array(triangles.indices)
    for order in [numbers, numbers.reversed()] {
      let drawn = order.flatMap { [UInt32(3 * $0), UInt32(3 * $0 + 1), UInt32(3 * $0 + 2)] }
      let parts = list.add(points, drawn[...])
      #expect(parts.map(\.tile) == parts.map(\.tile).sorted() && Set(parts.map(\.tile)).count == parts.count)
      for (name, edgeTile) in edgeTiles.enumerated() {
        let part = parts.first { $0.tile == name }
        let own = part.map { Array(list.indices[$0.indices]) } ?? []
        let found = stride(from: 0, to: own.count, by: 3).map { Int(own[$0]) / 3 }
        #expect(own.count == 3 * found.count && Set(found).count == found.count)
        #expect(found == order.filter(found.contains))
        let area = edgeTile.area
        let rect = Rect(Double(area.x), Double(area.y), Double(area.width), Double(area.height))
        for number in numbers {
          if Self.area(triangles[number], in: rect.outset(by: 1, 1)) > 1e-3 {
            #expect(found.contains(number))
          }
          // Small triangles are listed by their boxes.
          guard found.contains(number),
            let box = Rect(around: triangles[number].map { Point(Double($0.x), Double($0.y)) })
          else { continue }
          #expect(box.outset(by: 10, 10).intersection(rect) != nil)
        }
      }
      let middle = edgeTiles.count / 2
      #expect(parts.inside(0..<middle).allSatisfy { $0.tile < middle })
      #expect(parts.inside(0..<middle).count + parts.inside(middle..<edgeTiles.count).count == parts.count)
    }
  }

  /// Rectangles that are reported to be apart are so by the distance of their corners and sides.
  @Test(arguments: 0..<60) func outlinesApart(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let polygons = (0..<2).map { _ in
      Polygon(
        center: SIMD2(number(20...80), number(20...60)), size: SIMD2(number(5...40), number(5...30)),
        angle: .degrees(number(0...360)))
    }
    let outlines = try polygons.map { polygon -> ScreenOutline in
      let vertices = polygon.corners.map { Mesh.Vertex(from: .zero, to: SIMD3(Float($0.x), Float($0.y), 0)) }
      let list = TriangleList(vertices: vertices, normals: [], brightness: [], indices: [0, 1, 2, 2, 3, 0])
      let item = RenderItem(
        projection: LayerProjection(planeOf: Rect(0, 0, 1, 1), toCanvas: .identity), content: .white,
        isOpaque: true)
      return ScreenOutline(
        try #require(ProjectedMesh(item, list, ProjectedVertices(vertices, .identity), bias: 0)))
    }
    let overlap =
      polygons[0].corners.contains(where: polygons[1].contains)
      || polygons[1].corners.contains(where: polygons[0].contains)
    let nearest =
      (0...100).flatMap { step -> [Double] in
        polygons.indices.flatMap { i in
          polygons[i].corners.indices.map { k in
            let (a, b) = (polygons[i].corners[k], polygons[i].corners[(k + 1) % 4])
            return polygons[1 - i].distance(a + (b - a) * (Double(step) / 100))
          }
        }
      }.min() ?? 0
    let isApart = outlines[0].isApart(from: outlines[1], by: 2)
    #expect(isApart == outlines[1].isApart(from: outlines[0], by: 2))
    if overlap || nearest < 1.9 { #expect(!isApart, "seed \(seed)") }
    if !overlap, nearest > 3 { #expect(isApart, "seed \(seed)") }
  }
}

extension [SIMD2<Float>] {
  /// Whether a triangle may touch a rectangle: by its sides and the rectangle's, as separating axes.
  fileprivate func isNear(_ rect: Rect) -> Bool {
    let (p, q) = (map { SIMD2<Double>($0) }, rect.corners.map { SIMD2($0.x, $0.y) })
    let axes =
      [SIMD2(1.0, 0), SIMD2(0, 1.0)]
      + p.indices.map { i in
        let side = p[(i + 1) % 3] - p[i]
        return SIMD2(side.y, -side.x)
      }
    return axes.allSatisfy { axis in
      let (a, b) = (p.map { ($0 * axis).sum() }, q.map { ($0 * axis).sum() })
      return a.max()! >= b.min()! && b.max()! >= a.min()!
    }
  }
}

extension [Point] {
  /// By the shoelace formula.
  fileprivate var area: Double { Polygon(map { SIMD2($0.x, $0.y) }).area }
}
