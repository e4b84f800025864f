import MeshTransform
import TestSupport
import Testing

@testable import RenderGraph
@testable import SoftwareRaster

/// Contacts by their results and by the work that finds them.
struct SurfaceContactsTests {
  private static let size = Size(100, 100)

  private static func item(
    _ mesh: Mesh? = nil, at rect: Rect = Rect(0, 0, 100, 100), turned degrees: Double = 0
  ) -> RenderItem {
    let turn = Transform3D.rotation(.degrees(degrees), about: Point3D(0, 1, 0))
    var projection = LayerProjection(planeOf: rect, toCanvas: turn * .perspective(eyeDistance: 600))
    if mesh != nil {
      projection = projection.replacingUnitSpace(
        by: .scale(rect.size.width, rect.size.height, 100) * .translation(rect.origin.x, rect.origin.y))
    }
    var item = RenderItem(
      projection: projection, shape: mesh.map { .mesh($0, size: size) } ?? .square, content: .white,
      isOpaque: true)
    item.plane = DepthPlane(projection.pointsToCanvas, z: 0)
    return item
  }

  private static func contacts(_ items: [RenderItem]) -> SurfaceContacts {
    SurfaceContacts(items, items.map { $0.projectedVertices() })
  }

  /// A mesh of square cells whose depth a function of x and y gives.
  private static func mesh(_ side: Int, _ depth: (SIMD2<Float>) -> Float) throws -> Mesh {
    try Mesh.grid(rows: side, columns: side).mappingVertices { vertex, _ in
      var vertex = vertex
      vertex.to.z = depth(SIMD2(vertex.to.x, vertex.to.y))
      return vertex
    }
  }

  private static func wave(_ side: Int) throws -> Mesh {
    try mesh(side) { 0.1 * ($0.x * 20).rounded(.down).truncatingRemainder(dividingBy: 2) + 0.2 * $0.y }
  }

  /// The work for pairs that is used.
  /// - `surfaces`: the number of items with different meshes and transforms, which come first; nil for all.
  private static func work(_ items: [RenderItem], surfaces: Int? = nil) -> Int {
    let triangles = items.prefix(surfaces ?? items.count).reduce(0) { $0 + 2 * ($1.mesh?.faceCount ?? 0) }
    return SurfaceContacts.Work.ofPairs + SurfaceContacts.Work.ofTriangle * triangles - contacts(items).work
  }

  /// Overlapping flat items of one plane have biases as all pairs would give, whatever their number.
  @Test(arguments: 0..<10) func flatItemsAreStacked(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let rects = (0..<200).map { _ in
      Rect(
        number(0...90).rounded(), number(0...90).rounded(), number(1...20).rounded(), number(1...20).rounded()
      )
    }
    let items = rects.map { Self.item(at: $0, turned: 20) }
    let contacts = Self.contacts(items)
    #expect(!contacts.areApart)
    let isOpaque = items.indices.map { $0 % 3 != 0 }
    let biases = contacts.biases(isOpaque: isOpaque, step: 0.5)
    let boxes = items.map { SurfaceBounds(ProjectedSurface($0, $0.projectedVertices())) }
    var expected: [Double] = []
    for item in items.indices {
      let below = (0..<item).filter { boxes[$0].isNear(boxes[item]) }.map { expected[$0] }.max()
      expected.append(below.map { $0 + (boxes[item].plane?.steepness ?? 0) / 64 + 0.5 } ?? 0)
      let isTouched = items.indices.contains { $0 != item && boxes[$0].isNear(boxes[item]) }
      #expect(contacts.precisions[item] == (isTouched ? .touchingOthers : .alone))
    }
    #expect(biases == expected)
  }

  @Test func itemsApart() {
    let contacts = Self.contacts((0..<50).map { Self.item(at: Rect(Double($0) * 20, 0, 10, 10)) })
    #expect(contacts.areApart)
    #expect(contacts.precisions.allSatisfy { $0 == .alone })
    #expect(contacts.biases(isOpaque: Array(repeating: true, count: 50), step: 1).allSatisfy { $0 == 0 })
  }

  /// Items lie apart exactly if no two share a pixel, however far one is behind the other. Without perspective, so that
  /// depths do not move them.
  @Test(arguments: 0..<40) func apartOnTheCanvas(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let items = (0..<Int.random(in: 5...60, using: &random)).map { _ in
      let (x, y) = (Double.random(in: 0...4000, using: &random), Double.random(in: 0...400, using: &random))
      var item = Self.item(at: Rect(x, y, 20, 20))
      let z = Double(Int.random(in: 0...3, using: &random)) * 5000
      item.projection = LayerProjection(planeOf: Rect(x, y, 20, 20), toCanvas: .translation(0, 0, z))
      item.plane = DepthPlane(item.projection.pointsToCanvas, z: 0)
      return item
    }
    let boxes = items.map { SurfaceBounds(ProjectedSurface($0, $0.projectedVertices())) }
    let overlap = items.indices.contains { i in (0..<i).contains { boxes[$0].overlapsOnCanvas(boxes[i]) } }
    #expect(Self.contacts(items).areApart == !overlap)
  }

  /// Copies of a bent item touch everywhere and need no comparison. An opaque one is drawn before a translucent one.
  @Test func copiesOfMesh() throws {
    let mesh = try Self.wave(8)
    let items = Array(repeating: Self.item(mesh), count: 1000)
    let contacts = Self.contacts(items)
    #expect(Self.work(items, surfaces: 1) < 10)
    #expect(contacts.precisions.allSatisfy { $0 == .touchingOthers })
    var isOpaque = Array(repeating: true, count: 1000)
    isOpaque[500] = false
    let biases = contacts.biases(isOpaque: isOpaque, step: 1)
    #expect(biases == (0..<1000).map { $0 > 500 ? 1 : 0 })
  }

  /// A bent item whose middle lies in the plane of a flat one, and one that only crosses it.
  @Test func bentItemOnFlatOne() throws {
    let bowl = try Self.mesh(16) { $0.x > 0.3 && $0.x < 0.7 ? 0 : 0.2 }
    for (mesh, touches) in [(bowl, true), (try Self.mesh(16) { $0.x - 0.49 }, false)] {
      let contacts = Self.contacts([Self.item(), Self.item(mesh)])
      #expect(contacts.precisions == Array(repeating: touches ? .touchingOthers : .nearOthers, count: 2))
      #expect((contacts.biases(isOpaque: [true, true], step: 1)[1] > 0) == touches)
    }
  }

  /// The work for two sheets that cross grows with the sheets' sides or faces, and not with pairs of faces.
  @Test func workOfCrossingSheets() throws {
    func work(_ side: Int) throws -> Int {
      Self.work([
        Self.item(try Self.wave(side)), Self.item(try Self.wave(side), at: Rect(5, 3, 100, 100), turned: 25),
      ])
    }
    let (few, many) = (try work(20), try work(80))
    #expect(many <= 16 * few + 1000)
    #expect(many < 80 * 80 * 32)
  }

  /// Sheets that touch in many places: noise, slivers over the whole width, all triangles in one place.
  @Test(arguments: ["noise", "slivers", "heap"]) func workIsLimited(_ kind: String) throws {
    var random = SplitMix64(seed: 1)
    func sheet(_ degrees: Double) throws -> RenderItem {
      let mesh = try Mesh.grid(rows: 40, columns: 40).mappingVertices { vertex, _ in
        func number() -> Float { Float.random(in: 0...1, using: &random) }
        var vertex = vertex
        vertex.to.z = number() * 0.3
        if kind != "noise" { vertex.to.x = number() }
        if kind == "heap" { vertex.to.y = number() }
        return vertex
      }
      return Self.item(mesh, turned: degrees)
    }
    let items = [try sheet(0), try sheet(10)]
    #expect(
      Self.work(items) <= SurfaceContacts.Work.ofPairs + SurfaceContacts.Work.ofTriangle * 4 * 40 * 40 + 100)
    #expect(!Self.contacts(items).areApart)
  }

  /// Very many bent items in one place: beyond the limit of pairs, nothing is simplified.
  @Test func pairsAreLimited() throws {
    let items = try (0..<1600).map { index in
      Self.item(try Self.mesh(1) { $0.x * $0.y * 0.3 }, at: Rect(Double(index) * 0.01, 0, 100, 100))
    }
    let contacts = Self.contacts(items)
    #expect(contacts.work > -1000)
    #expect(contacts.precisions.allSatisfy { $0 == .touchingOthers })
  }

  @Test func itemsBehindTheEye() throws {
    let mesh = try Self.mesh(8) { $0.x * 20 }
    let contacts = Self.contacts([Self.item(mesh), Self.item(turned: 10), Self.item(mesh, turned: 5)])
    #expect(!contacts.areApart)
    #expect(contacts.biases(isOpaque: [true, true, true], step: 1).allSatisfy { $0.isFinite })
  }
}
