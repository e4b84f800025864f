import MeshTransform
import Testing

@testable import RenderGraph
@testable import TestSupport

/// Which surfaces are drawn through lists of fragments, and that the others are not.
struct OrderIndependentSelectionTests {
  private func surface(
    _ mesh: Mesh? = nil, size: Size = Size(40, 40), _ transform: Transform3D = .identity,
    hidesBack: Bool = false
  ) -> RenderItem {
    var layer = Layer(bounds: Rect(origin: .zero, size: size), position: .zero)
    (layer.mesh, layer.transform) = (mesh, transform)
    let projection = LayerProjection(layer, superlayerToCanvas: .translation(50, 50))
    var surface = RenderItem(projection: projection, content: .white, isOpaque: false)
    if let mesh { surface.shape = .mesh(mesh, size: size) }
    surface.plane = DepthPlane(projection.unitToCanvas, z: Double(mesh?.vertices.first?.toZ ?? 0))
    if hidesBack { surface.visibleSides = .front }
    return surface
  }

  private func surface(_ transform: Transform3D) -> RenderItem { surface(nil, transform) }

  private func footprint(_ item: RenderItem, isLit: Bool = false) -> ItemFootprint {
    let triangles = item.triangles(isLit: isLit)
    return ItemFootprint(
      item, Triangulation(triangles, of: item.mesh ?? .unitQuad, item.projection.unitToCanvas, .alone))
  }

  private func listed(_ surfaces: [RenderItem]) -> [Int] {
    let footprints = surfaces.map { footprint($0) }
    let order = surfaces.indices.sorted {
      let (a, b) = (footprints[$0].depths, footprints[$1].depths)
      return (a.far + a.near, $0) < (b.far + b.near, $1)
    }
    return OrderIndependentSelection(footprints, drawingOrder: order).listed
  }

  private func tilt(_ degrees: Double) -> Transform3D {
    .rotation(.degrees(degrees), about: Point3D(0.2, 1, 0))
  }

  @Test func flatSurfacesInOrder() {
    #expect(listed([surface()]) == [])
    #expect(listed([surface(), surface(), surface()]) == [])
    #expect(listed([surface(tilt(40)), surface(tilt(40))]) == [])
    #expect(listed([surface(.translation(0, 0, 9)), surface(), surface(.translation(3, 0, 5))]) == [])
  }

  @Test func crossingSurfaces() {
    #expect(listed([surface(), surface(tilt(30))]) == [0, 1])
    #expect(listed([surface(), surface(tilt(30) * .translation(200, 0))]) == [])
    #expect(listed([surface(), surface(tilt(30) * .translation(0, 0, 100))]) == [])
    // Only those that take part, and what overlaps them.
    let far = Transform3D.translation(400, 0)
    #expect(listed([surface(), surface(far), surface(tilt(30)), surface(far)]) == [0, 2])
    #expect(
      listed([surface(), surface(tilt(30)), surface(.translation(30, 0, 50)), surface(far)]) == [0, 1, 2])
  }

  /// Their planes cross, but not where they are.
  @Test func planesThatCrossElsewhere() {
    #expect(listed([surface(), surface(tilt(20) * .translation(0, 0, 30))]) == [])
  }

  @Test func bentSurfaces() throws {
    let wave = try Mesh.grid(rows: 6, columns: 6) { SIMD3($0.x, $0.y, 0.8 * ($0.x - 0.5) * ($0.y - 0.5)) }
    #expect(listed([surface(wave)]) == [])
    #expect(listed([surface(wave, tilt(40) * .perspective(eyeDistance: 200))]) == [])
    #expect(listed([surface(wave, tilt(180))]) == [])
    // Seen so steeply that it covers itself.
    let steep = try Mesh.grid(rows: 2, columns: 8) { SIMD3($0.x, $0.y, 1.5 * ($0.x - 0.5) * ($0.x - 0.5)) }
    #expect(listed([surface(steep, tilt(80))]) == [0])
    #expect(listed([surface(wave), surface()]) == [0, 1])
    #expect(listed([surface(wave), surface(.translation(0, 0, 20))]) == [])
  }

  @Test func foldedSurfaces() throws {
    let folded = try Mesh.grid(rows: 1, columns: 2) { SIMD3($0.x == 0.5 ? 1 : 0, $0.y, 0) }
    #expect(listed([surface(folded)]) == [0])
    // Once around and over its own beginning, though no face is turned over.
    let spiral = try Mesh.grid(rows: 1, columns: 40) {
      let (sine, cosine) = Angle.degrees(Double($0.x) * 400).sineAndCosine
      let radius = 0.2 + 0.3 * Double($0.y)
      return SIMD3(Float(0.5 + radius * cosine), Float(0.5 + radius * sine), 0)
    }
    #expect(listed([surface(spiral)]) == [0])
    // Not quite around.
    let ring = try Mesh.grid(rows: 1, columns: 40) {
      let (sine, cosine) = Angle.degrees(Double($0.x) * 340).sineAndCosine
      let radius = 0.2 + 0.3 * Double($0.y)
      return SIMD3(Float(0.5 + radius * cosine), Float(0.5 + radius * sine), 0)
    }
    #expect(listed([surface(ring)]) == [])
  }

  /// Both ends of a ring meet: two outlines, one in the other.
  @Test func closedRing() throws {
    func ring(_ radii: (Double, Double)) throws -> Mesh {
      try Mesh.grid(rows: 1, columns: 24) {
        let (sine, cosine) = Angle.degrees(($0.x == 1 ? 0 : Double($0.x)) * 360).sineAndCosine
        let radius = radii.0 + (radii.1 - radii.0) * Double($0.y)
        return SIMD3(Float(0.5 + radius * cosine), Float(0.5 + radius * sine), 0)
      }
    }
    #expect(listed([surface(try ring((0.2, 0.5)))]) == [])
    #expect(listed([surface(try ring((-0.1, 0.5)))]) == [0])
  }

  /// Pieces that touch without sharing vertices, and pieces that lie on one another.
  @Test func piecesOfAMesh() throws {
    func pieces(_ offset: Float) throws -> Mesh {
      let places: [SIMD2<Float>] = [SIMD2(0, 0), SIMD2(0.5 - offset, 0)]
      let vertices = places.flatMap { place in
        [SIMD2<Float>(0, 0), SIMD2(0.5, 0), SIMD2(0.5, 1), SIMD2(0, 1)].map {
          Mesh.Vertex(from: $0, to: SIMD3($0 + place, 0))
        }
      }
      return try Mesh(vertices: vertices, faces: [Mesh.Face(0, 1, 2, 3), Mesh.Face(4, 5, 6, 7)])
    }
    #expect(listed([surface(try pieces(0))]) == [])
    #expect(listed([surface(try pieces(-0.2))]) == [])
    #expect(listed([surface(try pieces(0.2))]) == [0])
    #expect(listed([surface(try pieces(0.5))]) == [0])
  }

  /// Of a tube only the front is drawn, which lies over itself nowhere.
  @Test func hiddenBacks() throws {
    let tube = try Mesh.grid(rows: 1, columns: 24) {
      let (sine, cosine) = Angle.degrees(Double($0.x) * 360 + 90).sineAndCosine
      return SIMD3(Float(0.5 - 0.4 * cosine), $0.y, Float(-20 * sine))
    }
    #expect(listed([surface(tube)]) == [0])
    let front = surface(tube, hidesBack: true)
    let footprint = footprint(front, isLit: true)
    #expect(footprint.folding != .folded)
  }

  @Test func behindTheEye() throws {
    let tilted = Transform3D.rotation(.degrees(80), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 15)
    // A plane never overlaps itself; a bent surface may.
    #expect(listed([surface(tilted)]) == [])
    let wave = try Mesh.grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y, $0.x * $0.y) }
    #expect(listed([surface(wave, tilted)]) == [0])
  }

  /// Random meshes: nothing is left out that a ray meets twice.
  @Test func neverTooCareless() throws {
    var left = 0
    for seed in UInt64(0)..<300 {
      var random = SplitMix64(seed: seed)
      let shake = Double(seed % 10) * 0.03
      let mesh = try Mesh.grid(rows: 3, columns: 3) { from in
        func shaken(_ value: Float) -> Float {
          value + Float(Double.random(in: -1...1, using: &random) * shake)
        }
        return SIMD3(shaken(from.x), shaken(from.y), 0)
      }
      guard listed([surface(mesh)]) == [] else { continue }
      left += 1
      let reference = BruteForce([
        .init(mesh: mesh, size: SIMD2(40, 40), transform: .identity, color: { _ in .zero })
      ])
      for _ in 0..<400 {
        let place = SIMD2(Double.random(in: -30...30, using: &random), .random(in: -30...30, using: &random))
        #expect(reference.crossings(at: place).count <= 1, "seed \(seed) at \(place)")
      }
    }
    #expect((100...280).contains(left), "\(left)")
  }
}
