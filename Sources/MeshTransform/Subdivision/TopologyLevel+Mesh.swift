extension TopologyLevel {
  /// The net of a mesh. Finds its boundaries and creases, and where it is not a surface.
  init(_ table: EdgeTable, vertexCount: Int, corners: BoundaryCorners, sharpVertices: [SharpVertex]) {
    (self.vertexCount, edgeCount, faceCount) = (vertexCount, table.edgeCount, table.faceCount)
    (cornerVertices, cornerEdges, faceStarts) = (table.cornerVertices, table.cornerEdges, table.faceStarts)
    edgeEnds = [UInt32](repeating: 0, count: 2 * table.edgeCount)
    valences = [UInt32](repeating: 0, count: vertexCount)
    (sharpEdges, self.sharpVertices) = ([], sharpVertices)

    // A vertex has one ring of faces when the edges between them join all of its corners.
    var sets = CornerSets(cornerCount: cornerVertices.count)
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
          // The faces may run along the edge in the same direction or not.
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
        if sets.join(edge.corners.x, edge.otherCorners.x) { vertices[ends.0].joinCount += 1 }
        if sets.join(edge.corners.y, edge.otherCorners.y) { vertices[ends.1].joinCount += 1 }
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

/// What is known of an edge while its faces are gone through.
private struct EdgeUse {
  var crease: Sharpness = 0
  var faces: UInt32 = 0
  /// No more than two faces, and not twice the same.
  var isManifold = true
  var firstFace: UInt32 = 0
  /// The corners of its first face at the edge's two ends, and those of its second face.
  var corners = SIMD2<UInt32>.zero, otherCorners = SIMD2<UInt32>.zero
}

/// What is known of a vertex while its edges are gone through.
private struct VertexUse {
  var edges: UInt32 = 0
  var boundaryEdges: UInt32 = 0
  /// Edges of more than two faces.
  var nonManifoldEdges: UInt32 = 0
  /// How often an edge joined two groups of the vertex's corners.
  var joinCount: UInt32 = 0

  /// Whether the vertex is sharp for ever whatever its creases.
  func isSharp(faces: UInt32, _ corners: BoundaryCorners) -> Bool {
    switch faces {
    case 0: true
    case 1 where nonManifoldEdges == 0: corners == .sharp
    default:
      if nonManifoldEdges > 0 {
        // In the course of a line along which more than two faces meet, the vertex follows the line.
        nonManifoldEdges != 2 || boundaryEdges > 0 || edges > faces
      } else {
        // The corners form more than one ring.
        joinCount + 1 < faces
      }
    }
  }
}

/// Which corners of a vertex hang together by edges: a forest in which each group has one root.
private struct CornerSets {
  private var parents: [UInt32]

  init(cornerCount: Int) { parents = (0..<cornerCount).map { UInt32($0) } }

  /// Puts the groups of two corners together.
  /// - Returns: whether they were two.
  mutating func join(_ a: UInt32, _ b: UInt32) -> Bool {
    let (a, b) = (root(of: a), root(of: b))
    if a != b { parents[Int(max(a, b))] = min(a, b) }
    return a != b
  }

  private mutating func root(of corner: UInt32) -> UInt32 {
    var corner = corner
    while parents[Int(corner)] != corner {
      // Halves the path, so that later searches are short.
      parents[Int(corner)] = parents[Int(parents[Int(corner)])]
      corner = parents[Int(corner)]
    }
    return corner
  }
}
