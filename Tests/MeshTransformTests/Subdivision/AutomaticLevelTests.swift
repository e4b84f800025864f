import TestSupport
import Testing

@testable import MeshTransform

@Suite("Automatic level")
struct AutomaticLevelTests {
  /// The steps that a layer of 200 x 150 points takes, and how it is seen.
  private func level(
    _ mesh: Mesh, scale: Double = 1, transform: Transform3D = .identity, limit: Int = 1 << 18
  ) throws -> (mesh: Mesh, steps: Int, view: TessellationView) {
    var layer = Layer(bounds: Rect(0, 0, 200, 150), position: Point(100, 75))
    (layer.mesh, layer.transform) = (mesh, transform)
    let canvas = Canvas(frame: Rect(0, 0, 200, 150), scale: scale)
    let projection = LayerProjection(layer, superlayerToCanvas: canvas.pointsToPixels)
    let view = TessellationView(unitToPixels: projection.unitToCanvas, size: canvas.pixelArea)
    let (result, steps) = try mesh.automaticallySubdivided(in: view, limit: limit)
    return (result, steps, view)
  }

  private var tilted: Transform3D {
    Transform3D.rotation(.degrees(50), about: Point3D(1, 0.4, 0)) * .perspective(eyeDistance: 400)
  }

  /// Random control points over a regular or an irregular grid of content.
  private func net(_ seed: Int, isIrregular: Bool, bends: Bool = true) throws -> Mesh {
    var random = SplitMix64(seed: UInt64(seed))
    func away(_ most: Float) -> Float { Float.random(in: -most...most, using: &random) }
    let grid = try Mesh.grid(rows: 4, columns: 4)
    return try grid.mappingVertices { vertex, _ in
      var vertex = vertex
      if isIrregular { vertex.from += SIMD2(away(0.06), away(0.06)) }
      let from = vertex.from
      vertex.to = SIMD3(0.8 * from.x - 0.2 * from.y + 0.1, 0.3 * from.x + 0.6 * from.y, 0.2 * from.x)
      if bends { vertex.to += SIMD3(away(0.1), away(0.1), away(0.3)) }
      return vertex
    }
  }

  @Test("flat and affine meshes take level 0, however irregular, in perspective, too", arguments: 0..<6)
  func affine(seed: Int) throws {
    var mesh = try net(seed, isIrregular: true, bends: false)
    if seed % 2 == 1 { mesh.faceInterpolation = seed == 1 ? .bilinear : .projective }
    for i in mesh.faces.indices { mesh.faces[i].creases = SIMD4(0, Float(seed), 0, 0.5) }
    for transform in [Transform3D.identity, tilted] {
      #expect(try level(mesh, scale: 8, transform: transform).steps == 0)
    }
    #expect(try level(Mesh.grid(rows: 5, columns: 3), scale: 100).steps == 0)
  }

  /// Where each picture has content that lies densely on a grid, apart from the code that chooses the level: found by
  /// looking through all triangles.
  private func worstDistance(_ coarse: Mesh, _ fine: Mesh, _ transform: Transform3D) -> Double {
    func places(_ mesh: Mesh) -> [SIMD2<Int>: Point] {
      var places: [SIMD2<Int>: Point] = [:]
      let n = 64.0
      for face in mesh.faces {
        let v = (0..<4).map { mesh.vertices[Int(face.indices[$0])] }
        for (a, b, c) in [(v[0], v[1], v[2]), (v[2], v[3], v[0])] {
          let (p, q, r) = (SIMD2<Double>(a.from), SIMD2<Double>(b.from), SIMD2<Double>(c.from))
          let low = pointwiseMin(p, pointwiseMin(q, r)) * n
          let high = pointwiseMax(p, pointwiseMax(q, r)) * n
          let (u, w) = (q - p, r - p)
          let area = u.x * w.y - u.y * w.x
          guard area != 0, high.x >= low.x.rounded(.up), high.y >= low.y.rounded(.up) else { continue }
          for x in Int(low.x.rounded(.up))...Int(high.x.rounded(.up)) {
            for y in Int(low.y.rounded(.up))...Int(high.y.rounded(.up)) {
              let d = SIMD2(Double(x), Double(y)) / n - p
              let (s, t) = ((d.x * w.y - d.y * w.x) / area, (u.x * d.y - u.y * d.x) / area)
              guard s >= -1e-9, t >= -1e-9, s + t <= 1 + 1e-9 else { continue }
              let to =
                SIMD3<Double>(a.to) + (SIMD3<Double>(b.to) - SIMD3<Double>(a.to)) * s
                + (SIMD3<Double>(c.to) - SIMD3<Double>(a.to)) * t
              let seen = transform.transform(Point3D(to.x, to.y, to.z))
              places[SIMD2(x, y)] = Point(seen.x / seen.w, seen.y / seen.w)
            }
          }
        }
      }
      return places
    }
    let (a, b) = (places(coarse), places(fine))
    var worst = 0.0
    for (place, p) in a {
      guard let q = b[place] else { continue }
      worst = max(worst, ((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y)).squareRoot())
    }
    return worst
  }

  @Test("its picture is within a quarter of a pixel of the next, and no coarser one is", arguments: 0..<9)
  func bound(seed: Int) throws {
    let isIrregular = seed % 3 == 2
    let mesh = try net(seed, isIrregular: isIrregular)
    let (chosen, steps, view) = try level(mesh, transform: seed % 2 == 0 ? .identity : tilted)
    let next = try mesh.subdivided(steps: steps + 1)
    // Between the places that are compared, an irregular net may differ a little more.
    let worst = worstDistance(chosen, next, view.unitToPixels)
    #expect(worst <= (isIrregular ? 0.3 : 0.2501), "\(worst) at level \(steps)")
    #expect(steps > 0)
    let before = worstDistance(try mesh.subdivided(steps: steps - 1), chosen, view.unitToPixels)
    #expect(before > (isIrregular ? 0.2 : 0.2499), "\(before) at level \(steps - 1)")
  }

  @Test("four times the pixels take about one level more")
  func scales() throws {
    for seed in 0..<4 {
      let mesh = try net(seed, isIrregular: false)
      let levels = try [0.25, 1, 4, 16].map { try level(mesh, scale: $0).steps }
      for (a, b) in zip(levels, levels.dropFirst()) { #expect((0...2).contains(b - a), "\(levels)") }
      #expect((2...4).contains(levels[3] - levels[0]), "\(levels)")
    }
  }

  @Test("the budget ends it without an error")
  func budget() throws {
    let mesh = try net(1, isIrregular: false)
    let (result, steps, _) = try level(mesh, scale: 1000, limit: 1000)
    #expect(result.vertices.count <= 1000 && mesh.subdivisionEstimate(steps: steps + 1) > 1000)
    #expect(try level(mesh, scale: 1000, limit: 3).steps == 0)
  }

  @Test("what is beyond the picture or behind the eye does not make it endless")
  func far() throws {
    let mesh = try net(3, isIrregular: false)
    // Ten pictures away.
    #expect(try level(mesh, transform: .translation(2000, 0, 0)).steps <= 2)
    // Through the plane of the eye: much coarser than the budget would allow.
    let steep = Transform3D.rotation(.degrees(80), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 60)
    #expect(try level(mesh, transform: steep, limit: 1 << 18).steps < 7)
    #expect(try level(mesh, transform: .translation(0, 0, 100) * .perspective(eyeDistance: 10)).steps == 0)
  }
}
