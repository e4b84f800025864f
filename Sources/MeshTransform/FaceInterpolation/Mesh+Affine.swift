extension Mesh {
  /// The tolerance of the parallelogram test, for rounding errors of coordinates; relative to coordinates above 1.
  private static var tolerance: Float { 1e-6 }

  /// Whether all faces are triangles, or parallelograms with parallelograms as content: every interpolation then equals
  /// that by two triangles.
  ///
  /// - `normals`: one for each vertex, or empty; they, and brightness, must be affine as well.
  /// - Complexity: O(F).
  func isAffine(_ normals: [Normal]) -> Bool {
    faces.allSatisfy { face in
      let i = face.indices
      if i.x == i.y || i.y == i.z || i.z == i.w || i.w == i.x { return true }
      let (a, b, c, d) = (Int(i.x), Int(i.y), Int(i.z), Int(i.w))
      guard isParallelogram(vertices[a], vertices[b], vertices[c], vertices[d]) else { return false }
      // A thousandth of a shade is invisible.
      if !normals.isEmpty {
        let (m, n, o, p) = (normals[a], normals[b], normals[c], normals[d])
        let remainder = SIMD3(m.x - n.x + o.x - p.x, m.y - n.y + o.y - p.y, m.z - n.z + o.z - p.z)
        guard (remainder * remainder).sum() < 1e-6 else { return false }
      }
      return brightness.isEmpty
        || abs(brightness[a] - brightness[b] + brightness[c] - brightness[d]) < 1e-3
    }
  }

  @inline(__always)
  private func isParallelogram(_ a: Vertex, _ b: Vertex, _ c: Vertex, _ d: Vertex) -> Bool {
    func isZero(_ p: Float, _ q: Float, _ r: Float, _ s: Float) -> Bool {
      // Halving avoids overflow.
      abs((p / 2 - q / 2) + (r / 2 - s / 2)) * 2 <= Self.tolerance * max(1, abs(p), abs(r))
    }
    return isZero(a.fromX, b.fromX, c.fromX, d.fromX) && isZero(a.fromY, b.fromY, c.fromY, d.fromY)
      && isZero(a.toX, b.toX, c.toX, d.toX) && isZero(a.toY, b.toY, c.toY, d.toY)
      && isZero(a.toZ, b.toZ, c.toZ, d.toZ)
  }
}
