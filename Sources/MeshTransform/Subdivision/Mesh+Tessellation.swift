extension Mesh {
  /// The mesh after `steps` steps of subdivision, for drawing: with the exact normals of the limit surface
  /// (``limitNormals``), so that the shading of a coarse mesh is already that of the surface.
  ///
  /// Parts of the surface on both sides of an infinitely sharp edge, and parts that meet in a single vertex, have
  /// separate normals. A vertex whose normals differ by more than a quarter of a degree has a copy for each but the
  /// first of them, with the same coordinates in every bit, after all other vertices. The faces are those of
  /// ``subdivided(steps:limit:)``, in the same order.
  ///
  /// - A crease of finite sharpness is smooth in the limit: the normal is one.
  /// - Vertices without a tangent plane have a mean of the normals of adjacent faces: vertices of cones, and those with
  ///   vanishing or parallel tangents.
  ///
  /// - Parameters:
  ///   - steps: 0 or more. With 0 the vertices stay, with the normals of the limit surface.
  ///   - limit: the largest number of vertices without copies; there are at most as many copies as corners of faces
  ///     along sharp edges.
  /// - Throws: as ``subdivided(steps:limit:)``.
  /// - Complexity: O(V + F) of the result.
  public func tessellated(steps: Int, limit: Int = vertexLimit) throws(MeshError) -> Mesh {
    var mesh = try subdivided(steps: steps, limit: limit)
    mesh.addLimitNormals(control: self, steps: steps)
    return mesh
  }

  /// - Parameter control: the mesh before `steps` steps.
  mutating func addLimitNormals(control: Mesh, steps: Int) {
    guard faceCount > 0 else { return }
    var (base, stepsFromControl) = (control, steps)
    if control.faces.contains(where: \.hasEqualNeighbors) {
      // One step turns triangles into quads, with the same limit surface.
      guard let quads = try? control.subdivided(steps: 1, limit: 1 << 30) else { return }
      if steps == 0 { return takeNormals(of: quads) }
      (base, stepsFromControl) = (quads, steps - 1)
    }
    let result = LimitNormals(
      control: base.faces, controlVertexCount: base.vertices.count, steps: stepsFromControl, refined: self)
    add(result.copies)
    for move in result.moves { faces[move.face].indices[move.corner] = move.vertex }
    limitNormals = result.normals
  }

  /// Appends copies of vertices.
  private mutating func add(_ copies: [UInt32]) {
    vertices.reserveCapacity(vertices.count + copies.count)
    for copy in copies { vertices.append(vertices[Int(copy)]) }
    if !brightness.isEmpty { for copy in copies { brightness.append(brightness[Int(copy)]) } }
  }

  /// - Parameter finer: this mesh after one more step. Its first vertices are this mesh's; its faces follow the corners
  ///   of this mesh's faces.
  private mutating func takeNormals(of finer: Mesh) {
    let result = LimitNormals(
      control: finer.faces, controlVertexCount: finer.vertices.count, steps: 0, refined: finer)
    let (count, finerCount) = (vertices.count, finer.vertices.count)
    var numbering = [UInt32](repeating: .max, count: result.copies.count)
    var normals = Array(result.normals[..<count])
    var copies: [UInt32] = []
    for (i, copy) in result.copies.enumerated() where copy < count {
      numbering[i] = UInt32(count + copies.count)
      copies.append(copy)
      normals.append(result.normals[finerCount + i])
    }
    // The corner of this mesh for each finer face.
    var origins: [(face: Int, corner: Int)] = []
    for (f, face) in faces.enumerated() {
      for i in 0..<4 where face.indices[i] != face.indices[(i + 1) & 3] { origins.append((f, i)) }
    }
    for move in result.moves where move.corner == 0 {
      let number = numbering[Int(move.vertex) - finerCount]
      guard number != .max else { continue }
      let (f, i) = origins[move.face]
      let old = faces[f].indices
      // A triangle has the vertex at two corners.
      for j in 0..<4 where old[j] == old[i] { faces[f].indices[j] = number }
    }
    add(copies)
    limitNormals = normals
  }
}

extension Mesh.Face {
  /// Whether the face is a triangle.
  var hasEqualNeighbors: Bool {
    any(indices .== SIMD4(indices.y, indices.z, indices.w, indices.x))
  }
}
