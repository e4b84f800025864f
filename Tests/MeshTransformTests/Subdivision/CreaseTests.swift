import Testing

@testable import MeshTransform

/// A surface of 2 x 2 faces whose middle is at height 1 and all else at 0, so that each rule gives its own number there.
@Suite struct CreaseTests {
  private let middle = 4

  /// - Parameter creases: of the edges from the middle: up, right, down, left.
  private func surface(_ creases: SIMD4<Float> = .zero) throws -> Mesh {
    var mesh = try Mesh.grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y, $0 == SIMD2(0.5, 0.5) ? 1 : 0) }
    // Each edge from one of its faces only: top left has right and bottom sides there, bottom right the others.
    var (first, last) = (mesh.faces[0], mesh.faces[3])
    first.creases = SIMD4(0, creases.x, creases.w, 0)
    last.creases = SIMD4(creases.y, 0, 0, creases.z)
    try mesh.replaceFace(at: 0, with: first)
    try mesh.replaceFace(at: 3, with: last)
    return mesh
  }

  /// 1/2 + (4 x 1/4) / 16 by the smooth rule, 3/4 by the crease rule, 1 at a corner.
  static let heights: [(SIMD4<Float>, Float)] = [
    (SIMD4(0, 0, 0, 0), 0.5625), (SIMD4(3, 0, 0, 0), 0.5625),  // smooth, dart
    (SIMD4(3, 0, 3, 0), 0.75), (SIMD4(1, 4, 0, 0), 0.75),  // crease, straight or not
    (SIMD4(3, 2, 1, 0), 1), (SIMD4(9, 9, 9, 9), 1),  // corner
    (SIMD4(0.5, 0, 0.5, 0), 0.5 * 0.75 + 0.5 * 0.5625),  // ends within the step
    (SIMD4(0.25, 0, 0.75, 0), 0.5 * 0.75 + 0.5 * 0.5625),  // by the mean of the two
    (SIMD4(2, 2, 0.5, 0), 0.5 * 1 + 0.5 * 0.75),  // from a corner to a crease
    (SIMD4(2, 0.25, 0, 0), 0.25 * 0.75 + 0.75 * 0.5625),  // from a crease to a dart
  ]

  @Test(arguments: heights) func followsTheRule(_ creases: SIMD4<Float>, height: Float) throws {
    let refined = try surface(creases).subdivided(steps: 1)
    #expect(abs(refined.vertices[middle].toZ - height) < 1e-6)
  }

  @Test(arguments: [(0, 0.375), (0.5, 0.4375), (1, 0.5), (7, 0.5)] as [(Float, Float)])
  func anEdgeBlends(_ crease: Float, height: Float) throws {
    // A smooth edge's middle is (1 + 0 + 1/4 + 1/4) / 4, a sharp one's 1/2.
    let refined = try surface(SIMD4(0, crease, 0, 0)).subdivided(steps: 1)
    let edge = try #require(refined.vertices.first { $0.from == SIMD2(0.75, 0.5) })
    #expect(edge.toZ == height)
  }

  @Test func childrenInheritTheRemainingSharpness() throws {
    for (crease, left) in [(3, 2), (2.5, 1.5), (1, 0), (0.5, 0), (10, 10), (1000, 1000)] as [(Float, Float)] {
      let refined = try surface(SIMD4(0, crease, 0, 0)).subdivided(steps: 1)
      var found = 0
      for face in refined.faces {
        for i in 0..<4 {
          let ends = [face.indices[i], face.indices[(i + 1) & 3]].map { refined.vertices[Int($0)].from }
          let isOnCrease = ends.allSatisfy { $0.y == 0.5 && $0.x >= 0.5 }
          #expect(face.creases[i] == (isOnCrease ? left : 0))
          if isOnCrease { found += 1 }
        }
      }
      #expect(found == 4)  // two halves of two faces each, though one face only named the crease
    }
  }

  @Test func anEndlessCreaseKeepsItsMiddleLine() throws {
    // The tent's ridge is a straight line, whatever slopes down beside it.
    let tent = try Mesh.grid(rows: 2, columns: 4) { SIMD3($0.x, $0.y, $0.y == 0.5 ? 1 : 0) }
    var creased = tent
    for (i, face) in tent.faces.enumerated() {
      var face = face
      if i < 4 { face.creases.z = 10 } else { face.creases.x = 2 }
      try creased.replaceFace(at: i, with: face)
    }
    let refined = try creased.subdivided(steps: 4)
    let ridge = refined.vertices.filter { $0.fromY == 0.5 }
    #expect(ridge.count == 65)
    #expect(ridge.allSatisfy { $0.toZ == 1 })
    #expect(try tent.subdivided(steps: 4).vertices.allSatisfy { $0.toZ < 0.8 })
  }

  @Test func aCreaseOnABoundaryChangesNothing() throws {
    var mesh = try surface()
    let smooth = try mesh.subdivided(steps: 2)
    var face = mesh.faces[0]
    face.creases = SIMD4(1.5, 0, 0, 10)
    try mesh.replaceFace(at: 0, with: face)
    #expect(try mesh.subdivided(steps: 2, corners: .sharp, usesGrids: false).vertices.map(\.to).count == 81)
    for (a, b) in zip(try mesh.subdivided(steps: 2).vertices, smooth.vertices) {
      #expect((abs(a.to - b.to) .< 1e-6) == .init(repeating: true))
    }
  }
}
