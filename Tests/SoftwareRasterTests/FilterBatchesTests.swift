import MeshTransform
import Testing

@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// Batches of triangles by their filters.
struct FilterBatchesTests {
  /// A bent surface whose pixels are up to some texels long, in directions all around.
  private static func list(_ side: Double, tilt: Double, turn: Double, cells: Int = 30) throws -> (
    TriangleList, ProjectedVertices
  ) {
    let mesh = try Mesh.ripple { ($0.rows, $0.columns, $0.amplitude, $0.waves) = (cells, cells, 0.03, 3) }
    let layer = Layer(Rect(0, 0, side, side), .none).with {
      $0.mesh = mesh
      $0.transform =
        .rotation(.degrees(tilt), about: Point3D(1, 0, 0)) * .rotation(.degrees(turn))
        * .perspective(eyeDistance: 3 * side)
    }
    let list = TriangleList(mesh, inBoundsOf: layer.bounds.size, lit: false)
    let projection = LayerProjection(layer, superlayerToCanvas: .identity)
    return (list, ProjectedVertices(list.vertices, projection.unitToCanvas))
  }

  private static func key(
    _ filters: FilterSelection, _ corners: [UInt32], _ list: TriangleList, _ projected: ProjectedVertices
  )
    -> (key: BatchKey, area: Float)
  {
    let i = corners.map { Int($0) }
    let (p, c) = (i.map { projected.points[$0] }, i.map { list.vertices[$0].from })
    let (code, area) = filters.batchCode((p[0], p[1], p[2]), (c[0], c[1], c[2]))
    return (BatchKey(code: code), area)
  }

  /// The same triangles in another order; draw calls that cover them once, each with one filter that is no cheaper than
  /// any of its triangles needs.
  @Test(arguments: [(0.0, 0.7), (35, 1.0), (50, 1.2), (65, 1.6), (0, 2.5), (72, 0.9)], [0.0, 40])
  func callsCoverAllTriangles(_ place: (tilt: Double, texels: Double), _ turn: Double) throws {
    let side = 1500.0
    let (list, projected) = try Self.list(side, tilt: place.tilt, turn: turn)
    let texels = Int(side * place.texels)
    let filters = FilterSelection(contentSize: PixelSize(texels, texels))
    let selection = BatchSelection(filters, list, projected)
    var sorted = list
    let calls = selection.drawCalls(sorting: &sorted)
    #expect(
      list.corners.sorted(by: { $0.lexicographicallyPrecedes($1) })
        == sorted.corners.sorted(by: { $0.lexicographicallyPrecedes($1) }))
    #expect(Set(calls.map(\.key)).count == calls.count)
    var (next, most) = (0, TextureFilter.oneTap)
    for call in calls {
      #expect(call.indices.lowerBound == next && !call.indices.isEmpty && call.indices.count % 3 == 0)
      next = call.indices.upperBound
      // Triangles of one call keep their order.
      let own = sorted.corners[call.indices.lowerBound / 3..<call.indices.upperBound / 3]
      let places = Dictionary(list.corners.enumerated().map { ($1, $0) }) { first, _ in first }
      #expect(zip(own, own.dropFirst()).allSatisfy { places[$0]! < places[$1]! })
      for corners in own {
        let (needed, area) = Self.key(filters, corners, list, projected)
        guard area > 0 else { continue }
        most = max(most, needed.filter)
        #expect(call.key.filter >= needed.filter, "\(call.key) for \(needed)")
        if call.key.filter == .twoTaps, needed.filter == .twoTaps {
          let distance = abs(call.key.direction - needed.direction)
          #expect(min(distance, 8 - distance) == 0)
        }
      }
    }
    #expect(next == list.indices.count)
    #expect(selection.mostExpensive == (most == .twoTaps ? .anisotropic : most))
  }

  /// A large picture has batches of several filters, a small one has a single call.
  @Test func smallPicturesHaveOneCall() throws {
    func keys(_ side: Double, canvasArea: Int?) throws -> [BatchKey] {
      var (list, projected) = try Self.list(side, tilt: 50, turn: 30)
      let filters = FilterSelection(contentSize: PixelSize(Int(side * 1.1), Int(side * 1.1)))
      return BatchSelection(filters, list, projected, canvasArea: canvasArea).drawCalls(sorting: &list).map(
        \.key)
    }
    #expect(try keys(1500, canvasArea: nil).count > 2)
    for canvasArea in [nil, 300 * 300] {
      let small = try keys(300, canvasArea: canvasArea)
      #expect(small == [BatchKey(.anisotropic)] || small == [BatchKey(.mipmapped)])
    }
    #expect(try keys(300, canvasArea: 300 * 300) == keys(300, canvasArea: nil))
  }

  /// Which items of a graph are divided: opaque bent images.
  @Test func itemsWithBatches() throws {
    let mesh = try Mesh.ripple { ($0.rows, $0.columns, $0.amplitude, $0.waves) = (24, 24, 0.03, 3) }
    func calls(_ change: (inout Layer) -> Void = { _ in }) throws -> Int {
      let layer = Layer(Rect(0, 0, 1200, 1200), .image(.noise(1100, 1100))).with {
        $0.mesh = mesh
        $0.transform = .rotation(.degrees(50), about: Point3D(1, 0.3, 0)) * .perspective(eyeDistance: 4000)
        change(&$0)
      }
      return try GraphCompiler([FilterBatches()]).graph(Scene(1200, [layer])).commands[0].calls.count
    }
    #expect(try calls() > 1)
    #expect(try calls { $0.opacity = 0.5 } == 1)
    #expect(try calls { $0.magnificationFilter = .nearest } == 1)
    #expect(try calls { $0.contents = .color(.pureRed) } == 1)
    #expect(try calls { $0.minificationFilter = .linear } == 1)
  }
}
