import MeshTransform

/// The triangles of an item, and their vertices on the canvas.
struct ItemTriangles {
  var list: TriangleList
  let projected: ProjectedVertices
  /// The precision that the depths were given.
  let precision: DepthPrecision
}

extension RenderItem {
  /// The mesh of the item; nil for the unit square.
  package var mesh: Mesh? { if case .mesh(let mesh, _) = shape { mesh } else { nil } }

  /// The vertices of the item's mesh, or of the unit square, on the canvas.
  func projectedVertices() -> ProjectedVertices {
    let vertices = (mesh ?? .unitQuad).vertices
    if let triangulated, triangulated.list.vertices.isInMemory(of: vertices) { return triangulated.projected }
    return ProjectedVertices(vertices, projection.unitToCanvas)
  }

  /// Triangulates the item's mesh, with the optimizations that give fewer triangles.
  /// - `vertices`: see ``projectedVertices()``; nil where they are not known yet.
  /// - `previous`: a list with which equal indices are shared; it changes no value.
  func triangulate(
    _ lighting: LightingUniforms, _ view: RenderView, _ vertices: ProjectedVertices? = nil,
    sharingWith previous: TriangleList? = nil
  ) -> ItemTriangles {
    if var triangulated, triangulated.precision == depthPrecision {
      if let previous { triangulated.list.shareIndices(with: previous) }
      return triangulated
    }
    let list =
      view.options.passes.triangles(of: self, lighting, view)
      ?? triangles(isLit: lighting.variant.isLit, sharingWith: previous)
    if let vertices, let mesh, list.vertices.isInMemory(of: mesh.vertices) {
      return ItemTriangles(list: list, projected: vertices, precision: depthPrecision)
    }
    let projected = ProjectedVertices(list.vertices, projection.unitToCanvas)
    return ItemTriangles(list: list, projected: projected, precision: depthPrecision)
  }

  /// All triangles of the item.
  /// - `previous`: a list with which equal indices are shared; it changes no value.
  package func triangles(isLit: Bool, sharingWith previous: TriangleList? = nil) -> TriangleList {
    let isOriented = needsOrientation(isLit: isLit)
    return switch shape {
    case .square: TriangleList(nil, inBoundsOf: Size(1, 1), lit: isOriented)
    case .mesh(let mesh, let size):
      TriangleList(
        mesh, inBoundsOf: size, lit: isOriented, shading: surface.shading, sharingWith: previous)
    }
  }

  /// Whether the triangles need normals, or one order of corners for all of them.
  package func needsOrientation(isLit: Bool) -> Bool { isLit || visibleSides != .both }
}
