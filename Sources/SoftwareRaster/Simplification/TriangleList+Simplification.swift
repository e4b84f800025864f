import MeshTransform
import RenderGraph

extension TriangleList {
  /// A list with far fewer triangles that differs from the list of all triangles of a mesh by at most `bounds`.
  ///
  /// - Returns: nil if no such list was found: for small meshes, meshes that are not grids, meshes with too much
  ///   detail, and meshes with another interpolation or with flat shading.
  package init?(
    simplifying mesh: Mesh, inBoundsOf size: Size, lit: Bool, shading: Surface.Shading = .smooth,
    _ bounds: SimplificationBounds
  ) {
    guard mesh.faceCount >= SimplifiedGrid.minFaceCount, mesh.faceInterpolation == .triangles,
      bounds.sine == nil || shading == .smooth
    else { return nil }
    let rows = mesh.subdividedGridInRows
    let grid = rows ?? mesh
    guard let shape = GridSize(grid),
      let simplified = grid.simplified(
        shape, alternatesDiagonals: rows != nil, inBoundsOf: size, bounds)
    else { return nil }
    self.init(
      vertices: simplified.vertices, normals: simplified.normals, brightness: simplified.brightness,
      indices: simplified.indices)
    if !mesh.replicatesEdges { clipToContent() }
    if lit { orient() }
  }
}

extension Mesh {
  fileprivate func simplified(
    _ shape: GridSize, alternatesDiagonals: Bool, inBoundsOf size: Size, _ bounds: SimplificationBounds
  ) -> SimplifiedGrid.Triangles? {
    let isLit = bounds.sine != nil
    let width = shape.columns + 1
    // Only the first row and column are known to be axis-aligned; the others are verified as they are loaded.
    let isAxisAligned =
      (0..<shape.columns).allSatisfy { vertices[$0].fromX < vertices[$0 + 1].fromX }
      && (0..<shape.rows).allSatisfy { vertices[$0 * width].fromY < vertices[($0 + 1) * width].fromY }
    if isAxisAligned, limitNormals.isEmpty || !isLit {
      do throws(SimplifiedGrid.Failure) {
        return try simplified(
          shape, [], isAxisAligned: true, alternatesDiagonals: alternatesDiagonals, inBoundsOf: size, bounds)
      } catch {
        if error == .tooDetailed { return nil }
      }
    }
    let normals = isLit ? self.normals(inBoundsOf: size) : []
    return try? simplified(
      shape, normals, isAxisAligned: false, alternatesDiagonals: alternatesDiagonals, inBoundsOf: size, bounds
    )
  }

  private func simplified(
    _ shape: GridSize, _ normals: [Normal], isAxisAligned: Bool, alternatesDiagonals: Bool,
    inBoundsOf size: Size, _ bounds: SimplificationBounds
  ) throws(SimplifiedGrid.Failure) -> SimplifiedGrid.Triangles {
    let scale = Self.relativeScale(size, depthNormalization)
    var result: Result<SimplifiedGrid.Triangles, SimplifiedGrid.Failure> = .failure(.tooDetailed)
    vertices.withUnsafeBufferPointer { vertices in
      brightness.withUnsafeBufferPointer { brightness in
        normals.withUnsafeBufferPointer { normals in
          guard let first = vertices.baseAddress else { return }
          let grid = GridVertices(
            vertices: first, width: shape.columns + 1, height: shape.rows + 1,
            brightness: brightness.isEmpty ? nil : brightness.baseAddress,
            givenNormals: normals.isEmpty ? nil : normals.baseAddress, isLit: bounds.sine != nil,
            normalFactor: SIMD3(scale.y * scale.z, scale.z * scale.x, scale.x * scale.y),
            isAxisAligned: isAxisAligned, alternatesDiagonals: alternatesDiagonals)
          result = Result { () throws(SimplifiedGrid.Failure) in
            try SimplifiedGrid(grid, bounds).triangles(grid)
          }
        }
      }
    }
    return try result.get()
  }
}
