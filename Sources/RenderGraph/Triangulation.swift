import MeshTransform

/// The triangles of an item, and their vertices on the canvas, which are projected where they are first asked for. A class,
/// so that an item and its draw command share them.
package final class Triangulation {
  /// The triangles in the order of the mesh, for adjacency.
  package private(set) var list: TriangleList
  /// The mesh without passes.
  private let mesh: Mesh
  /// The precision that the depths were given.
  let precision: DepthPrecision
  let unitToCanvas: Transform3D
  private var known: ProjectedVertices?

  /// - `projected`: the vertices of the list on the canvas; nil where they are not known yet.
  init(
    _ list: TriangleList, of mesh: Mesh, _ unitToCanvas: Transform3D, _ precision: DepthPrecision,
    projected: ProjectedVertices? = nil
  ) {
    (self.list, self.mesh, self.unitToCanvas, self.precision) = (list, mesh, unitToCanvas, precision)
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
  private lazy var box = known ?? ProjectedVertices(corners, unitToCanvas)

  /// The corners of the box around the mesh.
  private var corners: [Mesh.Vertex] {
    let (low, high) = mesh.bounds
    return (0..<8).map { corner in
      let (x, y, z) = (
        corner & 1 == 0 ? low.x : high.x, corner & 2 == 0 ? low.y : high.y, corner & 4 == 0 ? low.z : high.z
      )
      return Mesh.Vertex(from: .zero, to: SIMD3(x, y, z))
    }
  }

  /// The smallest w of ``bounds``.
  var leastW: Double { Double(box.leastW) }

  /// Shares the indices with a list of the same faces; no value changes.
  func shareIndices(with previous: TriangleList) { list.shareIndices(with: previous) }
}

@available(*, unavailable) extension Triangulation: Sendable {}

extension RenderItem {
  /// The mesh of the item; nil for the unit square.
  package var mesh: Mesh? { if case .mesh(let mesh, _) = shape { mesh } else { nil } }

  /// The scale of the space in which the normals of a mesh are sums over its triangles; nil for other normals.
  package var normalScale: SIMD3<Float>? {
    guard case .mesh(let mesh, let size) = shape, mesh.faceInterpolation == .triangles,
      mesh.limitNormals.isEmpty
    else { return nil }
    return Mesh.relativeScale(size, mesh.depthNormalization)
  }

  /// The vertices of the item's mesh, or of the unit square, on the canvas.
  package func projectedVertices() -> ProjectedVertices {
    let vertices = (mesh ?? .unitQuad).vertices
    if let triangulation, triangulation.list.vertices.isInMemory(of: vertices) {
      return triangulation.projected
    }
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
      ?? triangles(
        isLit: lighting.isLit, defersNormals: view.device.makesGridNormals, sharingWith: previous)
    let isWhole = vertices != nil && mesh.map { list.vertices.isInMemory(of: $0.vertices) } == true
    return Triangulation(
      list, of: mesh ?? .unitQuad, projection.unitToCanvas, depthPrecision,
      projected: isWhole ? vertices : nil)
  }

  /// All triangles of the item.
  /// - `defersNormals`: whether the normals of grids may be left out.
  /// - `previous`: a list with which equal indices are shared; it changes no value.
  package func triangles(
    isLit: Bool, defersNormals: Bool = false, sharingWith previous: TriangleList? = nil
  ) -> TriangleList {
    let isOriented = needsOrientation(isLit: isLit)
    return switch shape {
    case .square, .squares: TriangleList(nil, inBoundsOf: Size(1, 1), lit: isOriented)
    case .mesh(let mesh, let size):
      TriangleList(
        mesh, inBoundsOf: size, lit: isOriented, shading: surface.shading, defersNormals: defersNormals,
        sharingWith: previous)
    }
  }

  /// Whether the triangles need normals, or one order of corners for all of them.
  package func needsOrientation(isLit: Bool) -> Bool { isLit || visibleSides != .both }
}

extension Triangulation {
  /// Whether the middle of a triangle lies on the canvas and the triangle is large enough to be visible: over 8 pixels
  /// in area, and over 3 pixels wide, since a slender one may pass between the samples. At most some hundreds of
  /// triangles are examined.
  func covers(_ canvas: PixelSize) -> Bool {
    let count = list.indices.count / 3
    for triangle in stride(from: 0, to: count, by: max(1, count / 512)) {
      let (p, q, r) = (point(3 * triangle), point(3 * triangle + 1), point(3 * triangle + 2))
      guard p.w > 0, q.w > 0, r.w > 0 else { continue }
      let (a, b, c) = (p.lowHalf, q.lowHalf, r.lowHalf)
      let doubleArea = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
      guard abs(doubleArea) > 16 else { continue }
      let (u, v, w) = (b - a, c - b, a - c)
      let longest = max((u * u).sum(), (v * v).sum(), (w * w).sum()).squareRoot()
      let middle = (a + b + c) / 3
      if abs(doubleArea) > 3 * longest, middle.x > 1, middle.y > 1,
        middle.x < Float(canvas.width) - 1,
        middle.y < Float(canvas.height) - 1
      {
        return true
      }
    }
    return false
  }
}

extension Triangulation {
  /// An upper bound on the area in canvas pixels of all triangles of a mesh together; nil where it may reach behind the eye.
  var largestArea: Double? {
    guard let (low, high) = bounds else { return nil }
    // The derivative of x / w is (dx - x / w dw) / w.
    let rows = (unitToCanvas.row(0), unitToCanvas.row(1), unitToCanvas.row(2))
    let (x, y) = (SIMD3(rows.0.x, rows.1.x, rows.2.x), SIMD3(rows.0.y, rows.1.y, rows.2.y))
    let w = SIMD3(rows.0.w, rows.1.w, rows.2.w)
    let farthest = larger(SIMD3<Double>(high), -SIMD3<Double>(low))
    let slope =
      ((x * x).sum() + (y * y).sum()).squareRoot()
      + (farthest.x * farthest.x + farthest.y * farthest.y).squareRoot() * (w * w).sum().squareRoot()
    // Where the item draws fewer triangles, a mesh after subdivision needs no list of its faces.
    let ownArea = list.indices.count < 3 * mesh.faceCount ? list.largestArea : mesh.largestArea
    let area = ownArea * (slope / leastW) * (slope / leastW)
    return area.isFinite ? area : nil
  }
}

extension TriangleList {
  /// An upper bound on the area of the triangles in unit space: the squared sides of each, over 4 times the root of 3
  /// (Weitzenböck's inequality).
  fileprivate var largestArea: Double {
    mapBlocks(indices.count / 3, of: 16_384) { range in
      range.reduce(0.0) { sum, triangle in
        let a = vertices[Int(indices[3 * triangle])].to
        let b = vertices[Int(indices[3 * triangle + 1])].to
        let c = vertices[Int(indices[3 * triangle + 2])].to
        let sides = (b - a, c - b, a - c)
        return sum + Double((sides.0 * sides.0 + sides.1 * sides.1 + sides.2 * sides.2).sum())
      }
    }.reduce(0, +) / (4 * 3.0.squareRoot())
  }
}
