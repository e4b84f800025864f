import MeshTransform
import Testing

/// Presets that bend the surface as paper bends: lengths along it stay.
@Suite struct LengthPresetsTests {
  /// Points.
  static let size = Size(300, 200)

  private func point(_ to: SIMD3<Float>, _ depth: Double) -> SIMD3<Double> {
    SIMD3(Double(to.x) * Self.size.width, Double(to.y) * Self.size.height, Double(to.z) * depth)
  }

  /// The largest difference, in points, between the flat and the bent length of a face's side. Only sides below 1
  /// point count: over those the chord is as long as the arc.
  private func stretch(_ mesh: Mesh) -> Double {
    let depth = mesh.depthNormalization.pointsPerUnit(for: Self.size)
    func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }
    var (worst, counted) = (0.0, 0)
    for face in mesh.faces {
      for corner in 0..<4 {
        let a = mesh.vertices[Int(face.indices[corner])]
        let b = mesh.vertices[Int(face.indices[(corner + 1) % 4])]
        let flat = length(point(SIMD3(a.from, 0), depth) - point(SIMD3(b.from, 0), depth))
        guard flat < 1 else { continue }
        counted += 1
        worst = max(worst, abs(flat - length(point(a.to, depth) - point(b.to, depth))))
      }
    }
    return counted >= 400 ? worst : .infinity
  }

  @Test(arguments: [0.1, 0.4, 0.8, 1], [0.0, 30, 90, -135])
  func aCurledPage(amount: Double, degrees: Double) throws {
    for (rows, columns) in [(1, 400), (400, 1)] {
      let mesh = try Mesh.pageCurl {
        ($0.amount, $0.angle, $0.aspect) = (amount, .degrees(degrees), 1.5)
        ($0.rows, $0.columns) = (rows, columns)
      }
      #expect(stretch(mesh) < 1e-4)
    }
  }

  /// Taken up from the right by 0.4 of the width over a radius of 0.1: the flat part ends at 0.6, half the
  /// circumference is 0.31416, so the right edge lies 0.08584 to the left of the line and 0.2 above the page.
  @Test func aCurledPagesCrossSection() throws {
    let mesh = try Mesh.pageCurl { ($0.angle, $0.rows, $0.columns) = (.degrees(0), 1, 4) }
    let expected: [SIMD3<Float>] = [
      SIMD3(0, 0, 0), SIMD3(0.25, 0, 0), SIMD3(0.5, 0, 0), SIMD3(0.6997494986604054, 0, 0.09292627983322971),
      SIMD3(0.5141592653589793, 0, 0.2),
    ]
    for (vertex, point) in zip(mesh.vertices, expected) { #expect(abs(vertex.to - point).max() < 1e-6) }
    #expect(mesh.vertices.allSatisfy { $0.toZ >= 0 })
  }

  @Test(arguments: [-360.0, -90, 1e-7, 30, 180, 360])
  func aLabelAroundACylinder(degrees: Double) throws {
    let mesh = try Mesh.cylinder { ($0.angle, $0.columns) = (.degrees(degrees), 1000) }
    #expect(stretch(mesh) < 1e-4)
    let radius = 1 / Angle.degrees(degrees).radians
    for vertex in mesh.vertices where abs(radius) < 100 {
      let (x, z) = (Double(vertex.toX) - 0.5, Double(vertex.toZ) + radius)
      #expect(abs((x * x + z * z).squareRoot() - abs(radius)) < 1e-6)
      #expect(vertex.toY == vertex.fromY)
      #expect(degrees > 0 ? vertex.toZ <= 0 : vertex.toZ >= 0)
    }
  }

  @Test func aLabelsRightEdge() throws {
    let edge = try #require(try Mesh.cylinder().vertices.last?.to)
    #expect(abs(edge - SIMD3(0.8689564877936687, 1, -0.2831102704740119)).max() < 1e-6)
  }

  @Test(arguments: [0.05, 0.3, 0.5])
  func aFlagsRows(amplitude: Double) throws {
    let mesh = try Mesh.flag {
      ($0.amplitude, $0.tilt, $0.sag, $0.rows, $0.columns) = (amplitude, 0, 0, 1, 1000)
    }
    #expect(stretch(mesh) < 1e-4)
    for i in [0, 1001] { #expect(mesh.vertices[i].to == SIMD3(mesh.vertices[i].from, 0)) }
  }

  @Test func foldedPanels() throws {
    let mesh = try Mesh.fold { ($0.panels, $0.angle) = (400, .degrees(70)) }
    #expect(stretch(mesh) < 1e-4)
    // Nothing is shared between panels, and their sides meet.
    #expect(mesh.vertices.count == 1600)
    for panel in 1..<400 { #expect(mesh.vertices[4 * panel].to == mesh.vertices[4 * panel - 3].to) }
  }

  @Test func aTwistedRibbonsRowsTurn() throws {
    let mesh = try Mesh.twist { ($0.rows, $0.columns) = (2, 2) }
    let expected: [SIMD3<Float>] = [
      SIMD3(0, 0, 0), SIMD3(0.5, 0, 0), SIMD3(1, 0, 0),
      SIMD3(0.5, 0.5, -0.5), SIMD3(0.5, 0.5, 0), SIMD3(0.5, 0.5, 0.5),
      SIMD3(1, 1, 0), SIMD3(0.5, 1, 0), SIMD3(0, 1, 0),
    ]
    for (vertex, point) in zip(mesh.vertices, expected) { #expect(abs(vertex.to - point).max() < 1e-6) }
  }
}
