extension Mesh {
  /// The same surfaces as meshes that differ in their vertices' positions and brightness only, as
  /// ``interpolated(to:fraction:)`` takes them.
  ///
  /// Meshes with the same faces stay as they are, except for depth: if the units of z differ, all take those of the
  /// first mesh. Other meshes, of any topology, are replaced by grids over the content, the unit square:
  ///
  /// - The grid has all rows and columns of all meshes, divided evenly until there are at least 64 of each. At its
  ///   vertices, which are also the vertices of the meshes, each surface is exact. Between them, the difference is at
  ///   most the bend of the surface within one cell.
  /// - A mesh whose vertices do not lie in rows and columns counts with twice as many rows and columns as a square grid
  ///   of as many vertices has. If the grid exceeds the limit, it becomes an even one below it. In both cases the
  ///   surfaces are exact at the vertices of the grid, and a vertex of a mesh may lie between these.
  /// - A surface of subdivision is made first, an automatic one with as many steps as give 4,096 vertices. Creases have
  ///   their effect; the results have none, and are not subdivided again.
  /// - The results have triangles unless all meshes have the same other ``faceInterpolation``. They replicate edges if
  ///   one of the meshes does. What a mesh shows beyond the content, outside 0...1, is left out.
  ///
  /// - Parameters:
  ///   - layerSize: in points; the relation between units of z, and the perspective of projective faces.
  ///   - limit: the largest number of vertices of one mesh.
  /// - Throws: ``MeshResamplingError`` for a mesh that does not cover the whole content once. A hole that contains no
  ///   vertex of the grid and no center of a cell is not found, and is closed.
  /// - Complexity: O(V log F) for V vertices of the grid.
  public static func onCommonGrid(
    _ meshes: [Mesh], layerSize: Size, limit: Int = vertexLimit
  ) throws(MeshResamplingError) -> [Mesh] {
    guard let first = meshes.first else { return [] }
    var result = meshes
    if meshes.contains(where: { !first.hasTopology(of: $0) }) {
      result = try resampled(meshes, layerSize: layerSize, limit: limit)
    }
    let depth =
      meshes.allSatisfy { $0.depthNormalization == first.depthNormalization }
        || first.depthNormalization.pointsPerUnit(for: layerSize) > 0 ? first.depthNormalization : .none
    let replicatesEdges = meshes.contains(where: \.replicatesEdges)
    for index in result.indices {
      do throws(MeshError) { try result[index].measureDepth(in: depth, layerSize) } catch {
        throw MeshResamplingError(.mesh(error), mesh: index)
      }
      result[index].replicatesEdges = replicatesEdges
    }
    return result
  }

  /// The surface as a grid over the content with even rows and columns, exact at the vertices of the grid.
  ///
  /// - Parameters:
  ///   - rows, columns: 1 or more. A multiple of the mesh's own keeps its vertices.
  ///   - layerSize: in points; the perspective of projective faces depends on it.
  ///   - limit: the largest number of vertices.
  /// - Throws: ``MeshResamplingError``, as ``onCommonGrid(_:layerSize:limit:)``.
  public func resampled(
    rows: Int, columns: Int, layerSize: Size = Size(1, 1), limit: Int = vertexLimit
  ) throws(MeshResamplingError) -> Mesh {
    do throws(MeshError) { try Mesh.checkGrid(rows: rows, columns: columns, limit: limit) } catch {
      throw MeshResamplingError(.mesh(error))
    }
    let lines = ContentLines(rows: rows, columns: columns)
    return try refined(limit: limit).resampled(lines, layerSize: layerSize)
  }

  private static func resampled(
    _ meshes: [Mesh], layerSize: Size, limit: Int
  ) throws(MeshResamplingError) -> [Mesh] {
    var surfaces: [Mesh] = []
    for (index, mesh) in meshes.enumerated() {
      surfaces.append(try mesh.refined(limit: limit, index: index))
    }
    var lines = ContentLines(rows: 1, columns: 1)
    for surface in surfaces { lines = lines.union(ContentLines(of: surface)).limited(to: 4 * max(limit, 4)) }
    lines = lines.refined(to: 64).limited(to: max(limit, 4))
    let kind = surfaces[0].faceInterpolation
    let isOneKind = surfaces.allSatisfy { $0.faceInterpolation == kind }
    for index in surfaces.indices {
      surfaces[index] = try surfaces[index].resampled(lines, layerSize: layerSize, index: index)
      if !isOneKind { surfaces[index].faceInterpolation = .triangles }
    }
    return surfaces
  }

  private func hasTopology(of other: Mesh) -> Bool {
    vertices.count == other.vertices.count && faces == other.faces
      && subdivisionSteps == other.subdivisionSteps && faceInterpolation == other.faceInterpolation
  }

  /// The surface of subdivision as a mesh.
  private func refined(limit: Int, index: Int = 0) throws(MeshResamplingError) -> Mesh {
    guard subdivisionSteps != 0 else { return self }
    var steps = subdivisionSteps
    if steps < 0 {
      steps = (1...6).first { subdivisionEstimate(steps: $0) >= 4096 } ?? 6
      while steps > 1, subdivisionEstimate(steps: steps) > limit { steps -= 1 }
    }
    do throws(MeshError) { return try subdivided(steps: steps, limit: limit) } catch {
      throw MeshResamplingError(.mesh(error), mesh: index)
    }
  }

  private func resampled(
    _ lines: ContentLines, layerSize: Size, index: Int = 0
  ) throws(MeshResamplingError) -> Mesh {
    try checkOverlaps(index)
    let isFinite = layerSize.width > 0 && layerSize.height > 0
    let sampler = ContentSampler(self, layerSize: isFinite ? layerSize : Size(1, 1))
    let (rows, width) = (lines.ys.count - 1, lines.xs.count)
    var samples = [ContentSampler.Sample?](repeating: nil, count: (rows + 1) * width)
    var holes = [Point?](repeating: nil, count: rows + 1)
    samples.withUnsafeMutableBufferPointer { samples in
      holes.withUnsafeMutableBufferPointer { holes in
        nonisolated(unsafe) let (samples, holes) = (samples, holes)
        inParallel(rows + 1, grainSize: max(1, 1024 / width)) { range in
          for row in range {
            for column in 0..<width {
              let point = SIMD2(Double(lines.xs[column]), Double(lines.ys[row]))
              samples[row * width + column] = sampler.sample(at: point)
              var hole = samples[row * width + column] == nil ? point : nil
              if row < rows, column < width - 1 {
                let next = SIMD2(Double(lines.xs[column + 1]), Double(lines.ys[row + 1]))
                if hole == nil, sampler.sample(at: (point + next) / 2) == nil { hole = (point + next) / 2 }
              }
              if holes[row] == nil, let hole { holes[row] = Point(hole.x, hole.y) }
            }
          }
        }
      }
    }
    if let hole = holes.lazy.compactMap(\.self).first { throw MeshResamplingError(.hole(hole), mesh: index) }
    let vertices = samples.enumerated().map { place, sample in
      Vertex(
        from: SIMD2(lines.xs[place % width], lines.ys[place / width]), to: sample?.to ?? .zero)
    }
    if let fault = vertices.firstIndex(where: { !$0.isFinite }) {
      throw MeshResamplingError(.mesh(.nonFinite(vertex: fault, vertices[fault])), mesh: index)
    }
    var mesh = Mesh(
      unchecked: vertices, .grid(rows: rows, columns: width - 1),
      depthNormalization: depthNormalization)
    (mesh.replicatesEdges, mesh.faceInterpolation) = (replicatesEdges, faceInterpolation)
    if !brightness.isEmpty { mesh.brightness = samples.map { $0?.brightness ?? 1 } }
    return mesh
  }

  /// - Throws: for two faces that show the same part of the content.
  private func checkOverlaps(_ index: Int) throws(MeshResamplingError) {
    switch PlaneTriangles(self).overlap(in: .from) {
    case .none: return
    case .pair(let a, let b):
      throw MeshResamplingError(.overlapping(face: min(a, b), other: max(a, b)), mesh: index)
    case .unknown: throw MeshResamplingError(.tooTangled, mesh: index)
    }
  }

  /// Gives z other units; the shape in points stays.
  private mutating func measureDepth(in depth: DepthNormalization, _ layerSize: Size) throws(MeshError) {
    guard depth != depthNormalization else { return }
    let factor = Float(
      depthNormalization.pointsPerUnit(for: layerSize) / depth.pointsPerUnit(for: layerSize))
    try mapVertices { vertex, _ in
      var vertex = vertex
      vertex.toZ *= factor
      return vertex
    }
    depthNormalization = depth
  }
}
