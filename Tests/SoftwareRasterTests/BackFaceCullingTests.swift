import MeshTransform
import Testing

@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// Invisible backs, found without drawing.
struct BackFaceCullingTests {
  private static let size = Size(90, 70)
  private static let canvas = PixelSize(120, 90)

  private func layer(_ mesh: Mesh, _ transform: Transform3D) -> Layer {
    var (layer, mesh) = (
      Layer(
        bounds: Rect(origin: .zero, size: Self.size), position: Point(60, 45),
        contents: .image(.noise(9, 7))), mesh
    )
    mesh.depthNormalization = .none
    (layer.mesh, layer.transform) = (mesh, transform)
    return layer
  }

  private func isCertain(_ layer: Layer, isMirrored: Bool = false) -> Bool {
    let list = TriangleList(layer.mesh, inBoundsOf: Self.size, lit: true)
    let neighbors = TriangleAdjacency(list.indices, vertexCount: list.vertices.count)
    var outline = MeshBoundary(neighbors, list.indices)
    let projection = LayerProjection(layer, superlayerToCanvas: .identity)
    return HiddenBacks.areCertain(
      of: list, ProjectedVertices(list.vertices, projection.unitToCanvas), &outline,
      projection.unitToCanvas, on: Self.canvas, hidesClockwise: isMirrored)
  }

  private func leaning(_ x: Double, _ y: Double = 0, eyeDistance: Double? = 300) -> Transform3D {
    let turned: Transform3D =
      .rotation(.degrees(x), about: Point3D(1, 0, 0)) * .rotation(.degrees(y), about: Point3D(0, 1, 0))
    return eyeDistance.map { turned * .perspective(eyeDistance: $0) } ?? turned
  }

  /// A bump in the middle of a surface that lies flat around it.
  private func bump(_ height: Float, cells: Int = 12) throws -> Mesh {
    try Mesh.grid(rows: cells, columns: cells) { from in
      let away = from - 0.5
      return SIMD3(from.x, from.y, height * max(0, 1 - 9 * (away * away).sum()))
    }
  }

  /// A bump hides its back, and the rim of a dent hides the back of the dent. A deep dent extends below the surface, where
  /// the viewer sees its back.
  @Test func bumpsAndDents() throws {
    for angle in [0.0, 30, -30, 50, -50] {
      for eyeDistance in [300.0, nil] {
        let transform = leaning(angle, eyeDistance: eyeDistance)
        for height in [Float(60), -12] {
          #expect(isCertain(layer(try bump(height), transform)), "\(height) at \(angle)")
        }
        if abs(angle) > 40 { #expect(!isCertain(layer(try bump(-60), transform)), "dent at \(angle)") }
      }
    }
  }

  /// From below all that is seen is back.
  @Test func fromBelow() throws {
    let mesh = try bump(60)
    #expect(!isCertain(layer(mesh, leaning(180))))
    #expect(!isCertain(layer(mesh, leaning(150, eyeDistance: nil))))
    // Unless the content's back faces that way.
    let turned = try Mesh.grid(rows: 12, columns: 12) { SIMD3(1 - $0.x, $0.y, 0.3 * $0.x * $0.y) }
    #expect(isCertain(layer(turned, leaning(180))))
    #expect(!isCertain(layer(turned, leaning(0))))
  }

  /// A border that is bent up shows its underside, to those before it.
  @Test func raisedBorders() throws {
    let raised = try Mesh.grid(rows: 12, columns: 12) { from in
      SIMD3(from.x, from.y, 60 * max(0, from.y - 0.6))
    }
    // Its last rows lean more than a right angle away from the viewer on one side, and lie bare on the other.
    let (toward, away) = (isCertain(layer(raised, leaning(70))), isCertain(layer(raised, leaning(-70))))
    #expect(toward != away)
  }

  /// Surfaces that lie over themselves, and those that are no surfaces at all.
  @Test func whatIsNoHeight() throws {
    let rolled = try Mesh.grid(rows: 24, columns: 4) { from in
      let angle = Angle.turns(1.2 * Double(from.y)).sineAndCosine
      return SIMD3(from.x, 0.5 + 0.4 * Float(angle.sine), 30 - 30 * Float(angle.cosine))
    }
    #expect(!isCertain(layer(rolled, leaning(20))))
    // Upright everywhere, but once and a half around the middle.
    let screw = try Mesh.grid(rows: 4, columns: 48) { from in
      let angle = Angle.turns(1.5 * Double(from.x)).sineAndCosine
      let radius = 0.45 - 0.3 * from.y
      return SIMD3(
        0.5 + radius * Float(angle.cosine), 0.5 + radius * Float(angle.sine), 40 * from.x + 20 * from.y)
    }
    #expect(!isCertain(layer(screw, leaning(50))))
    // Two cards of one mesh, one before the other.
    let cards = try Mesh(
      vertices: [Float(0), 40].flatMap { z in
        [SIMD2<Float>(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)].map {
          Mesh.Vertex(from: $0, to: SIMD3($0.x, $0.y, z + ($0.x > 0 ? 30 : 0)))
        }
      }, faces: [Mesh.Face(0, 1, 2, 3), Mesh.Face(4, 5, 6, 7)])
    #expect(!isCertain(layer(cards, leaning(0, 80))))
  }

  /// Behind the eye, and at its height.
  @Test func nearTheEye() throws {
    #expect(!isCertain(layer(try bump(400), leaning(0))))
    #expect(!isCertain(layer(try bump(60), leaning(89, eyeDistance: 30))))
  }

  /// Where nothing can be counted: nothing is said, and nothing fails.
  @Test(arguments: [1e20, 1e37, 3e38] as [Float]) func beyondAllBounds(_ far: Float) throws {
    let mesh = try Mesh.grid(rows: 3, columns: 3) { SIMD3(far * $0.x, far * $0.y, far * $0.x * $0.y / 4) }
    for eyeDistance in [300.0, nil] {
      #expect(!isCertain(layer(mesh, leaning(40, eyeDistance: eyeDistance))))
    }
  }

  /// A landscape of hills, whose border may be anywhere.
  private struct Landscape {
    var random: SplitMix64

    mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }

    mutating func mesh() throws -> Mesh {
      let (cells, height) = (Int(number(3...24)), number(4...50))
      let waves = (0..<3).map { _ in
        SIMD4(number(-9...9), number(-9...9), number(0...6), number(-1...1))
      }
      let skew = number(-0.4...0.4)
      // Some have holes.
      let hole = number(0...1) < 0.3 ? 0.2 : -1
      var mesh = try Mesh.grid(rows: cells, columns: cells) { from in
        var z = 0.0
        for wave in waves {
          let phase = wave.x * Double(from.x) + wave.y * Double(from.y) + wave.z
          z += wave.w * Angle.radians(phase).sineAndCosine.sine
        }
        return SIMD3(from.x + Float(skew) * from.y, from.y, Float(height * z))
      }
      if hole > 0 {
        let faces = mesh.faces.filter { face in
          let middle = mesh.vertices[Int(face.indices.x)].from - 0.5
          return Double((middle * middle).sum()) > hole * hole
        }
        if !faces.isEmpty { mesh = try Mesh(vertices: mesh.vertices, faces: faces) }
      }
      return mesh
    }
  }

  /// Of bumps and landscapes whose backs are certainly invisible, every line of sight meets a front first.
  @Test func everyLineOfSightMeetsFronts() throws {
    var (certain, folded, pixels) = (0, 0, 0)
    for seed in 0..<100 {
      var random = Landscape(random: SplitMix64(seed: UInt64(seed)))
      let isBump = seed % 2 == 0
      let mesh = isBump ? try bump(Float(random.number(10...80)), cells: 10) : try random.mesh()
      let eye = random.number(0...1) < 0.2 ? nil : random.number(150...900)
      let most = isBump ? 55.0 : 80
      let layer = layer(mesh, leaning(random.number(-most...most), random.number(-30...30), eyeDistance: eye))
      guard isCertain(layer) else { continue }
      certain += 1
      let list = TriangleList(layer.mesh, inBoundsOf: Self.size, lit: true)
      let projection = LayerProjection(layer, superlayerToCanvas: .identity)
      let points = ProjectedVertices(list.vertices, projection.unitToCanvas).points
      let triangles = list.corners.map { corners in corners.map { SIMD4<Double>(points[Int($0)]) } }
      if triangles.contains(where: { Self.area($0) < 0 }) { folded += 1 }
      for y in stride(from: 2.37, to: 90, by: 5) {
        for x in stride(from: 2.61, to: 120, by: 5) {
          var (nearest, isFront) = (-Double.infinity, true)
          for triangle in triangles {
            guard let depth = Self.depth(triangle, x, y), depth > nearest else { continue }
            (nearest, isFront) = (depth, Self.area(triangle) > 0)
          }
          if nearest > -.infinity {
            pixels += 1
            #expect(isFront, "landscape \(seed) at \(x), \(y)")
          }
        }
      }
    }
    #expect(certain > 24 && folded > 8 && pixels > 4000, "\(certain), \(folded), \(pixels)")
  }

  /// Twice the area of a triangle on the canvas, above 0 for a clockwise one (y down), which shows its front.
  private static func area(_ p: [SIMD4<Double>]) -> Double {
    (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x)
  }

  /// The depth of a triangle at a point of the canvas; nil beside it. Depth is linear on the canvas.
  private static func depth(_ p: [SIMD4<Double>], _ x: Double, _ y: Double) -> Double? {
    let area = area(p)
    guard area != 0 else { return nil }
    let b = ((x - p[0].x) * (p[2].y - p[0].y) - (y - p[0].y) * (p[2].x - p[0].x)) / area
    let c = ((p[1].x - p[0].x) * (y - p[0].y) - (p[1].y - p[0].y) * (x - p[0].x)) / area
    guard b >= 0, c >= 0, b + c <= 1 else { return nil }
    return p[0].z + b * (p[1].z - p[0].z) + c * (p[2].z - p[0].z)
  }

  /// Items that show both sides, are opaque and bent are examined.
  @Test func itemsOfAGraph() throws {
    func sides(_ mesh: Mesh, _ change: (inout Layer) -> Void = { _ in }) throws -> RenderItem.Sides {
      let layer = layer(mesh, leaning(30)).with(change)
      return try GraphCompiler([BackFaceCulling(sharesAdjacency: true)]).graph(Scene(120, [layer])).commands[
        0
      ]
      .visibleSides
    }
    let mesh = try bump(60)
    #expect(try sides(mesh) == .front)
    #expect(try sides(mesh) { $0.opacity = 0.5 } == .both)
    #expect(try sides(mesh) { $0.isDoubleSided = false } == .front)
    #expect(try sides(bump(60)) { $0.transform = leaning(180) } == .both)
    #expect(try sides(.grid(rows: 3, columns: 3)) == .both)
  }
}
