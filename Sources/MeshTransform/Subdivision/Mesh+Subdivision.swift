extension Mesh {
  /// The mesh after exactly `steps` steps of Catmull-Clark subdivision: its vertices are the control points of a smooth
  /// surface, which the steps approach; every edge becomes 2 to the power of `steps` edges.
  ///
  /// `from`, `to` and ``brightness`` follow the same rules, so that an identity mesh stays the identity.
  ///
  /// - A face with two equal neighboring indices is a triangle; the first step makes three quads of it.
  /// - Creases: an edge has the larger crease of its faces. `s` keeps it sharp for `s` steps, a fraction blends the
  ///   sharp and the smooth rule in the last one, 10 and more is infinitely sharp. A vertex between two sharp edges
  ///   follows their curve, one with three or more is fixed, as in DeRose, Kass and Truong ("Subdivision Surfaces in
  ///   Character Animation", 1998) and OpenSubdiv.
  /// - A boundary follows the uniform cubic B-spline of its own vertices; a vertex of one face is fixed. The
  ///   orientation of a face's corners has no effect.
  /// - An edge with more than two faces is infinitely sharp. A vertex with several fans of faces is fixed, and so is a
  ///   vertex where such edges end or branch. The sides of a face that uses a vertex twice otherwise (0-1-2-1) count as
  ///   such edges.
  /// - A vertex without faces is fixed.
  ///
  /// The result has `subdivisionSteps` 0 and creases lower by `steps`, so that further steps continue these. Order of
  /// its vertices after one step: the old ones with their old indices, then one for each edge in the order of the
  /// faces' sides, then one for each face. The faces that replace face `f` are consecutive, one for each of its
  /// corners: the corner, the midpoint of the side after it, the center of the face, the midpoint of the side before
  /// it.
  ///
  /// - Parameters:
  ///   - steps: 0 or more.
  ///   - limit: the largest number of vertices of the result, at most 2^30; checked before allocation.
  /// - Throws: ``MeshError/subdivisionTooLarge(steps:vertices:limit:largestSteps:)``;
  ///   ``MeshError/invalidSubdivisionSteps(_:)`` below 0.
  /// - Complexity: O(V + F) of the result.
  public func subdivided(steps: Int, limit: Int = vertexLimit) throws(MeshError) -> Mesh {
    try subdivided(steps: steps, limit: limit, corners: .sharp)
  }

  /// - Parameters:
  ///   - corners: the rule for a vertex of one face.
  ///   - sharpVertices: vertices that are fixed while they are sharp.
  ///   - usesGrids: whether grids use ``GridRefiner``.
  func subdivided(
    steps: Int, limit: Int = vertexLimit, corners: BoundaryCorners, sharpVertices: [SharpVertex] = [],
    usesGrids: Bool = true
  ) throws(MeshError) -> Mesh {
    guard steps >= 0 else { throw .invalidSubdivisionSteps(steps) }
    var result = self
    result.subdivisionSteps = 0
    guard steps > 0, !faces.isEmpty else { return result }
    result.limitNormals = []
    if usesGrids, corners == .sharp, sharpVertices.isEmpty, let grid = GridSize(self) {
      _ = try SubdivisionSize(grid).sizes(steps: steps, limit: limit)
      result.refine(by: GridRefiner(grid, steps: steps))
    } else {
      let edges = EdgeTable(faces, vertexCount: vertices.count)
      let sizes = try SubdivisionSize(vertices: vertices.count, edges).sizes(steps: steps, limit: limit)
      let level = TopologyLevel(
        edges, vertexCount: vertices.count, corners: corners, sharpVertices: sharpVertices)
      result.refine(by: TopologyRefiner(level, sizes: sizes))
    }
    return result
  }

  // Generic, not `any Refiner`: the loops over values need their type, and take ten times as long without it.
  private mutating func refine(by refinement: some Refiner) {
    vertices = refinement.finiteValues(vertices)
    if !brightness.isEmpty { brightness = refinement.finiteValues(brightness) }
    storedFaces = refinement.faces()
  }
}

extension Refiner {
  /// The refined values, finite like those of the control mesh.
  fileprivate func finiteValues<Value: SubdivisionValue>(_ control: [Value]) -> [Value] {
    guard control.contains(where: \.isHuge) else { return values(control) }
    // Rounded means of numbers near the largest Float can exceed it, and so can intermediate sums.
    return values(control.map { $0 * 0.25 }).map { ($0 * 4).clamped }
  }
}

/// The rule of subdivision for a vertex with one face.
enum BoundaryCorners {
  /// The vertex is fixed.
  case sharp
  /// The vertex follows the curve of the boundary.
  case smooth
}
