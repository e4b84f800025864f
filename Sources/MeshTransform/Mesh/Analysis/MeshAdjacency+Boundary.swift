extension MeshAdjacency {
  /// The edges with one face, connected to paths.
  func boundaries() -> [Mesh.Analysis.Boundary] {
    let open = edges.filter { $0.uses.count == 1 }.map(\.name)
    // The edges at each vertex, grouped by vertex.
    var starts = [Int](repeating: 0, count: vertices.count + 1)
    for edge in open { for vertex in [edge.first, edge.second] { starts[vertex + 1] += 1 } }
    for vertex in vertices.indices { starts[vertex + 1] += starts[vertex] }
    var (ends, atVertex) = (starts, [Int](repeating: 0, count: 2 * open.count))
    for (index, edge) in open.enumerated() {
      for vertex in [edge.first, edge.second] {
        atVertex[ends[vertex]] = index
        ends[vertex] += 1
      }
    }

    var isTaken = [Bool](repeating: false, count: open.count)
    var cursor = starts
    /// The next free edge at a vertex. Each entry is visited once, for any number of edges.
    func nextEdge(at vertex: Int) -> Int? {
      while cursor[vertex] < starts[vertex + 1] {
        let edge = atVertex[cursor[vertex]]
        if !isTaken[edge] { return edge }
        cursor[vertex] += 1
      }
      return nil
    }
    var boundaries: [Mesh.Analysis.Boundary] = []
    for first in open.indices where !isTaken[first] {
      var path = [open[first].first]
      while let edge = nextEdge(at: path[path.count - 1]) {
        isTaken[edge] = true
        let here = path[path.count - 1]
        path.append(open[edge].first == here ? open[edge].second : open[edge].first)
        if path[path.count - 1] == path[0] { break }
      }
      boundaries.append(boundary(path))
    }
    return boundaries
  }

  private func boundary(_ path: [Int]) -> Mesh.Analysis.Boundary {
    var length = 0.0
    for (a, b) in zip(path, path.dropFirst()) {
      let (p, q) = (vertices[a], vertices[b])
      let along = SIMD3(
        Double(q.toX) - Double(p.toX), Double(q.toY) - Double(p.toY), Double(q.toZ) - Double(p.toZ))
      length += (along * along).sum().squareRoot()
    }
    let isClosed = path.count > 2 && path[0] == path[path.count - 1]
    return Mesh.Analysis.Boundary(
      vertices: isClosed ? Array(path.dropLast()) : path, isClosed: isClosed, length: length)
  }
}
