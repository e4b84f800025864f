import MeshTransform

/// The triangles of an item, and their vertices on the canvas.
struct ItemTriangles {
  var list: TriangleList
  let projected: ProjectedVertices
  /// The precision that the depths were given.
  let precision: DepthPrecision
}

extension RenderItem {
  /// The vertices of the item's mesh, or of the unit square, on the canvas.
  func projectedVertices() -> ProjectedVertices {
    let vertices = (mesh ?? .unitQuad).vertices
    if let triangulated, triangulated.list.vertices.isInMemory(of: vertices) { return triangulated.projected }
    return ProjectedVertices(vertices, projection.unitToCanvas)
  }

  /// Triangulates the item's mesh within the error bounds of its simplification.
  /// - `vertices`: see ``projectedVertices()``; nil where they are not known yet.
  /// - `previous`: a list with which equal indices are shared; it changes no value.
  func triangulate(
    _ lighting: LightingUniforms, _ options: GraphOptions, _ blending: Canvas.Blending,
    _ vertices: ProjectedVertices? = nil, sharingWith previous: TriangleList? = nil
  ) -> ItemTriangles {
    if var triangulated, triangulated.precision == depthPrecision {
      if let previous { triangulated.list.shareIndices(with: previous) }
      return triangulated
    }
    let bounds =
      options.optimizations.contains(.gridSimplification) ? simplificationBounds(lighting, blending) : nil
    let list = triangles(isLit: lighting.variant.isLit, sharingWith: previous, simplifying: bounds)
    if let vertices, let mesh, list.vertices.isInMemory(of: mesh.vertices) {
      return ItemTriangles(list: list, projected: vertices, precision: depthPrecision)
    }
    let projected = ProjectedVertices(list.vertices, projection.unitToCanvas)
    return ItemTriangles(list: list, projected: projected, precision: depthPrecision)
  }

  /// The triangles of the item.
  /// - `previous`: a list with which equal indices are shared; it changes no value.
  /// - `bounds`: the error bounds within which grids are simplified; nil for no simplification.
  package func triangles(
    isLit: Bool, sharingWith previous: TriangleList? = nil, simplifying bounds: SimplificationBounds? = nil
  ) -> TriangleList {
    let isTurned = isLit || visibleSides != .both
    switch shape {
    case .square: return TriangleList(nil, inBoundsOf: Size(1, 1), lit: isTurned)
    case .mesh(let mesh, let size):
      let shading = surface.shading
      if let bounds,
        let list = TriangleList(simplifying: mesh, inBoundsOf: size, lit: isTurned, shading: shading, bounds)
      {
        return list
      }
      return TriangleList(
        mesh, inBoundsOf: size, lit: isTurned, shading: shading, sharingWith: previous)
    }
  }
}
