/// A bilinear face and a pick ray: computes the content point at their intersection.
///
/// The point `(u, v)` of the patch is the mean of the corners with the weights `(1-u)(1-v)`, `u(1-v)`, `uv`, `(1-u)v`.
/// The ray meets it where the mean of the offsets is zero: two bilinear equations, from which one quadratic for v
/// follows. The offsets are homogeneous, so that perspective is exact. Shaders/patch.glsl has the same solution.
struct BilinearPatch {
  /// Offsets of the corners 0...3 to the right of the ray, and below it, times w.
  private let across: SIMD4<Double>, down: SIMD4<Double>
  /// Depth times w, and w, of the corners.
  private let depth: SIMD4<Double>, w: SIMD4<Double>
  /// Whether corner 0 is the face's corner 1, and so on.
  private let isRotated: Bool

  /// - `across`, `down`, `depth`, `w`: offsets, depth and w of the corners, up to a common factor.
  init(across: SIMD4<Double>, down: SIMD4<Double>, depth: SIMD4<Double>, w: SIMD4<Double>) {
    // If an edge of the rows v = 0 and v = 1 shrinks to a point, every v is a solution there; so the shorter edges
    // become columns.
    func edge(_ i: Int, _ j: Int) -> Double { abs(across[i] - across[j]) + abs(down[i] - down[j]) }
    isRotated = min(edge(0, 1), edge(2, 3)) < min(edge(1, 2), edge(3, 0))
    func rotated(_ v: SIMD4<Double>, _ isRotated: Bool) -> SIMD4<Double> {
      isRotated ? SIMD4(v.y, v.z, v.w, v.x) : v
    }
    (self.across, self.down) = (rotated(across, isRotated), rotated(down, isRotated))
    (self.depth, self.w) = (rotated(depth, isRotated), rotated(w, isRotated))
  }

  /// The weights of the face's corners 0...3 at the intersection; their sum is 1.
  ///
  /// A folded face can have two solutions: then the one nearer to the viewer is taken. A solution outside the face is
  /// clamped to it; of two, the one closer to the middle is taken.
  var weights: SIMD4<Double> {
    func corner(_ i: Int) -> SIMD2<Double> { SIMD2(across[i], down[i]) }
    func cross(_ p: SIMD2<Double>, _ q: SIMD2<Double>) -> Double { p.x * q.y - p.y * q.x }
    let a = corner(0)
    let (b, c) = (corner(1) - a, corner(3) - a)
    let d = corner(2) - a - b - c
    // (a + c v) x (b + d v) = 0; the root farther from zero first, without cancellation.
    let (square, linear, constant) = (cross(c, d), cross(a, d) + cross(c, b), cross(a, b))
    let root = max(linear * linear - 4 * square * constant, 0).squareRoot()
    let far = -0.5 * (linear + (linear < 0 ? -root : root))
    func point(v: Double) -> SIMD2<Double> {
      let v = v.isFinite ? max(-16, min(v, 16)) : 16
      let along = b + d * v
      let u = -((a + c * v) * along).sum() / (along * along).sum()
      return SIMD2(u.isFinite ? max(-16, min(u, 16)) : 0.5, v)
    }
    let first = point(v: far == 0 ? 0.5 : constant / far)
    let second = point(v: square == 0 ? 16 : far / square)
    let weights = self.weights(isBetter(second, than: first) ? second : first)
    return isRotated ? SIMD4(weights.w, weights.x, weights.y, weights.z) : weights
  }

  private func isBetter(_ second: SIMD2<Double>, than first: SIMD2<Double>) -> Bool {
    let (m1, m2) = (distance(first), distance(second))
    if max(m1, m2) <= 0.5 {
      let (near1, near2) = (projectedDepth(first), projectedDepth(second))
      if abs(near2 - near1) > 1e-3 + 1e-5 * abs(near1) { return near2 > near1 }
    }
    return m2 < m1
  }

  /// The distance from the middle: at most 0.5 in the face, large behind the eye.
  private func distance(_ point: SIMD2<Double>) -> Double {
    max(abs(point.x - 0.5), abs(point.y - 0.5)) + (mean(w, point) > 0 ? 0 : 100)
  }

  private func projectedDepth(_ point: SIMD2<Double>) -> Double { mean(depth, point) / mean(w, point) }

  private func mean(_ values: SIMD4<Double>, _ point: SIMD2<Double>) -> Double {
    (values * Self.weights(at: point)).sum()
  }

  private func weights(_ point: SIMD2<Double>) -> SIMD4<Double> {
    Self.weights(at: SIMD2(max(0, min(point.x, 1)), max(0, min(point.y, 1))))
  }

  private static func weights(at point: SIMD2<Double>) -> SIMD4<Double> {
    let (u, v) = (point.x, point.y)
    return SIMD4((1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v)
  }
}
