import TestSupport
import Testing

@testable import MeshTransform

@Suite struct SubdivisionBudgetTests {
  /// Every edge of a grid becomes two at each step.
  @Test func estimatesWhatItMakes() throws {
    let grid = try Mesh.grid(rows: 3, columns: 5)
    for steps in 0...5 {
      let count = (3 << steps + 1) * (5 << steps + 1)
      #expect(grid.subdivisionEstimate(steps: steps) == count)
      #expect(try grid.subdivided(steps: steps).vertices.count == count)
    }
    for seed in 0..<12 as Range<UInt64> {
      var net = RandomControlMesh(seed: seed)
      let mesh = try net.mesh()
      #expect(try mesh.subdivided(steps: 2).vertices.count == mesh.subdivisionEstimate(steps: 2))
    }
  }

  @Test(arguments: [4, 20, 40, 1_000_000, .max])
  func tooManyStepsAreRefusedAtOnce(_ steps: Int) throws {
    let grid = try Mesh.grid(rows: 100, columns: 100)
    var other = grid
    try other.removeFace(at: 17)
    for mesh in [grid, other] {
      let expected = mesh.subdivisionEstimate(steps: steps)
      let error = MeshError.subdivisionTooLarge(
        steps: steps, vertices: expected, limit: 1 << 20, largestSteps: 3)
      let start = ContinuousClock.now
      #expect(throws: error) { try mesh.subdivided(steps: steps) }
      let time = start.duration(to: .now)
      // Milliseconds in a release build.
      #expect(time < .seconds(2))
    }
    if steps == 4 { #expect(grid.subdivisionEstimate(steps: 4) == 1601 * 1601) }
    if steps >= 40 { #expect(grid.subdivisionEstimate(steps: steps) == .max) }
  }

  @Test func theLimitIsExact() throws {
    let grid = try Mesh.grid(rows: 2, columns: 3)
    #expect(try grid.subdivided(steps: 2, limit: 117).vertices.count == 117)
    #expect(throws: MeshError.subdivisionTooLarge(steps: 2, vertices: 117, limit: 116, largestSteps: 1)) {
      try grid.subdivided(steps: 2, limit: 116)
    }
    #expect(throws: MeshError.subdivisionTooLarge(steps: 1, vertices: 35, limit: -5, largestSteps: 0)) {
      try grid.subdivided(steps: 1, limit: -5)
    }
    // Indices have 32 bits, whatever is allowed.
    #expect(throws: MeshError.self) { try grid.subdivided(steps: 20, limit: .max) }
  }

  @Test func stepsAreZeroOrMore() throws {
    let grid = try Mesh.grid(rows: 1, columns: 1)
    #expect(throws: MeshError.invalidSubdivisionSteps(-1)) { try grid.subdivided(steps: -1) }
    #expect(throws: MeshError.invalidSubdivisionSteps(.min)) { try grid.subdivided(steps: .min) }
  }

  @Test func withoutFacesNothingGrows() throws {
    #expect(try Mesh().subdivided(steps: .max) == Mesh())
    let points = try Mesh(vertices: Mesh.corners, faces: [])
    #expect(try points.subdivided(steps: .max).vertices == points.vertices)
    #expect(points.subdivisionEstimate(steps: .max) == 4)
  }

  /// A vertex of very many faces, which a search among a vertex's edges would take the square of to go through.
  @Test func aFanTakesNoLongerThanAGrid() throws {
    let count = 20_000
    var vertices = [Mesh.Vertex.still(0, 0)]
    for i in 0...count { vertices.append(.still(Float(i), 1)) }
    let faces = (1...UInt32(count)).map { i in Mesh.Face(0, i, i + 1, i + 1) }
    let fan = try Mesh(vertices: vertices, faces: faces)
    let start = ContinuousClock.now
    #expect(try fan.subdivided(steps: 1).faces.count == 3 * count)
    let time = start.duration(to: .now)
    #expect(time < .seconds(5))
  }

  @Test func hugeCoordinatesStayFinite() throws {
    let largest = Float.greatestFiniteMagnitude
    var random = SplitMix64(seed: 1)
    for seed in 0..<6 as Range<UInt64> {
      var net = RandomControlMesh(seed: seed)
      let mesh = try net.mesh().mappingVertices { vertex, _ in
        func coordinate() -> Float { Bool.random(using: &random) ? largest : -largest }
        let to = SIMD3(coordinate(), coordinate(), coordinate())
        return Mesh.Vertex(from: SIMD2(repeating: largest), to: to)
      }
      let refined = try mesh.subdivided(steps: 2)
      #expect(refined.vertices.allSatisfy { $0.isFinite })
      #expect(refined.vertices.allSatisfy { $0.fromX > 0.99 * largest })
    }
    let grid = try Mesh.grid(rows: 3, columns: 3) { _ in SIMD3(largest, -largest, largest) }
    #expect(try grid.subdivided(steps: 3).vertices.allSatisfy { $0.isFinite && $0.toX > 0.99 * largest })
  }
}
