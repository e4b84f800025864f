extension MeshAdjacency {
  func extraordinaryVertices(except others: Set<Int>) -> [Mesh.Analysis.Valence] {
    var (counts, faceCounts) = (edgeCounts, [Int](repeating: 0, count: vertices.count))
    var isOnBoundary = [Bool](repeating: false, count: vertices.count)
    for edge in edges where edge.uses.count == 1 {
      (isOnBoundary[edge.name.first], isOnBoundary[edge.name.second]) = (true, true)
    }
    for face in faces where face.isDrawable {
      for corner in 0..<4 where face.indices[corner] != face.indices[(corner + 1) % 4] {
        faceCounts[Int(face.indices[corner])] += 1
      }
    }
    for vertex in others { counts[vertex] = 0 }
    return counts.indices.compactMap { vertex in
      let count = counts[vertex]
      guard count > 0 else { return nil }
      let isRegular = isOnBoundary[vertex] ? count == 3 || faceCounts[vertex] == 1 : count == 4
      return isRegular
        ? nil : Mesh.Analysis.Valence(vertex: vertex, edgeCount: count, isOnBoundary: isOnBoundary[vertex])
    }
  }

  private var edgeCounts: [Int] {
    var counts = [Int](repeating: 0, count: vertices.count)
    for edge in edges { for vertex in [edge.name.first, edge.name.second] { counts[vertex] += 1 } }
    return counts
  }

  /// The edges with a crease, the larger one if two faces differ.
  func creases() -> (edges: [Mesh.Analysis.Edge], sharpest: Float) {
    var (creased, sharpest): ([Mesh.Analysis.Edge], Float) = ([], 0)
    for edge in edges {
      let sharpness = edge.uses.reduce(Float(0)) { max($0, faces[$1 / 4].creases[$1 % 4]) }
      guard sharpness > 0 else { continue }
      creased.append(edge.name)
      sharpest = max(sharpest, sharpness)
    }
    return (creased, sharpest)
  }

  /// A regular mesh with one boundary of four corners is a grid: both pairs of opposite sides have equal lengths.
  /// - `isWhole`: whether the mesh is one component of regular quadrilaterals.
  func grid(isWhole: Bool, _ boundaries: [Mesh.Analysis.Boundary]) -> Mesh.Analysis.Grid? {
    guard isWhole, boundaries.count == 1, boundaries[0].isClosed else { return nil }
    let (path, counts) = (boundaries[0].vertices, edgeCounts)
    let corners = path.indices.filter { counts[path[$0]] == 2 }
    guard corners.count == 4 else { return nil }
    let (along, down) = (corners[1] - corners[0], corners[2] - corners[1])
    guard along * down == faces.count, corners[3] - corners[2] == along else { return nil }
    // The content distinguishes rows from columns: along a row x changes most.
    let (a, b) = (vertices[path[corners[0]]].from, vertices[path[corners[1]]].from)
    return abs(b.x - a.x) >= abs(b.y - a.y)
      ? Mesh.Analysis.Grid(rows: down, columns: along) : Mesh.Analysis.Grid(rows: along, columns: down)
  }

  /// The faces with triangles of the minority orientation; triangles without area have no orientation.
  func foldedFaces() -> [Int] {
    let triangles = PlaneTriangles(Mesh(unchecked: vertices, faces.filter(\.isDrawable)))
    let numbers = faces.indices.filter { faces[$0].isDrawable }
    var (fronts, backs): ([Int], [Int]) = ([], [])
    for triangle in 0..<triangles.count {
      switch triangles.facing(triangle) {
      case 1: fronts.append(numbers[triangles.face(of: triangle)])
      case -1: backs.append(numbers[triangles.face(of: triangle)])
      default: break
      }
    }
    let minority = backs.count <= fronts.count ? backs : fronts
    return minority.indices.filter { $0 == 0 || minority[$0] != minority[$0 - 1] }.map { minority[$0] }
  }

  func duplicateVertices() -> [Int] {
    var unique: Set<Mesh.Vertex> = []
    unique.reserveCapacity(vertices.count)
    return vertices.indices.filter { !unique.insert(vertices[$0]).inserted }
  }
}
