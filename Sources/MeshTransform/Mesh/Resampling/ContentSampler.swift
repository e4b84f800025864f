/// The surface of a mesh without subdivision as a function of the content's point.
struct ContentSampler {
  private let mesh: Mesh
  /// The faces in the content's plane: `to` is `from`. Nil for a mesh without faces.
  private let plane: FaceBVH?
  private let layerSize: Size

  /// - Parameter layerSize: in points, for projective faces.
  init(_ mesh: Mesh, layerSize: Size) {
    (self.mesh, self.layerSize) = (mesh, layerSize)
    let vertices = mesh.vertices.map { Mesh.Vertex(from: $0.from, to: SIMD3($0.from, 0)) }
    plane = FaceBVH(Mesh(unchecked: vertices, mesh.faces))
  }

  /// A position of the surface, and the factor of the content's colors there.
  struct Sample {
    var to: SIMD3<Float>
    var brightness: Float
  }

  /// The surface at a point of unit layer space; nil where no face shows that point.
  func sample(at point: SIMD2<Double>) -> Sample? {
    guard let plane else { return nil }
    for probe in Self.probes(of: point) {
      let hits = plane.intersections(PickRay(to: probe))
      // Of several along an edge the first in the file, whatever the order of the tree.
      if let hit = hits.min(by: { ($0.face, $0.triangle) < ($1.face, $1.triangle) }) {
        return sample(of: hit, in: plane, at: point)
      }
    }
    return nil
  }

  /// The point, then points close to it: toward the middle, for the outermost edges, which belong to no triangle, and
  /// to all sides, for edges that are separated by rounding errors.
  private static func probes(of point: SIMD2<Double>) -> [SIMD2<Double>] {
    let inward = SIMD2(0.5, 0.5) - point
    return [point] + [2e-7, 2e-6, 2e-5].map { point + inward * $0 }
      + [SIMD2(1, 1), SIMD2(-1, 1), SIMD2(1, -1), SIMD2(-1, -1)].map { point + $0 * 1e-6 }
  }

  private func sample(
    of hit: FaceBVH.TriangleIntersection, in plane: FaceBVH, at point: SIMD2<Double>
  ) -> Sample {
    let ray = PickRay(to: point)
    let offsets = (0..<4).map { ray.offset(of: plane.mesh.vertices[Int(hit.corners[$0])]) }
    let weights: SIMD4<Double>
    switch mesh.faceInterpolation {
    case .triangles: weights = Self.weights(offsets, hit)
    case .bilinear:
      func values(_ axis: Int) -> SIMD4<Double> {
        SIMD4(offsets[0][axis], offsets[1][axis], offsets[2][axis], offsets[3][axis])
      }
      weights = BilinearPatch(across: values(0), down: values(1), depth: .zero, w: .one).weights
    case .projective:
      // The reverse of the map from the face to its content.
      let shares =
        Self.weights(offsets, hit) / mesh.projectiveWeights(ofFace: hit.face, inBoundsOf: layerSize)
      weights = shares / shares.sum()
    }
    var (to, brightness) = (SIMD3<Double>.zero, 0.0)
    for corner in 0..<4 {
      let index = Int(hit.corners[corner])
      to += SIMD3<Double>(mesh.vertices[index].to) * weights[corner]
      brightness += (mesh.brightness.isEmpty ? 1 : Double(mesh.brightness[index])) * weights[corner]
    }
    return Sample(to: SIMD3<Float>(to), brightness: Float(max(brightness, 0)))
  }

  /// The shares of the face's corners at the point by linear interpolation in the triangle, also slightly outside it.
  private static func weights(
    _ offsets: [SIMD2<Double>], _ hit: FaceBVH.TriangleIntersection
  ) -> SIMD4<Double> {
    let (i, j, k) = hit.triangle == 0 ? (0, 1, 2) : (2, 3, 0)
    let (a, b, c) = (offsets[i], offsets[j], offsets[k])
    let areas = SIMD3(b.x * c.y - b.y * c.x, c.x * a.y - c.y * a.x, a.x * b.y - a.y * b.x)
    let shares = areas.sum() == 0 ? hit.weights : areas / areas.sum()
    var weights = SIMD4<Double>.zero
    (weights[i], weights[j], weights[k]) = (shares.x, shares.y, shares.z)
    return weights
  }
}

extension PickRay {
  /// The ray along z through a point of unit layer space.
  fileprivate init(to point: SIMD2<Double>) {
    self.init(across: SIMD4(1, 0, 0, -point.x), down: SIMD4(0, 1, 0, -point.y))
  }
}
