import MeshTransform
import Testing

@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// Unbent translucent items that cross: their parts, and the order of these, against the depths of their planes.
struct CrossingPlanesTests {
  private static let side = 100.0

  private static func sheet(_ transform: Transform3D, size: Double = 60, _ mesh: Mesh? = nil) -> Layer {
    Layer(
      Rect(0, 0, size, size), .color(Color(red: 1, green: 0, blue: 0, alpha: 0.5))
    ).with {
      $0.position = Point(side / 2, side / 2)
      ($0.transform, $0.mesh) = (transform, mesh)
    }
  }

  private static func turned(_ degrees: Double, _ axis: Point3D = Point3D(0, 1, 0)) -> Transform3D {
    .rotation(.degrees(degrees), about: axis)
  }

  /// Sheets at random, most of which cross each other.
  private static func sheets(_ seed: UInt64) throws -> [Layer] {
    var random = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let perspective: Transform3D = seed % 2 == 0 ? .identity : .perspective(eyeDistance: number(150...400))
    return try (0..<Int.random(in: 2...7, using: &random)).map { _ in
      let axis = Point3D(number(-1...1), number(-1...1), number(-0.4...0.4))
      let rows = [0, 2, 9].randomElement(using: &random) ?? 0
      let mesh = rows == 0 ? nil : try Mesh.grid(rows: rows, columns: 3)
      return sheet(
        turned(number(-70...70), axis)
          * .translation(number(-12...12), number(-12...12), number(-12...12)) * perspective,
        size: number(30...70), mesh)
    }
  }

  private func group(_ layers: [Layer], _ passes: [any GraphPass] = [CrossingPlanes()]) throws -> DepthGroup {
    let graph = try GraphCompiler(passes).graph(Scene(Self.side, layers))
    return try #require(graph.canvas.groups.count == 1 ? graph.canvas.groups[0] : nil)
  }

  /// A triangle on the canvas.
  private struct Flat {
    let item: Int
    let corners: [SIMD2<Double>]

    /// The least distance to an edge, below 0 outside.
    func depth(of point: SIMD2<Double>) -> Double {
      let distances = (0..<3).map { i -> Double in
        let (a, b) = (corners[i], corners[(i + 1) % 3])
        let (u, v) = (b - a, point - a)
        return (u.x * v.y - u.y * v.x) / (u * u).sum().squareRoot()
      }
      let isClockwise = distances.reduce(0, +) > 0
      return isClockwise ? distances.min() ?? 0 : -(distances.max() ?? 0)
    }
  }

  private func triangles(_ command: DrawCommand, _ indices: Range<Int>, item: Int) -> [Flat] {
    let (points, list) = (command.projected.points, command.triangles.indices)
    return stride(from: indices.lowerBound, to: indices.upperBound, by: 3).map { first in
      Flat(
        item: item, corners: list[first..<first + 3].map { SIMD2<Double>(points[Int($0)].lowHalf) })
    }
  }

  /// The depth of an item at a point, from three of its corners.
  private func depth(_ command: DrawCommand, at point: SIMD2<Double>) -> Double {
    let first = command.item.triangles(isLit: false).indices.prefix(3)
    let corners = first.map { command.triangulation.projected.points[Int($0)] }
    let (a, b, c) = (
      SIMD4<Double>(corners[0]), SIMD4<Double>(corners[1]), SIMD4<Double>(corners[2])
    )
    let (u, v, p) = (b - a, c - a, point - a.lowHalf)
    let area = u.x * v.y - u.y * v.x
    return a.z + ((p.x * v.y - p.y * v.x) * u.z + (u.x * p.y - u.y * p.x) * v.z) / area
  }

  /// At every point that no line passes, each item that covers it is drawn once, and farther ones first.
  @Test(arguments: UInt64(1)...60) func orderIsThatOfDepths(seed: UInt64) throws {
    let layers = try Self.sheets(seed)
    let plain = try group(layers, [])
    let divided = try group(layers)
    guard !plain.aBufferItems.isEmpty else { return #expect(divided.parts.isEmpty) }
    #expect(
      divided.aBufferItems.isEmpty
        && divided.commands.count == plain.surfaceCount + plain.aBufferItems.entries.count)
    let parts = divided.parts.flatMap { part in
      let command = divided.commands[part.command]
      return triangles(command, command.calls[part.call].indices, item: part.command)
    }
    var (points, covered) = (0, 0)
    for y in stride(from: 0.5, to: Self.side, by: 2) {
      for x in stride(from: 0.5, to: Self.side, by: 2) {
        let point = SIMD2(x, y)
        let found = parts.map { ($0.item, $0.depth(of: point)) }
        // A point on an edge, also of a part, may be on both sides.
        if found.contains(where: { abs($0.1) < 0.01 }) { continue }
        let drawn = found.filter { $0.1 > 0 }.map(\.0)
        #expect(Set(drawn).count == drawn.count, "an item is drawn twice at \(point)")
        for item in divided.commands.indices where item >= divided.wholeCount {
          let whole = outline(divided.commands[item], item)
          let isInside = whole.contains { $0.depth(of: point) > 0.01 }
          #expect(!isInside || drawn.contains(item), "item \(item) is missing at \(point)")
        }
        let depths = drawn.map { depth(divided.commands[$0], at: point) }
        for (first, second) in zip(depths, depths.dropFirst()) {
          #expect(first < second + 0.05, "\(depths) at \(point)")
        }
        points += 1
        covered += drawn.count > 1 ? 1 : 0
      }
    }
    #expect(points > 500 && covered > 20)
  }

  /// The triangles of an item before it was divided.
  private func outline(_ command: DrawCommand, _ item: Int) -> [Flat] {
    let list = command.item.triangles(isLit: false)
    let points = ProjectedVertices(list.vertices, command.projection.unitToCanvas).points
    return list.corners.map { corners in
      Flat(item: item, corners: corners.map { SIMD2<Double>(points[Int($0)].lowHalf) })
    }
  }

  /// Parts of one item share the corners on their common edges: only the outline of the item is a boundary.
  @Test(arguments: UInt64(1)...30) func partsMeetWithoutGaps(seed: UInt64) throws {
    let divided = try group(try Self.sheets(seed))
    for command in divided.commands[divided.wholeCount...] {
      let list = command.triangles
      let boundary = MeshBoundary(
        TriangleAdjacency(list.indices, vertexCount: list.vertices.count), list.indices)
      for edge in boundary.edges {
        let ends = [edge.x, edge.y].map { list.vertices[Int($0)].to }
        let isOnSide = [0, 1].contains { axis in
          [Float(0), 1].contains { side in ends.allSatisfy { abs($0[axis] - side) < 1e-6 } }
        }
        #expect(isOnSide, "\(ends)")
      }
    }
  }

  /// All triangles keep the winding of their item, so that the same sides are culled.
  @Test func windingsStay() throws {
    let layers = [Self.sheet(Self.turned(40)), Self.sheet(Self.turned(-40))]
    let divided = try group(layers)
    #expect(divided.parts.count == 3)
    for command in divided.commands {
      let areas = triangles(command, 0..<command.triangles.indices.count, item: 0).map { flat -> Double in
        let (u, v) = (flat.corners[1] - flat.corners[0], flat.corners[2] - flat.corners[0])
        return u.x * v.y - u.y * v.x
      }
      #expect(areas.allSatisfy { $0 > 0 })
      // The sheet is 60 points wide, and turned by 40 degrees.
      #expect(abs(areas.reduce(0, +) / 2 - 3600 * Angle.degrees(40).sineAndCosine.cosine) < 0.01)
    }
  }

  /// The order changes along the line in which two sheets meet, as far as both reach.
  @Test func crossingsAreWhereSheetsMeet() throws {
    let divided = try group([
      Self.sheet(Self.turned(40)), Self.sheet(Self.turned(-40) * .translation(0, 20)),
    ])
    let crossing = try #require(divided.crossings.count == 1 ? divided.crossings[0] : nil)
    let (low, high) = (smaller(crossing.start, crossing.end), larger(crossing.start, crossing.end))
    #expect(abs(low.x - 50) < 0.01 && abs(high.x - 50) < 0.01)
    // They reach from 20 to 80 and from 40 to 100; a pixel is added.
    #expect(abs(low.y - 39) < 1.01 && abs(high.y - 81) < 1.01)
  }

  /// The order also changes along a line that is an edge of a flat grid.
  @Test func crossingsMayBeEdges() throws {
    let grid = try Mesh.grid(rows: 1, columns: 2)
    let divided = try group([
      Self.sheet(Self.turned(40), grid), Self.sheet(Self.turned(-40), grid),
    ])
    #expect(divided.parts.count == 3)
    let crossing = try #require(divided.crossings.first)
    #expect(abs(crossing.start.x - 50) < 0.01 && abs(crossing.end.x - 50) < 0.01)
    #expect(abs(abs(crossing.start.y - crossing.end.y) - 60) < 0.01)
  }

  /// A bent layer and the layers that overlap it stay in the A-buffer. The pass divides the other layers.
  @Test func bentItemsStay() throws {
    let bent = Self.sheet(.identity, try .grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y, 0.4 * $0.x * $0.y) })
    let far = Transform3D.translation(0, 300)
    let layers = [
      bent, Self.sheet(Self.turned(30)), Self.sheet(Self.turned(40) * far),
      Self.sheet(Self.turned(-40) * far),
    ]
    let divided = try group(layers)
    #expect(divided.aBufferItems.entries.count == 2 && divided.parts.count == 3)
    #expect(divided.commands.count == 2 && divided.ranks == [2, 3])
    #expect(divided.aBufferItems.entries.map(\.rank) == [0, 1])
  }

  /// Many sheets that all cross each other would have too many parts.
  @Test func tooManyPartsStay() throws {
    var random = SplitMix64(seed: 3)
    let layers = (0..<80).map { _ in
      let axis = Point3D(
        .random(in: -1...1, using: &random), .random(in: -1...1, using: &random),
        .random(in: -1...1, using: &random))
      return Self.sheet(Self.turned(.random(in: 5...60, using: &random), axis))
    }
    let divided = try group(layers)
    #expect(divided.parts.isEmpty && divided.aBufferItems.entries.count == 80)
  }
}
