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
