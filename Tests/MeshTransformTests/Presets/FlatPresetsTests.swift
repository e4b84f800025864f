import MeshTransform
import Testing

/// Presets that move points of the plane by a formula: sampled against it.
@Suite struct FlatPresetsTests {
  /// A radius of 1, the corner, becomes `1 + k1 + k2`; the middle of a square's side, at `r^2 = 1/2`, becomes
  /// `1 + k1/2 + k2/4`.
  @Test(arguments: [(-0.2, 0.0), (-0.25, -0.04), (0.5, 0.25)])
  func aLensMovesPointsAlongTheirRadius(k1: Double, k2: Double) throws {
    let mesh = try Mesh.lens { ($0.k1, $0.k2, $0.rows, $0.columns) = (k1, k2, 2, 2) }
    let (corner, side) = (Float(0.5 - 0.5 * (1 + k1 + k2)), Float(0.5 - 0.5 * (1 + k1 / 2 + k2 / 4)))
    #expect(abs(mesh.vertices[0].to - SIMD3(corner, corner, 0)).max() < 1e-6)
    #expect(abs(mesh.vertices[3].to - SIMD3(side, 0.5, 0)).max() < 1e-6)
    #expect(mesh.vertices[4].to == SIMD3(0.5, 0.5, 0))
  }

  /// On a layer of 2:1, half a width is `2 / sqrt(5)` of half the diagonal.
  @Test func aLensIsRoundOnAWideLayer() throws {
    let mesh = try Mesh.lens { ($0.aspect, $0.rows, $0.columns) = (2, 2, 2) }
    #expect(abs(mesh.vertices[3].toX - (0.5 - 0.5 * (1 - 0.2 * 0.8))) < 1e-6)
    #expect(abs(mesh.vertices[1].toY - (0.5 - 0.5 * (1 - 0.2 * 0.2))) < 1e-6)
    #expect(abs(mesh.vertices[0].toX - 0.1) < 1e-6)
  }

  @Test func anEllipsesRimIsOne() throws {
    let mesh = try Mesh.ellipse()
    for vertex in mesh.vertices {
      let (x, y) = (Double(vertex.toX) - 0.5, Double(vertex.toY) - 0.5)
      let isRim = [0, 1].contains(vertex.fromX) || [0, 1].contains(vertex.fromY)
      #expect(isRim ? abs(x * x + y * y - 0.25) < 1e-6 : x * x + y * y < 0.25)
    }
  }

  /// The radius 0.25 of 0.5 turns by `150 (1 - 1/4)^2 = 84.375` degrees, clockwise.
  @Test func aSwirlTurnsClockwise() throws {
    let mesh = try Mesh.swirl { ($0.rows, $0.columns) = (4, 4) }
    #expect(abs(mesh.vertices[13].to - SIMD3(0.5245042850823901, 0.7487961816680493, 0)).max() < 1e-6)
    #expect(mesh.vertices[12].to == SIMD3(0.5, 0.5, 0))
    #expect(mesh.vertices[0].to == SIMD3(0, 0, 0))
  }

  /// A turn moves no point nearer to the center: areas and distances stay, up to the strongest swirl.
  @Test(arguments: [-360.0, 30, 360])
  func aSwirlKeepsDistancesToItsCenter(degrees: Double) throws {
    for vertex in try Mesh.swirl({ $0.angle = .degrees(degrees) }).vertices {
      let (before, after) = (vertex.from - 0.5, SIMD2(vertex.toX, vertex.toY) - 0.5)
      #expect(abs((before * before).sum() - (after * after).sum()) < 1e-6)
    }
  }

  /// A small step from the center grows by 1 + strength, and the bump is round in points on a wide layer, too.
  @Test func aBulgeMagnifiesItsCenter() throws {
    let mesh = try Mesh.bulge { ($0.strength, $0.rows, $0.columns) = (0.5, 1000, 2) }
    let (center, next) = (mesh.vertices[500 * 3 + 1].to, mesh.vertices[501 * 3 + 1].to)
    #expect(abs(center - SIMD3(0.5, 0.5, 0.1)).max() < 1e-6)
    #expect(abs((next.y - center.y) * 1000 - 1.5) < 1e-3)

    let wide = try Mesh.bulge { ($0.aspect, $0.rows, $0.columns) = (2, 10, 20) }
    let (right, below) = (wide.vertices[5 * 21 + 12].to, wide.vertices[7 * 21 + 10].to)
    #expect(abs((right.x - 0.5) * 2 - (below.y - 0.5)) < 1e-6)
    #expect(abs(right.z - below.z) < 1e-6)
  }

  @Test func aGenieEndsInItsSlot() throws {
    let gone = try Mesh.genie { $0.amount = 1 }
    for vertex in gone.vertices {
      #expect(abs(vertex.toY - 1.3) < 1e-6)
      #expect(abs(vertex.toX - (0.66 + 0.08 * vertex.fromX)) < 1e-6)
    }
    // Halfway the top edge is still as wide as ever, and the bottom edge nearly as narrow as the slot.
    let half = try Mesh.genie { ($0.amount, $0.rows, $0.columns) = (0.5, 4, 1) }
    #expect(half.vertices[1].toX - half.vertices[0].toX > 0.98)
    #expect(half.vertices[9].toX - half.vertices[8].toX < 0.15)
  }

  @Test func aCurtainGathersTowardItsSide() throws {
    for side in [0.0, 1] {
      let mesh = try Mesh.curtain { ($0.side, $0.amount, $0.swag, $0.folds) = (side, 1, 0, 2) }
      let x = mesh.vertices.map(\.toX)
      #expect(abs((x.max() ?? 0) - (x.min() ?? 0) - 0.2) < 1e-6)
      #expect(abs((side == 0 ? x.min() : x.max()) ?? -1) - Float(side) < 1e-6)
      #expect(abs((mesh.vertices.map(\.toZ).max() ?? 0) - 0.06) < 1e-6)
    }
  }

  @Test func aJellyStandsOnItsBottomEdge() throws {
    for phase in [0, 0.2, 0.5, 0.9] {
      let mesh = try Mesh.jelly { $0.phase = phase }
      for vertex in mesh.vertices.suffix(41) {
        #expect(abs(vertex.to - SIMD3(vertex.from, 0)).max() < 1e-6)
      }
      let later = try Mesh.jelly { $0.phase = phase + 1 }
      for (a, b) in zip(mesh.vertices, later.vertices) { #expect(abs(a.to - b.to).max() < 1e-6) }
    }
  }
}
