/// The adjacency of the faces of a mesh.
struct MeshAdjacency {
  let vertices: [Mesh.Vertex]
  let faces: [Mesh.Face]
  /// Each edge once, in the order of its vertices.
  let edges: [Edge]
  /// Whether a drawable face uses the vertex.
  let isUsed: [Bool]

  struct Edge {
    let name: Mesh.Analysis.Edge
    /// The uses of the edge in faces: `4 * face + corner`, the edge from that corner to the next.
    let uses: ArraySlice<Int>
  }

  init(_ vertices: [Mesh.Vertex], _ faces: [Mesh.Face]) {
    (self.vertices, self.faces) = (vertices, faces)
    var isUsed = [Bool](repeating: false, count: vertices.count)
    var uses: [Int] = []
    uses.reserveCapacity(4 * faces.count)
    for (number, face) in faces.enumerated() where face.isDrawable {
      for corner in 0..<4 {
        isUsed[Int(face.indices[corner])] = true
        if face.indices[corner] != face.indices[(corner + 1) & 3] { uses.append(4 * number + corner) }
      }
    }
    let sides = EqualSides(count: uses.count, vertexCount: vertices.count) { side in
      let (indices, corner) = (faces[uses[side] / 4].indices, uses[side] & 3)
      return (indices[corner], indices[(corner + 1) & 3])
    }
    let sorted = uses.indices.map { uses[sides.side($0)] }
    var edges: [Edge] = []
    sides.forEachEdge { low, high, places in
      edges.append(
        Edge(name: Mesh.Analysis.Edge(first: Int(low), second: Int(high)), uses: sorted[places]))
    }
    (self.edges, self.isUsed) = (edges, isUsed)
  }

  func bounds(_ position: (Mesh.Vertex) -> SIMD3<Float>) -> Mesh.Analysis.Bounds? {
    guard let first = isUsed.firstIndex(of: true) else { return nil }
    var (low, high) = (position(vertices[first]), position(vertices[first]))
    for (vertex, used) in zip(vertices, isUsed) where used {
      (low, high) = (pointwiseMin(low, position(vertex)), pointwiseMax(high, position(vertex)))
    }
    return Mesh.Analysis.Bounds(low: low, high: high)
  }

  func componentCount() -> Int {
    var sets = DisjointSets(count: vertices.count)
    for face in faces where face.isDrawable {
      for corner in 1..<4 { sets.join(Int(face.indices.x), Int(face.indices[corner])) }
    }
    return vertices.indices.count { isUsed[$0] && sets.root($0) == $0 }
  }

  /// Faces around a vertex that share edges form a fan; a vertex with two fans is non-manifold.
  func nonManifoldVertices() -> [Int] {
    // One element for each vertex of each face.
    var sets = DisjointSets(count: 4 * faces.count)
    for edge in edges {
      for use in edge.uses.dropFirst() {
        for vertex in [edge.name.first, edge.name.second] {
          sets.join(element(edge.uses[edge.uses.startIndex] / 4, vertex), element(use / 4, vertex))
        }
      }
    }
    var fans = [UInt8](repeating: 0, count: vertices.count)
    for (number, face) in faces.enumerated() where face.isDrawable {
      for corner in 0..<4 {
        let (own, vertex) = (4 * number + corner, Int(face.indices[corner]))
        guard own == element(number, vertex), sets.root(own) == own, fans[vertex] < 2 else { continue }
        fans[vertex] += 1
      }
    }
    return fans.indices.filter { fans[$0] > 1 }
  }

  /// The first of the face's corners at that vertex.
  private func element(_ face: Int, _ vertex: Int) -> Int {
    let indices = faces[face].indices
    return 4 * face + ((0..<4).first { indices[$0] == UInt32(vertex) } ?? 0)
  }
}
