extension LimitNormals {
  /// The adjacency of the control mesh: the corners at edges and vertices, and the sharpness that remains after
  /// refinement.
  ///
  /// Corner `c` is corner `c & 3` of face `c >> 2`.
  struct ControlAdjacency {
    private let table: EdgeTable
    /// The remaining sharpness of each edge.
    let sharpness: [Sharpness]
    /// Whether each vertex is infinitely sharp, independently of its edges.
    let isCorner: [Bool]
    private let atEdges: Lists, atVertices: Lists

    init(_ faces: [Mesh.Face], vertexCount: Int, steps: Int) {
      table = EdgeTable(faces, vertexCount: vertexCount)
      let level = TopologyLevel(table, vertexCount: vertexCount, corners: .sharp, sharpVertices: [])
      var sharpness = [Sharpness](repeating: 0, count: table.edgeCount)
      for edge in level.sharpEdges {
        let left = edge.sharpness >= .infinite ? edge.sharpness : max(edge.sharpness - Float(steps), 0)
        sharpness[Int(edge.edge)] = left
      }
      var isCorner = [Bool](repeating: false, count: vertexCount)
      for vertex in level.sharpVertices { isCorner[Int(vertex.vertex)] = true }
      (self.sharpness, self.isCorner) = (sharpness, isCorner)
      atEdges = Lists(table.cornerEdges, count: table.edgeCount)
      atVertices = Lists(table.cornerVertices, count: vertexCount)
    }

    var edgeCount: Int { table.edgeCount }
    func corners(ofEdge edge: Int) -> ArraySlice<UInt32> { atEdges[edge] }
    func corners(ofVertex vertex: Int) -> ArraySlice<UInt32> { atVertices[vertex] }
    func cornerVertex(_ corner: Int) -> UInt32 { table.cornerVertices[corner] }
    func edge(after corner: Int) -> Int { Int(table.cornerEdges[corner]) }
    func edge(before corner: Int) -> Int { Int(table.cornerEdges[corner & ~3 | (corner + 3) & 3]) }
  }

  /// Lists of the indices at which an array has each key.
  struct Lists {
    private let starts: [UInt32], indices: [UInt32]

    init(_ keys: [UInt32], count: Int) {
      var starts = [UInt32](repeating: 0, count: count + 1)
      for key in keys { starts[Int(key) + 1] += 1 }
      for i in 0..<count { starts[i + 1] += starts[i] }
      var (next, indices) = (starts, [UInt32](repeating: 0, count: keys.count))
      for (index, key) in keys.enumerated() {
        indices[Int(next[Int(key)])] = UInt32(index)
        next[Int(key)] += 1
      }
      (self.starts, self.indices) = (starts, indices)
    }

    subscript(key: Int) -> ArraySlice<UInt32> { indices[Int(starts[key])..<Int(starts[key + 1])] }
  }
}
