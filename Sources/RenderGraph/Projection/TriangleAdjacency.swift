import MeshTransform

/// The adjacency of a triangle list: pairs of triangles that share an edge in opposite directions.
package struct TriangleAdjacency {
  /// The triangle beyond each edge, three edges a triangle from its first corner on; ``none`` where there is no such
  /// triangle, or more than one.
  package let beyond: [UInt32]

  package static let none = UInt32.max

  /// - `indices`: the vertex indices, three a triangle.
  init(_ indices: [UInt32], vertexCount: Int) {
    let sides = EqualSides(count: indices.count, vertexCount: vertexCount) { side in
      let next = side % 3 == 2 ? side - 2 : side + 1
      return (indices[side], indices[next])
    }
    var beyond = [UInt32](repeating: Self.none, count: indices.count)
    sides.forEachEdge { _, _, places in
      guard places.count == 2 else { return }
      let (side, other) = (sides.side(places.lowerBound), sides.side(places.lowerBound + 1))
      // For sides of the same direction, windings do not determine on which of them the triangles lie.
      guard indices[side] != indices[other] else { return }
      (beyond[side], beyond[other]) = (UInt32(other / 3), UInt32(side / 3))
    }
    self.beyond = beyond
  }
}

/// The boundary of an item: the directed edges of its triangles that no single other triangle has in the opposite
/// direction.
package struct MeshBoundary {
  /// The edges as pairs of vertex indices, in the triangle's direction.
  package let edges: [SIMD2<UInt32>]
  /// The last result of ``windsOnce(_:sense:)``. Meshes that move along z only have the same boundary in every picture.
  private var known: (places: [SIMD4<Float>], sense: Int, windsOnce: Bool)?

  /// - `indices`: the indices from which `neighbors` was computed.
  init(_ neighbors: TriangleAdjacency, _ indices: [UInt32]) {
    edges = neighbors.beyond.indices.compactMap { edge in
      neighbors.beyond[edge] == TriangleAdjacency.none
        ? SIMD2(indices[edge], indices[edge % 3 == 2 ? edge - 2 : edge + 1]) : nil
    }
  }

  /// Whether the boundary certainly winds at most once around every point of the xy plane, so that triangles of one
  /// orientation do not overlap.
  /// - `sense`: the orientation of all triangles: 1 from x to y, else -1.
  package mutating func windsOnce(_ vertices: [Mesh.Vertex], sense: Int) -> Bool {
    func place(_ index: UInt32) -> SIMD2<Float> {
      // Adding 0 turns -0 into 0, so that equal points have equal bits.
      SIMD2(vertices[Int(index)].toX, vertices[Int(index)].toY) + 0
    }
    let places = edges.map { SIMD4(lowHalf: place($0.x), highHalf: place($0.y)) }
    if let known, known.sense == sense, known.places == places { return known.windsOnce }
    let windsOnce = Self.windsOnce(places, sense)
    known = (places, sense, windsOnce)
    return windsOnce
  }

  /// Whether the boundary certainly winds at most once around every point of the canvas.
  /// - `points`: the vertices; see ``ProjectedVertices/points``.
  /// - `sense`: the orientation of all triangles: 1 from x to y, else -1.
  package func windsOnce(_ points: [SIMD4<Float>], sense: Int) -> Bool {
    Self.windsOnce(
      edges.map { SIMD4(lowHalf: points[Int($0.x)].lowHalf + 0, highHalf: points[Int($0.y)].lowHalf + 0) },
      sense)
  }

  private static func windsOnce(_ places: [SIMD4<Float>], _ sense: Int) -> Bool {
    let edges = places.compactMap {
      $0.lowHalf == $0.highHalf ? nil : BoundaryLoops.Edge(start: $0.lowHalf, end: $0.highHalf)
    }
    return BoundaryLoops(edges)?.windsOnce(sense) ?? false
  }
}
