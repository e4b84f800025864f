extension TriangleList {
  /// What looks the same as the list of all triangles of a mesh, within the limits of `view`, with far fewer of them.
  ///
  /// - Returns: nil where that is not known to be possible: for small meshes and those that are no grids, that have more
  ///   shape than faces to spare, or are interpolated or shaded by faces.
  package init?(
    merging mesh: Mesh, inBoundsOf size: Size, lit: Bool, shading: Surface.Shading = .smooth,
    _ view: MergeView
  ) {
    guard mesh.faces.count >= MergedGrid.leastFaces, mesh.faceInterpolation == .triangles,
      view.sine == nil || shading == .smooth, let shape = GridSize(mesh),
      let merged = mesh.merged(shape, inBoundsOf: size, view)
    else { return nil }
    (vertices, normals, brightness) = (merged.vertices, merged.normals, merged.brightness)
    interpolation = .triangles
    indices = merged.indices
    if !mesh.replicatesEdges { clipToContent() }
    if lit { orient() }
  }
}

extension Mesh {
  fileprivate func merged(_ shape: GridSize, inBoundsOf size: Size, _ view: MergeView) -> MergedGrid
    .Triangles?
  {
    let isLit = view.sine != nil
    let width = shape.columns + 1
    // Only these are known to grow: whether all others are like them is seen on the way.
    let isUpright =
      (0..<shape.columns).allSatisfy { vertices[$0].fromX < vertices[$0 + 1].fromX }
      && (0..<shape.rows).allSatisfy { vertices[$0 * width].fromY < vertices[($0 + 1) * width].fromY }
    if isUpright, limitNormals.isEmpty || !isLit {
      do throws(MergedGrid.Refusal) {
        return try merged(shape, [], isUpright: true, inBoundsOf: size, view)
      } catch {
        if error == .tooFine { return nil }
      }
    }
    let normals = isLit ? self.normals(inBoundsOf: size) : []
    return try? merged(shape, normals, isUpright: false, inBoundsOf: size, view)
  }

  private func merged(
    _ shape: GridSize, _ normals: [Normal], isUpright: Bool, inBoundsOf size: Size, _ view: MergeView
  ) throws(MergedGrid.Refusal) -> MergedGrid.Triangles {
    let scale = Self.relativeScale(size, depthNormalization)
    var result: Result<MergedGrid.Triangles, MergedGrid.Refusal> = .failure(.tooFine)
    vertices.withUnsafeBufferPointer { vertices in
      brightness.withUnsafeBufferPointer { brightness in
        normals.withUnsafeBufferPointer { normals in
          guard let first = vertices.baseAddress else { return }
          let grid = GridVertices(
            vertices: first, width: shape.columns + 1, height: shape.rows + 1,
            brightness: brightness.isEmpty ? nil : brightness.baseAddress,
            givenNormals: normals.isEmpty ? nil : normals.baseAddress, isLit: view.sine != nil,
            normalFactor: SIMD3(scale.y * scale.z, scale.z * scale.x, scale.x * scale.y),
            isUpright: isUpright)
          result = Result { () throws(MergedGrid.Refusal) in try MergedGrid(grid, view).triangles(grid) }
        }
      }
    }
    return try result.get()
  }
}
