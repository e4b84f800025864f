/// A layer's mesh with its normals, for points of its surface in layer points.
struct BentSurface: Sendable {
  private let vertices: [Mesh.Vertex]
  private let faces: [Mesh.Face]
  /// One for each vertex, or none; see ``Mesh/normals(inBoundsOf:)``.
  private let normals: [Mesh.Normal]
  /// One for each face, or none.
  private let faceNormals: [Mesh.Normal]
  private let unitToPoints: Transform3D
  /// Unit layer space to the superlayer's plane.
  private let unitToPlane: Transform3D
  /// Whether normals are interpolated over whole faces, and not over triangles.
  private let interpolatesFaces: Bool

  /// - Parameter toPlane: layer points to superlayer points.
  init(_ mesh: Mesh, of layer: Layer, _ toPlane: Transform3D) {
    (vertices, faces) = (mesh.vertices, mesh.faces)
    (unitToPoints, unitToPlane) = (layer.unitToPoints, layer.unitToPoints * toPlane)
    let isFlat = layer.surface.shading == .flat
    normals = isFlat ? [] : mesh.normals(inBoundsOf: layer.bounds.size)
    faceNormals =
      isFlat && mesh.faceInterpolation != .triangles ? mesh.faceNormals(inBoundsOf: layer.bounds.size) : []
    interpolatesFaces = mesh.faceInterpolation != .triangles && !mesh.isAffine(normals)
  }

  /// The point, the normal that light sees, and the normal of the triangle, in layer points, on the content's front.
  /// - Parameters:
  ///   - face: with the indices of the mesh as it is drawn.
  ///   - point: of the superlayer's plane, through which the pick ray passes.
  func element(
    at face: Hit.Face, under point: Point
  ) -> (position: SIMD3<Double>, normal: SIMD3<Double>, facet: SIMD3<Double>) {
    let all = faces[face.index].indices
    let corners = face.triangle == 0 ? SIMD3(all.x, all.y, all.z) : SIMD3(all.z, all.w, all.x)
    let (a, b, c) = (vertex(corners.x), vertex(corners.y), vertex(corners.z))
    let (p, q, r) = (position(a), position(b), position(c))
    let w = face.weights
    let place = p * w.x + q * w.y + r * w.z
    let content = SIMD2<Double>(b.from - a.from).cross(SIMD2<Double>(c.from - a.from))
    let facet = (q - p).cross(r - p) * (content < 0 ? -1 : 1)
    let normal: SIMD3<Double>
    if !faceNormals.isEmpty {
      normal = SIMD3(faceNormals[face.index])
    } else if normals.isEmpty {
      normal = facet
    } else if interpolatesFaces {
      let weights = bilinearWeights(of: all, under: point)
      normal = (0..<4).reduce(into: SIMD3<Double>.zero) { sum, corner in
        sum += SIMD3(normals[Int(all[corner])]) * weights[corner]
      }
    } else {
      normal =
        SIMD3(normals[Int(corners.x)]) * w.x + SIMD3(normals[Int(corners.y)]) * w.y
        + SIMD3(normals[Int(corners.z)]) * w.z
    }
    return (place, normal, facet)
  }

  /// The weights of a face's corners at the point that is seen, as the shader computes them.
  private func bilinearWeights(of corners: SIMD4<UInt32>, under point: Point) -> SIMD4<Double> {
    var (across, down) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    var (depth, w) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    for corner in 0..<4 {
      let vertex = vertex(corners[corner])
      let seen = unitToPlane.transform(
        Point3D(Double(vertex.toX), Double(vertex.toY), Double(vertex.toZ)))
      (across[corner], down[corner]) = (seen.x - point.x * seen.w, seen.y - point.y * seen.w)
      (depth[corner], w[corner]) = (seen.z, seen.w)
    }
    return BilinearPatch(across: across, down: down, depth: depth, w: w).weights
  }

  private func vertex(_ index: UInt32) -> Mesh.Vertex { vertices[Int(index)] }

  private func position(_ vertex: Mesh.Vertex) -> SIMD3<Double> {
    let moved = unitToPoints.transform(
      Point3D(Double(vertex.toX), Double(vertex.toY), Double(vertex.toZ)))
    return SIMD3(moved.x, moved.y, moved.z)
  }
}

extension SIMD3<Double> {
  fileprivate init(_ normal: Mesh.Normal) {
    self.init(Double(normal.x), Double(normal.y), Double(normal.z))
  }
}
