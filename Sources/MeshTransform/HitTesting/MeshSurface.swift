/// A layer's mesh as seen from its superlayer's plane.
struct MeshSurface: Sendable {
  private let faces: FaceBVH
  private let bounds: Rect
  private let unitToPlane: Transform3D
  /// The part of the superlayer's plane where the mesh is seen; nil when that has no bounds.
  let projectedBounds: Rect?

  /// - `toPlane`: layer points to those of the superlayer.
  /// - Returns: nil when nothing of the mesh can be seen.
  init?(_ mesh: Mesh, _ bounds: Rect, _ toPlane: Transform3D) {
    let points = mesh.depthNormalization.pointsPerUnit(for: bounds.size)
    unitToPlane =
      Transform3D.scale(bounds.size.width, bounds.size.height, points)
      * .translation(bounds.minX, bounds.minY, 0) * toPlane
    guard unitToPlane.isFinite, let faces = FaceBVH(mesh) else { return nil }
    (self.faces, self.bounds) = (faces, bounds)
    projectedBounds = Rect(around: faces.corners.map { [unitToPlane] in unitToPlane.transform($0) })
  }

  /// All places where the line of sight through a point of the superlayer's plane meets the mesh, in no order.
  ///
  /// The line is where two planes of unit space meet: those of all points seen at the same x, and at the same y. So a
  /// transform without an inverse, flat in depth, makes no difference.
  func intersections(at point: Point) -> [SurfaceIntersection] {
    let w = unitToPlane.column(3)
    let ray = PickRay(
      across: unitToPlane.column(0) - point.x * w, down: unitToPlane.column(1) - point.y * w)
    return faces.intersections(ray).compactMap { intersection($0, ray) }
  }

  private func intersection(_ hit: FaceBVH.TriangleIntersection, _ ray: PickRay) -> SurfaceIntersection? {
    let (a, b, c) = faces.corners(of: hit.face, triangle: hit.triangle)
    func mean(_ value: (Mesh.Vertex) -> Float) -> Double {
      hit.weights.x * Double(value(a)) + hit.weights.y * Double(value(b)) + hit.weights.z * Double(value(c))
    }
    let projected = unitToPlane.transform(Point3D(mean(\.toX), mean(\.toY), mean(\.toZ)))
    let depth = projected.z / projected.w
    guard projected.w > 0, depth.isFinite else { return nil }

    let content = content(at: hit, ray) ?? Point(mean(\.fromX), mean(\.fromY))
    let visible = -1e-6...1 + 1e-6
    guard faces.mesh.replicatesEdges || visible.contains(content.x) && visible.contains(content.y) else {
      return nil
    }
    let (ab, ac) = (SIMD2<Double>(b.from - a.from), SIMD2<Double>(c.from - a.from))
    let isClockwise = ab.x * ac.y - ab.y * ac.x >= 0
    return SurfaceIntersection(
      depth: depth, point: bounds.point(atUnit: content), isFrontFacing: isClockwise == hit.isClockwise,
      face: Hit.Face(index: hit.face, triangle: hit.triangle, weights: hit.weights))
  }

  /// In unit layer space; nil where the triangle alone says it.
  private func content(at hit: FaceBVH.TriangleIntersection, _ ray: PickRay) -> Point? {
    let weights: SIMD4<Double>
    switch faces.mesh.faceInterpolation {
    case .triangles: return nil
    case .bilinear: weights = bilinearWeights(of: hit.face, ray)
    case .projective:
      let w = hit.weights
      let inFace = hit.triangle == 0 ? SIMD4(w.x, w.y, w.z, 0) : SIMD4(w.z, 0, w.x, w.y)
      let weighted = inFace * faces.mesh.projectiveWeights(ofFace: hit.face, inBoundsOf: bounds.size)
      weights = weighted / weighted.sum()
    }
    let indices = faces.mesh.faces[hit.face].indices
    var content = SIMD2<Double>.zero
    for corner in 0..<4 {
      content += SIMD2<Double>(faces.mesh.vertices[Int(indices[corner])].from) * weights[corner]
    }
    return Point(content.x, content.y)
  }

  private func bilinearWeights(of face: Int, _ ray: PickRay) -> SIMD4<Double> {
    let indices = faces.mesh.faces[face].indices
    var (across, down, depth, w) = (
      SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero
    )
    for corner in 0..<4 {
      let vertex = faces.mesh.vertices[Int(indices[corner])]
      let offset = ray.offset(of: vertex)
      let projected = unitToPlane.transform(
        Point3D(Double(vertex.toX), Double(vertex.toY), Double(vertex.toZ)))
      (across[corner], down[corner], depth[corner], w[corner]) = (
        offset.x, offset.y, projected.z, projected.w
      )
    }
    return BilinearPatch(across: across, down: down, depth: depth, w: w).weights
  }
}

extension Rect {
  /// A point of unit space as one within the rectangle, which does not contain its right and bottom edges: on a mesh
  /// they are as visible as the others.
  fileprivate func point(atUnit unit: Point) -> Point {
    func clamp(_ value: Double, _ low: Double, _ high: Double) -> Double {
      max(low, min(value, high.nextDown))
    }
    return Point(
      clamp(minX + unit.x * size.width, minX, maxX), clamp(minY + unit.y * size.height, minY, maxY))
  }
}
