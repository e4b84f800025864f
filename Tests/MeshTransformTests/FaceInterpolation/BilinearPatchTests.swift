import Testing

@testable import MeshTransform

/// The content point of a pixel in a bilinear face, compared with known points (u, v).
struct BilinearPatchTests {
  /// Corners on the canvas: x, y, depth, w, each times w.
  private func patch(_ corners: [SIMD4<Double>], seenAt place: SIMD2<Double>) -> BilinearPatch {
    func row(_ value: (SIMD4<Double>) -> Double) -> SIMD4<Double> {
      SIMD4(value(corners[0]), value(corners[1]), value(corners[2]), value(corners[3]))
    }
    return BilinearPatch(
      across: row { $0.x - place.x * $0.w }, down: row { $0.y - place.y * $0.w }, depth: row(\.z), w: row(\.w)
    )
  }

  private func weights(_ u: Double, _ v: Double) -> SIMD4<Double> {
    SIMD4((1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v)
  }

  private func expectRoundTrip(
    _ corners: [SIMD4<Double>], _ u: Double, _ v: Double, tolerance: Double = 1e-9,
    location: SourceLocation = #_sourceLocation
  ) {
    let k = weights(u, v)
    let p = (0..<4).reduce(SIMD4<Double>.zero) { $0 + corners[$1] * k[$1] }
    let found = patch(corners, seenAt: SIMD2(p.x, p.y) / p.w).weights
    for i in 0..<4 {
      #expect(abs(found[i] - k[i]) < tolerance, "(\(u), \(v)): \(found), not \(k)", sourceLocation: location)
    }
  }

  @Test func unitSquare() {
    let square = [SIMD4(0.0, 0, 0, 1), SIMD4(1, 0, 0, 1), SIMD4(1, 1, 0, 1), SIMD4(0, 1, 0, 1)]
    for u in [0, 0.25, 0.5, 1] { for v in [0, 0.3, 1] { expectRoundTrip(square, u, v) } }
  }

  /// Convex faces whose corners have different distances.
  @Test func random() {
    var random = LinearCongruential(state: 3)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    for _ in 0..<2000 {
      let place = SIMD2(number(0...900), number(0...900))
      let corners = [SIMD2(0.0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)].map { corner in
        // Moved by less than a quarter the square stays convex.
        let p = (corner + SIMD2(number(-0.24...0.24), number(-0.24...0.24))) * 100 + place
        return SIMD4(p.x, p.y, number(-1...1), 1) * number(0.2...5)
      }
      expectRoundTrip(corners, number(0...1), number(0...1), tolerance: 1e-6)
    }
  }

  /// A face with two equal neighboring corners is a triangle: weights of three corners, for any pair.
  @Test(arguments: 0..<4)
  func triangles(_ corner: Int) {
    var corners = [SIMD4(0.0, 0, 0, 1), SIMD4(4, 1, 0, 1), SIMD4(5, 6, 0, 1), SIMD4(1, 5, 0, 1)]
    corners[corner] = corners[(corner + 1) % 4]
    let middle = (corners[0] + corners[1] + corners[2] + corners[3] - corners[corner]) / 3
    let found = patch(corners, seenAt: SIMD2(middle.x, middle.y)).weights
    let third: Double = 1.0 / 3
    let merged: Double = found[corner] + found[(corner + 1) % 4]
    #expect(abs(merged - third) < 1e-9)
    #expect(abs(found[(corner + 2) % 4] - third) < 1e-9)
    #expect(abs(found[(corner + 3) % 4] - third) < 1e-9)
  }

  /// For nearly a parallelogram, the other solution is very far away.
  @Test(arguments: [0, 1e-14, 1e-9, 1e-4])
  func nearlyAParallelogram(_ bend: Double) {
    let corners = [SIMD4(0.0, 0, 0, 1), SIMD4(9, 1, 0, 1), SIMD4(11 + bend, 8, 0, 1), SIMD4(2, 7, 0, 1)]
    expectRoundTrip(corners, 0.3, 0.8)
  }

  /// In a face with crossing edges, two content points lie in one pixel: the nearer one is visible.
  @Test func theNearerSolutionIsVisible() {
    let corners = [SIMD4(0.0, 0, 0, 1), SIMD4(4, 3, 0, 1), SIMD4(0, 4, 9, 1), SIMD4(3, 3, 0, 1)]
    let mirrored = corners.map { SIMD4($0.x, $0.y, -$0.z, $0.w) }
    var differ = 0
    for x in stride(from: 0.5, to: 4, by: 0.1) {
      for y in stride(from: 0.5, to: 4, by: 0.1) {
        let (a, b) = (
          patch(corners, seenAt: SIMD2(x, y)).weights, patch(mirrored, seenAt: SIMD2(x, y)).weights
        )
        let difference = a - b
        guard (difference * difference).sum() > 1e-6 else { continue }
        differ += 1
        // Depth is 9 times the weight of corner 2.
        #expect(a.z > b.z)
      }
    }
    #expect(differ > 0)
  }

  /// Weights are numbers with sum 1 for any corners.
  @Test func neverNotANumber() {
    let values = [0, 1, -1, 1e-300, 1e18, -1e18, 3]
    var random = LinearCongruential(state: 7)
    for _ in 0..<5000 {
      func pick() -> Double { values[Int(random.next() % UInt64(values.count))] }
      let corners = (0..<4).map { _ in SIMD4(pick(), pick(), pick(), pick()) }
      let found = patch(corners, seenAt: SIMD2(pick(), 0)).weights
      #expect(abs(found.sum() - 1) < 1e-9, "\(corners): \(found)")
    }
  }

  /// Knuth's MMIX generator.
  private struct LinearCongruential: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // The high bits are the good ones.
      return state >> 33 | state << 31
    }
  }
}
