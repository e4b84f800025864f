extension TopologyLevel {
  /// The topology of a mesh, with its boundaries, creases and non-manifold elements.
  init(_ table: EdgeTable, vertexCount: Int, corners: BoundaryCorners, sharpVertices: [SharpVertex]) {
    (self.vertexCount, edgeCount, faceCount) = (vertexCount, table.edgeCount, table.faceCount)
    (cornerVertices, cornerEdges, faceStarts) = (table.cornerVertices, table.cornerEdges, table.faceStarts)
    edgeEnds = [UInt32](repeating: 0, count: 2 * table.edgeCount)
    valences = [UInt32](repeating: 0, count: vertexCount)
    (sharpEdges, self.sharpVertices) = ([], sharpVertices)

    // A vertex has one fan of faces if the edges between them connect all of its corners.
    var sets = DisjointSets(count: cornerVertices.count)
    var edges = [EdgeUse](repeating: EdgeUse(), count: edgeCount)
    for f in 0..<faceCount {
      let corners = self.corners(f)
      for corner in corners {
        let next = corner + 1 < corners.upperBound ? corner + 1 : corners.lowerBound
        valences[Int(cornerVertices[corner])] += 1
        let e = Int(cornerEdges[corner])
        let crease = table.cornerCreases.isEmpty ? 0 : table.cornerCreases[corner]
        edges[e].crease = max(edges[e].crease, crease)
        edges[e].faces += 1
        if edges[e].faces == 1 {
          (edgeEnds[2 * e], edgeEnds[2 * e + 1]) = (cornerVertices[corner], cornerVertices[next])
          edges[e].corners = SIMD2(UInt32(corner), UInt32(next))
          edges[e].firstFace = UInt32(f)
        } else if edges[e].faces == 2, edges[e].firstFace != UInt32(f) {
          // The faces may have the edge in the same direction or in opposite ones.
          let isSame = edgeEnds[2 * e] == cornerVertices[corner]
          edges[e].otherCorners =
            isSame ? SIMD2(UInt32(corner), UInt32(next)) : SIMD2(UInt32(next), UInt32(corner))
        } else {
          edges[e].isManifold = false
        }
      }
    }

    var vertices = [VertexUse](repeating: VertexUse(), count: vertexCount)
    for (e, edge) in edges.enumerated() {
      let ends = (Int(edgeEnds[2 * e]), Int(edgeEnds[2 * e + 1]))
      vertices[ends.0].edges += 1
      vertices[ends.1].edges += 1
      var sharpness = edge.crease
      if !edge.isManifold {
        vertices[ends.0].nonManifoldEdges += 1
        vertices[ends.1].nonManifoldEdges += 1
        sharpness = .infinity
      } else if edge.faces == 1 {
        vertices[ends.0].boundaryEdges += 1
        vertices[ends.1].boundaryEdges += 1
        sharpness = .infinity
      } else {
        if sets.join(Int(edge.corners.x), Int(edge.otherCorners.x)) { vertices[ends.0].joinCount += 1 }
        if sets.join(Int(edge.corners.y), Int(edge.otherCorners.y)) { vertices[ends.1].joinCount += 1 }
      }
      if sharpness > 0 {
        sharpEdges.append(SharpEdge(edge: UInt32(e), sharpness: sharpness, crease: edge.crease))
      }
    }
    for (v, use) in vertices.enumerated() where use.isSharp(faces: valences[v], corners) {
      self.sharpVertices.append(SharpVertex(vertex: UInt32(v), sharpness: .infinity))
    }
  }
}

/// Counts for an edge during the traversal of the faces.
private struct EdgeUse {
  var crease: Sharpness = 0
  var faces: UInt32 = 0
  /// Whether it has at most two faces, which are different.
  var isManifold = true
  var firstFace: UInt32 = 0
  /// The corners of its first face at the edge's two ends, and those of its second face.
  var corners = SIMD2<UInt32>.zero, otherCorners = SIMD2<UInt32>.zero
}

/// Counts for a vertex during the traversal of the edges.
private struct VertexUse {
  var edges: UInt32 = 0
  var boundaryEdges: UInt32 = 0
  /// Edges with more than two faces.
  var nonManifoldEdges: UInt32 = 0
  /// The number of merges of two groups of the vertex's corners.
  var joinCount: UInt32 = 0

  /// Whether the vertex is infinitely sharp, independently of its creases.
  func isSharp(faces: UInt32, _ corners: BoundaryCorners) -> Bool {
    switch faces {
    case 0: true
    case 1 where nonManifoldEdges == 0: corners == .sharp
    default:
      if nonManifoldEdges > 0 {
        // Along a curve of non-manifold edges, the vertex follows the curve.
        nonManifoldEdges != 2 || boundaryEdges > 0 || edges > faces
      } else {
        // The corners form more than one fan.
        joinCount + 1 < faces
      }
    }
  }
}
