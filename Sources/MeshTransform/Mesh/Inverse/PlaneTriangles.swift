/// The triangles of a mesh in the content or in the deformed plane, for tests whether the map is one-to-one.
struct PlaneTriangles {
  private let vertices: [Mesh.Vertex]
  /// Three vertex indices for each triangle.
  private let indices: [UInt32]
  /// The face of each triangle.
  private let faces: [UInt32]

  init(_ mesh: Mesh) {
    vertices = mesh.vertices
    var (indices, faces): ([UInt32], [UInt32]) = ([], [])
    indices.reserveCapacity(mesh.faces.count * 6)
    faces.reserveCapacity(mesh.faces.count * 2)
    for (number, face) in mesh.faces.enumerated() {
      let i = face.indices
      for (a, b, c) in [(i.x, i.y, i.z), (i.z, i.w, i.x)] where a != b && b != c && c != a {
        indices += [a, b, c]
        faces.append(UInt32(number))
      }
    }
    (self.indices, self.faces) = (indices, faces)
  }

  var count: Int { faces.count }

  func face(of triangle: Int) -> Int { Int(faces[triangle]) }

  @inline(__always)
  func corners(_ triangle: Int, _ side: Mesh.Side) -> Triangle {
    Triangle(
      vertices[Int(indices[3 * triangle])].position(on: side),
      vertices[Int(indices[3 * triangle + 1])].position(on: side),
      vertices[Int(indices[3 * triangle + 2])].position(on: side))
  }

  /// Above 0 for a triangle that shows the front of the content, below 0 for its back, 0 without area.
  func facing(_ triangle: Int) -> Int {
    let (from, to) = (corners(triangle, .from).doubleArea, corners(triangle, .to).doubleArea)
    return from == 0 || to == 0 ? 0 : (from < 0) == (to < 0) ? 1 : -1
  }

  /// - Throws: for the first triangle without area; then for the first with the minority orientation.
  func checkOrientation() throws(MeshInverseError) {
    var (fronts, firstFront, firstBack): (Int, Int?, Int?) = (0, nil, nil)
    for triangle in 0..<count {
      switch facing(triangle) {
      case 1:
        fronts += 1
        if firstFront == nil { firstFront = triangle }
      case -1: if firstBack == nil { firstBack = triangle }
      default:
        let side: Mesh.Side = corners(triangle, .to).doubleArea == 0 ? .to : .from
        throw .zeroArea(face: face(of: triangle), in: side)
      }
    }
    guard let firstFront, let firstBack else { return }
    throw .folded(face: face(of: 2 * fronts >= count ? firstBack : firstFront))
  }

  struct Triangle {
    let a: SIMD2<Double>, b: SIMD2<Double>, c: SIMD2<Double>

    @inline(__always)
    init(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) { (self.a, self.b, self.c) = (a, b, c) }

    /// Differences of close Floats are exact in Double, so that the sign is exact for all triangles thicker than 1e-13
    /// of their length.
    @inline(__always)
    var doubleArea: Double { (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) }

    /// The largest magnitude of all coordinates.
    @inline(__always)
    var largest: Double {
      let high = pointwiseMax(pointwiseMax(a, b), c)
      let low = pointwiseMin(pointwiseMin(a, b), c)
      return max(high.max(), -low.min())
    }

    /// Rounding errors of the coordinates: four units in the last place of a `Float`.
    @inline(__always)
    var tolerance: Double { largest * 0x1p-21 }

    /// Whether the interiors overlap by more than rounding errors.
    ///
    /// Two convex shapes are disjoint exactly if all of one lies beyond an edge of the other (the separating axis
    /// theorem in the plane).
    func overlaps(_ other: Triangle) -> Bool {
      let tolerance = max(tolerance, other.tolerance)
      return !isSeparated(from: other, tolerance) && !other.isSeparated(from: self, tolerance)
    }

    private func isSeparated(from other: Triangle, _ tolerance: Double) -> Bool {
      let sign: Double = doubleArea < 0 ? -1 : 1
      for (p, q) in [(a, b), (b, c), (c, a)] {
        let edge = (q - p) * sign
        func depth(_ point: SIMD2<Double>) -> Double { edge.x * (point.y - p.y) - edge.y * (point.x - p.x) }
        let deepest = max(depth(other.a), depth(other.b), depth(other.c))
        if deepest <= tolerance * (edge * edge).sum().squareRoot() { return true }
      }
      return false
    }
  }
}
