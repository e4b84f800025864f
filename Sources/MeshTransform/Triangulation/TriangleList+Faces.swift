extension TriangleList {
  /// Appends the faces, each with its own corners. The edge of the content in a face is a curve, which triangles cannot
  /// represent exactly, so only faces wholly outside are left out.
  /// - `vertexNormals`, `faceNormals`: one for each vertex or each face of the mesh, or none.
  mutating func appendFaces(
    of mesh: Mesh, _ vertexNormals: [Mesh.Normal], _ faceNormals: [Mesh.Normal], inBoundsOf size: Size
  ) {
    vertices.reserveCapacity(4 * mesh.faces.count)
    indices.reserveCapacity(6 * mesh.faces.count)
    for face in mesh.faces.indices {
      let corners = mesh.faces[face].indices
      let (a, b, c, d) = (corners.x, corners.y, corners.z, corners.w)
      if a == c { continue }
      if !mesh.replicatesEdges {
        let (p, q, r, s) = (
          mesh.vertices[Int(a)], mesh.vertices[Int(b)], mesh.vertices[Int(c)], mesh.vertices[Int(d)]
        )
        let content = ContentBounds(
          x: SIMD4(p.fromX, q.fromX, r.fromX, s.fromX), y: SIMD4(p.fromY, q.fromY, r.fromY, s.fromY))
        if content.isOutside { continue }
        if content.exceededSides != .zero { needsContentClip = true }
      }
      let first = UInt32(vertices.count)
      for corner in 0..<4 {
        let index = Int(corners[corner])
        vertices.append(mesh.vertices[index])
        if !vertexNormals.isEmpty { normals.append(vertexNormals[index]) }
        if !faceNormals.isEmpty { normals.append(faceNormals[face]) }
        if !mesh.brightness.isEmpty { brightness.append(mesh.brightness[index]) }
      }
      if interpolation == .projective {
        let q = SIMD4<Float>(mesh.projectiveWeights(ofFace: face, inBoundsOf: size))
        weights += [q.x, q.y, q.z, q.w]
      }
      if b != a && b != c { indices += [first, first + 1, first + 2] }
      if d != a && d != c { indices += [first + 2, first + 3, first] }
    }
  }
}

/// The bounds of a face's content relative to the unit square.
package struct ContentBounds {
  /// 1 for each side that the content exceeds, else 0: left, right, top, bottom.
  package let exceededSides: SIMD4<Float>
  /// Whether all of it lies beyond one side.
  let isOutside: Bool

  /// - `x`, `y`: the content coordinates of the corners, whose bounds contain all of the content.
  package init(x: SIMD4<Float>, y: SIMD4<Float>) {
    let (low, high) = (SIMD2(x.min(), y.min()), SIMD2(x.max(), y.max()))
    // The largest rounding error of a content point.
    let tolerance: Float = 1e-6
    let sides = SIMD4(low.x, 1 - high.x, low.y, 1 - high.y)
    exceededSides = SIMD4<Float>.zero.replacing(with: 1, where: sides .< -tolerance)
    isOutside = high.x < -tolerance || high.y < -tolerance || low.x > 1 + tolerance || low.y > 1 + tolerance
  }
}
