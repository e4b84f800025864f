/// The topology of a mesh at a level of subdivision: adjacent vertices, edges and faces, and sharp elements.
struct TopologyLevel {
  var vertexCount: Int
  var edgeCount: Int
  var faceCount: Int
  /// The vertex of each corner, and the edge from it to the next corner of its face.
  var cornerVertices: [UInt32]
  var cornerEdges: [UInt32]
  /// The first corner of each face, and the end; empty if all faces are quads.
  var faceStarts: [UInt32]
  /// The two vertices of each edge, one edge after the other.
  var edgeEnds: [UInt32]
  /// The number of faces of the first vertices; all others have four, if they are smooth.
  var valences: [UInt32]
  var sharpEdges: [SharpEdge]
  var sharpVertices: [SharpVertex]

  /// The corners of face `f`.
  @inline(__always)
  func corners(_ f: Int) -> Range<Int> {
    faceStarts.isEmpty ? 4 * f..<4 * f + 4 : Int(faceStarts[f])..<Int(faceStarts[f + 1])
  }

  /// The topology after one step. ``Mesh/subdivided(steps:limit:)`` documents the order of vertices; the halves of
  /// edges come first, then the edges from the midpoint of each side to the center of its face.
  func refined(size: SubdivisionSize) -> TopologyLevel {
    let (v, e) = (UInt32(vertexCount), UInt32(edgeCount))
    // The centers of triangles have three faces.
    var valences = valences
    if !faceStarts.isEmpty {
      let counts = edgeCount + faceCount
      valences += repeatElement(4, count: vertexCount + counts - valences.count)
      for f in 0..<faceCount { valences[vertexCount + edgeCount + f] = UInt32(corners(f).count) }
    }
    let cornerVertices = [UInt32](unsafeUninitializedCapacity: 4 * cornerVertices.count) { children, count in
      forEachCorner { f, corner, before in
        let child = 4 * corner
        children[child] = self.cornerVertices[corner]
        children[child + 1] = v + cornerEdges[corner]
        children[child + 2] = v + e + UInt32(f)
        children[child + 3] = v + cornerEdges[before]
      }
      count = children.count
    }
    let newCornerEdges = [UInt32](unsafeUninitializedCapacity: 4 * cornerEdges.count) { children, count in
      forEachCorner { _, corner, before in
        let child = 4 * corner
        let (vertex, after, previous) = (
          self.cornerVertices[corner], cornerEdges[corner], cornerEdges[before]
        )
        children[child] = 2 * after + (edgeEnds[2 * Int(after)] == vertex ? 0 : 1)
        children[child + 1] = 2 * e + UInt32(corner)
        children[child + 2] = 2 * e + UInt32(before)
        children[child + 3] = 2 * previous + (edgeEnds[2 * Int(previous)] == vertex ? 0 : 1)
      }
      count = children.count
    }
    let newEnds = [UInt32](unsafeUninitializedCapacity: 2 * size.edges) { ends, count in
      for edge in 0..<edgeCount {
        ends[4 * edge] = edgeEnds[2 * edge]
        ends[4 * edge + 1] = v + UInt32(edge)
        ends[4 * edge + 2] = edgeEnds[2 * edge + 1]
        ends[4 * edge + 3] = v + UInt32(edge)
      }
      forEachCorner { f, corner, _ in
        ends[4 * edgeCount + 2 * corner] = v + cornerEdges[corner]
        ends[4 * edgeCount + 2 * corner + 1] = v + e + UInt32(f)
      }
      count = ends.count
    }
    return TopologyLevel(
      vertexCount: size.vertices, edgeCount: size.edges, faceCount: size.faces,
      cornerVertices: cornerVertices,
      cornerEdges: newCornerEdges, faceStarts: [], edgeEnds: newEnds, valences: valences,
      sharpEdges: refinedSharpEdges,
      sharpVertices: sharpVertices.compactMap { vertex in
        let left = vertex.sharpness.decremented
        return left > 0 ? SharpVertex(vertex: vertex.vertex, sharpness: left) : nil
      })
  }

  /// The halves of edges that remain sharp.
  private var refinedSharpEdges: [SharpEdge] {
    var halves: [SharpEdge] = []
    halves.reserveCapacity(2 * sharpEdges.count)
    for edge in sharpEdges {
      let (sharpness, crease) = (edge.sharpness.decremented, edge.crease.decremented)
      guard sharpness > 0 else { continue }
      halves.append(SharpEdge(edge: 2 * edge.edge, sharpness: sharpness, crease: crease))
      halves.append(SharpEdge(edge: 2 * edge.edge + 1, sharpness: sharpness, crease: crease))
    }
    return halves
  }

  /// Calls `body` with each face, each of its corners, and the corner before that, on several threads.
  @inline(__always)
  private func forEachCorner(_ body: (_ face: Int, _ corner: Int, _ before: Int) -> Void) {
    inParallel(faceCount, grainSize: 1 << 13) { faces in
      for f in faces {
        let corners = corners(f)
        var before = corners.upperBound - 1
        for corner in corners {
          body(f, corner, before)
          before = corner
        }
      }
    }
  }

  /// The faces of the mesh after one step.
  func refinedFaces() -> [Mesh.Face] {
    let (v, e) = (UInt32(vertexCount), UInt32(edgeCount))
    var creases: [Sharpness] = []
    if sharpEdges.contains(where: { $0.crease.decremented > 0 }) {
      creases = [Sharpness](repeating: 0, count: edgeCount)
      for edge in sharpEdges { creases[Int(edge.edge)] = edge.crease.decremented }
    }
    return [Mesh.Face](unsafeUninitializedCapacity: cornerVertices.count) { faces, count in
      forEachCorner { f, corner, before in
        let (after, previous) = (cornerEdges[corner], cornerEdges[before])
        let indices = SIMD4(cornerVertices[corner], v + after, v + e + UInt32(f), v + previous)
        let sides =
          creases.isEmpty ? SIMD4<Float>.zero : SIMD4(creases[Int(after)], 0, 0, creases[Int(previous)])
        faces.initializeElement(at: corner, to: Mesh.Face(indices, creases: sides))
      }
      count = cornerVertices.count
    }
  }
}
