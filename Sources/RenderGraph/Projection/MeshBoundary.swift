import MeshTransform

/// The border of an item: the directed edges along which only one of its triangles runs, or several in one direction.
struct MeshBoundary {
  /// From one vertex to the next, as the triangle runs.
  package let edges: [SIMD2<UInt32>]
  /// What was found out last. Meshes that move up and down have the same border in every picture.
  private var known: (places: [SIMD4<Float>], sense: Int, windsOnce: Bool)?

  /// - `indices`: those that the neighbors were found for.
  init(_ neighbors: TriangleAdjacency, _ indices: [UInt32]) {
    edges = neighbors.beyond.indices.compactMap { edge in
      neighbors.beyond[edge] == TriangleAdjacency.none
        ? SIMD2(indices[edge], indices[edge % 3 == 2 ? edge - 2 : edge + 1]) : nil
    }
  }

  /// Whether it certainly winds around no point of the xy plane twice, so that triangles which all run as the sense says, 1
  /// from x to y or else -1, lie nowhere over one another.
  mutating func windsOnce(_ vertices: [Mesh.Vertex], sense: Int) -> Bool {
    func place(_ index: UInt32) -> SIMD2<Float> {
      // Zero has two signs, which must not tell points apart.
      SIMD2(vertices[Int(index)].toX, vertices[Int(index)].toY) + 0
    }
    let places = edges.map { SIMD4(lowHalf: place($0.x), highHalf: place($0.y)) }
    if let known, known.sense == sense, known.places == places { return known.windsOnce }
    let edges = places.compactMap {
      $0.lowHalf == $0.highHalf ? nil : BoundaryLoops.Edge(start: $0.lowHalf, end: $0.highHalf)
    }
    let windsOnce = BoundaryLoops(edges)?.windsOnce(sense) ?? false
    known = (places, sense, windsOnce)
    return windsOnce
  }
}
