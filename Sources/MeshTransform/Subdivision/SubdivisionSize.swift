/// The numbers of elements of a mesh after subdivision, in closed form, without allocation.
///
/// A step makes a vertex of every vertex, edge and face, two edges of every edge, one of every corner, and a face of
/// every corner. Numbers saturate at the largest `Int`.
struct SubdivisionSize: Hashable {
  var vertices: Int, edges: Int, faces: Int
  /// Corners of all faces: four for each quad.
  var corners: Int

  init(vertices: Int, _ table: EdgeTable) {
    (self.vertices, edges, faces, corners) =
      (vertices, table.edgeCount, table.faceCount, table.cornerVertices.count)
  }

  init(_ grid: GridSize) {
    self.init(vertices: grid.vertices, edges: grid.edges, faces: grid.faces, corners: 4 * grid.faces)
  }

  private init(vertices: Int, edges: Int, faces: Int, corners: Int) {
    (self.vertices, self.edges, self.faces, self.corners) = (vertices, edges, faces, corners)
  }

  /// The size after one more step.
  var refined: SubdivisionSize {
    SubdivisionSize(
      vertices: vertices.adding(edges).adding(faces), edges: edges.adding(edges).adding(corners),
      faces: corners, corners: corners.adding(corners).adding(corners).adding(corners))
  }

  /// The sizes after 0, 1, ... `steps` steps.
  ///
  /// - Throws: ``MeshError/subdivisionTooLarge(steps:vertices:limit:largestSteps:)`` if the last has more vertices than
  ///   `limit`, or than 2^30: it may have four times as many face corners, and indices have 32 bits.
  func sizes(steps: Int, limit: Int) throws(MeshError) -> [SubdivisionSize] {
    let limit = min(limit, 1 << 30)
    var sizes = [self]
    while sizes.count <= steps {
      let next = sizes[sizes.count - 1].refined
      guard next.vertices <= limit else {
        var (last, count) = (next, sizes.count)
        // Ends early: the number of faces quadruples at every step and soon saturates.
        while count < steps, last.vertices < .max { (last, count) = (last.refined, count + 1) }
        throw .subdivisionTooLarge(
          steps: steps, vertices: last.vertices, limit: limit, largestSteps: sizes.count - 1)
      }
      sizes.append(next)
    }
    return sizes
  }
}

extension Int {
  /// The saturating sum of two numbers, both 0 or more.
  fileprivate func adding(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

extension Mesh {
  /// Checks the size of the mesh after `steps` steps of subdivision without making it.
  ///
  /// - Throws: ``MeshError/subdivisionTooLarge(steps:vertices:limit:largestSteps:)``.
  package func checkSubdivision(steps: Int, limit: Int) throws(MeshError) {
    guard steps > 0, !faces.isEmpty else { return }
    let edges = EdgeTable(faces, vertexCount: vertices.count)
    _ = try SubdivisionSize(vertices: vertices.count, edges).sizes(steps: steps, limit: limit)
  }

  /// The number of vertices after `steps` steps of subdivision; saturates at the largest `Int`.
  ///
  /// - Parameter steps: 0 or more.
  /// - Complexity: O(V + F), for any number of steps.
  package func subdivisionEstimate(steps: Int) -> Int {
    guard steps > 0, !faces.isEmpty else { return vertices.count }
    var size = SubdivisionSize(vertices: vertices.count, EdgeTable(faces, vertexCount: vertices.count))
    var step = 0
    while step < steps, size.vertices < .max { (size, step) = (size.refined, step + 1) }
    return size.vertices
  }
}
