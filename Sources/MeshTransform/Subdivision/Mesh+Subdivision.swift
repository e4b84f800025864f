extension Mesh {
  /// The mesh after exactly `steps` steps of Catmull-Clark subdivision: its vertices are the control points of a smooth
  /// surface that each step comes nearer to; every edge becomes 2 to the power of `steps`.
  ///
  /// `from`, `to` and ``brightness`` all follow the same rules, so that an identity mesh stays the identity.
  ///
  /// - A face with two equal neighboring indices is a triangle; the first step makes three quads of it.
  /// - Creases: an edge has the larger crease of its faces. `s` keeps it sharp for `s` steps, a fraction blends the
  ///   sharp and the smooth rule in its last one, 10 and more never ends. A vertex between two sharp edges follows
  ///   their curve, one of three or more stays, as DeRose, Kass and Truong write ("Subdivision Surfaces in Character
  ///   Animation", 1998) and OpenSubdiv does.
  /// - A boundary follows the uniform cubic B-spline of its own vertices; a vertex of one face stays. The order in
  ///   which a face lists its corners, clockwise or not, does not count.
  /// - An edge of more than two faces is a crease for ever. A vertex where faces meet that no edges connect stays, as
  ///   does one where such creases end or branch. The sides of a face that uses a vertex twice otherwise (0-1-2-1)
  ///   count as such edges.
  /// - A vertex without faces stays.
  ///
  /// The result has `subdivisionSteps` 0 and creases that are `steps` lower, so further steps continue these. Its
  /// vertices are, for one step: the old ones under their old indices, then one for each edge in the order in which the
  /// faces' sides first name them, then one for each face. The faces that replace face `f` follow each other, one for
  /// each of its corners: the corner, the middle of the side after it, the middle of the face, the middle of the side
  /// before it.
  ///
  /// - Parameters:
  ///   - steps: 0 or more.
  ///   - limit: the most vertices of the result, at most 2^30; checked before these are allocated.
  /// - Throws: ``MeshError/subdivisionTooLarge(steps:vertices:limit:largestSteps:)``;
  ///   ``MeshError/invalidSubdivisionSteps(_:)`` below 0.
  /// - Complexity: O(V + F) of the result.
  public func subdivided(steps: Int, limit: Int = vertexLimit) throws(MeshError) -> Mesh {
    try subdivided(steps: steps, limit: limit, corners: .sharp)
  }

  /// - Parameters:
  ///   - corners: what a vertex of one face does.
  ///   - sharpVertices: vertices that stay while their sharpness lasts, as edges stay sharp.
  ///   - usesGrids: whether a grid takes its fast path.
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

  // Not for `any` refinement: the loops over values must know the type of these, or take ten times as long.
  private mutating func refine(by refinement: some Refiner) {
    vertices = refinement.finiteValues(vertices)
    if !brightness.isEmpty { brightness = refinement.finiteValues(brightness) }
    faces = refinement.faces()
  }
}

extension Refiner {
  /// The refined values, finite as those of the control net are.
  fileprivate func finiteValues<Value: SubdivisionValue>(_ control: [Value]) -> [Value] {
    guard control.contains(where: \.isHuge) else { return values(control) }
    // Rounded means of numbers near the largest Float can exceed it, and so can sums on the way to them.
    return values(control.map { $0 * 0.25 }).map { ($0 * 4).clamped }
  }
}

/// What subdivision does with a vertex that has only one face.
enum BoundaryCorners {
  /// It stays.
  case sharp
  /// It follows the boundary's curve as any other vertex there.
  case smooth
}
