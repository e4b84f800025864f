import MeshTransform

/// The triangles of an item, and their vertices on the canvas, which are projected where they are first asked for. A class,
/// so that an item and its draw command share them.
package final class Triangulation {
  /// The triangles in the order of the mesh, for adjacency.
  package private(set) var list: TriangleList
  /// The precision that the depths were given.
  let precision: DepthPrecision
  let unitToCanvas: Transform3D
  private var known: ProjectedVertices?

  /// - `projected`: the vertices of the list on the canvas; nil where they are not known yet.
  init(
    _ list: TriangleList, _ unitToCanvas: Transform3D, _ precision: DepthPrecision,
    projected: ProjectedVertices? = nil
  ) {
    (self.list, self.unitToCanvas, self.precision) = (list, unitToCanvas, precision)
    known = projected
  }

  /// The vertices of ``list`` on the canvas.
  package var projected: ProjectedVertices {
    if let known { return known }
    let projected = ProjectedVertices(list.vertices, unitToCanvas)
    known = projected
    return projected
  }

  /// A corner of the list on the canvas, as in ``ProjectedVertices/points``.
  /// - `place`: in the indices.
  func point(_ place: Int) -> SIMD4<Float> {
    let index = Int(list.indices[place])
    return known?.points[index] ?? ProjectedVertices.point(list.vertices[index], matrix)
  }

  private var matrix: FloatMatrix { FloatMatrix(unitToCanvas) }

  /// The bounds on the canvas, x and y in pixels, depth in points: those of the vertices where they are projected, else of
  /// a box around the mesh; nil where the item may reach behind the eye.
  private(set) lazy var bounds: (low: SIMD3<Float>, high: SIMD3<Float>)? = {
    box.isBeforeEye ? (box.low, box.high) : nil
  }()
  private lazy var box = known ?? ProjectedVertices(BoxCorners(of: list.vertices).vertices, unitToCanvas)

  /// The smallest w of ``bounds``.
  var leastW: Double { Double(box.leastW) }

  /// Shares the indices with a list of the same faces; no value changes.
  func shareIndices(with previous: TriangleList) { list.shareIndices(with: previous) }
}

@available(*, unavailable) extension Triangulation: Sendable {}

extension RenderItem {
  /// The mesh of the item; nil for the unit square.
  package var mesh: Mesh? { if case .mesh(let mesh, _) = shape { mesh } else { nil } }

  /// The vertices of the item's mesh, or of the unit square, on the canvas.
  package func projectedVertices() -> ProjectedVertices {
    let vertices = (mesh ?? .unitQuad).vertices
    if let triangulation, triangulation.list.vertices.isInMemory(of: vertices) { return triangulation.projected }
    return ProjectedVertices(vertices, projection.unitToCanvas)
  }

  /// Triangulates the item's mesh, with the passes that give fewer triangles.
  /// - `vertices`: see ``projectedVertices()``; nil where they are not known yet.
  /// - `previous`: a list with which equal indices are shared; it changes no value.
  func triangulate(
    _ lighting: LightingUniforms, _ view: RenderView, _ vertices: ProjectedVertices? = nil,
    sharingWith previous: TriangleList? = nil
  ) -> Triangulation {
    if let triangulation, triangulation.precision == depthPrecision {
      if let previous { triangulation.shareIndices(with: previous) }
      return triangulation
    }
    let list =
      view.options.passes.triangles(of: self, lighting, view)
      ?? triangles(isLit: lighting.variant.isLit, sharingWith: previous)
    let isWhole = vertices != nil && mesh.map { list.vertices.isInMemory(of: $0.vertices) } == true
    return Triangulation(
      list, projection.unitToCanvas, depthPrecision, projected: isWhole ? vertices : nil)
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
