extension Mesh {
  /// The inverse mesh, which reverses the deformation exactly, also between the vertices.
  ///
  /// `from` and `to.xy` are exchanged; the faces and their diagonals stay, so that each triangle's affine map (each
  /// projective face's perspective map) becomes its inverse. A flat mesh at one depth, up to a millionth of a unit, is
  /// accepted; the inverse lies at z = 0. Brightness, which has no exact inverse, is left out.
  ///
  /// - Throws: ``MeshInverseError`` unless the mesh is flat, unsubdivided and one-to-one: no triangle without area,
  ///   equal orientation, no two triangles that overlap in `to` or in `from`. Overlaps within rounding errors of the
  ///   coordinates are ignored.
  /// - Complexity: O(F log F); O(V) memory beside the boxes of the triangles.
  public func inverted() throws(MeshInverseError) -> Mesh {
    try checkInvertibility()
    var inverse = self
    inverse.limitNormals = []
    inverse.brightness = []
    inverse.vertices = vertices.map { vertex in
      Vertex(from: SIMD2(vertex.toX, vertex.toY), to: SIMD3(vertex.fromX, vertex.fromY, 0))
    }
    return inverse
  }

  /// - Throws: ``MeshInverseError`` for the first obstacle.
  private func checkInvertibility() throws(MeshInverseError) {
    guard subdivisionSteps == 0 else { throw .subdivided(steps: subdivisionSteps) }
    guard faceInterpolation != .bilinear else { throw .interpolation(faceInterpolation) }
    try checkFlatness()
    let triangles = PlaneTriangles(self)
    try triangles.checkOrientation()
    if faceInterpolation == .projective {
      for (index, face) in faces.enumerated() {
        for side in [Side.from, .to] where !face.isConvex(in: vertices, side) {
          throw .notConvex(face: index, in: side)
        }
      }
    }
    for side in [Side.to, .from] {
      switch triangles.overlap(in: side) {
      case .none: break
      case .pair(let a, let b): throw .overlapping(face: min(a, b), other: max(a, b), in: side)
      case .unknown: throw .tooTangled(in: side)
      }
    }
  }

  private func checkFlatness() throws(MeshInverseError) {
    guard let first = faces.first?.indices.x else { return }
    let z = vertices[Int(first)].toZ
    for face in faces {
      for corner in 0..<4 where abs(vertices[Int(face.indices[corner])].toZ - z) > 1e-6 {
        let other = Int(face.indices[corner])
        throw .notFlat(vertex: Int(first), z: z, other: other, otherZ: vertices[other].toZ)
      }
    }
  }
}

extension Mesh.Face {
  /// Whether all four corners have the same orientation; a face with two equal corners is a triangle and is convex.
  fileprivate func isConvex(in vertices: [Mesh.Vertex], _ side: Mesh.Side) -> Bool {
    guard (0..<4).allSatisfy({ indices[$0] != indices[($0 + 1) % 4] }) else { return true }
    let points = (0..<4).map { vertices[Int(indices[$0])].position(on: side) }
    let turns = (0..<4).map { (i: Int) -> Double in
      let (a, b) = (points[(i + 1) % 4] - points[i], points[(i + 2) % 4] - points[(i + 1) % 4])
      return a.x * b.y - a.y * b.x
    }
    return turns.allSatisfy { $0 > 0 } || turns.allSatisfy { $0 < 0 }
  }
}

extension Mesh.Vertex {
  /// The position in the plane of a side, in unit layer space, without depth.
  @inline(__always)
  func position(on side: Mesh.Side) -> SIMD2<Double> {
    side == .from ? SIMD2(Double(fromX), Double(fromY)) : SIMD2(Double(toX), Double(toY))
  }
}
