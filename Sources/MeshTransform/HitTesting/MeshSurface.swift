/// A layer's mesh, projected onto its superlayer's plane. A class, so that queries do not copy it.
final class MeshSurface: Sendable {
  private let faces: FaceBVH
  private let bounds: Rect
  private let unitToPlane: Transform3D
  /// The bounding box of the projected mesh; nil if it is unbounded.
  let projectedBounds: Rect?

  /// - `bounds`: the layer's bounds in layer points.
  /// - `unitToPlane`: unit layer space to superlayer points.
  /// - Returns: nil if no part of the mesh is visible.
  init?(_ mesh: Mesh, _ bounds: Rect, _ unitToPlane: Transform3D) {
    guard unitToPlane.isFinite, let faces = FaceBVH(mesh) else { return nil }
    (self.faces, self.bounds, self.unitToPlane) = (faces, bounds, unitToPlane)
    projectedBounds = Rect(around: faces.boxCorners.map { unitToPlane.transform($0) })
  }

  /// Calls `body` with all intersections of the pick ray through a point of the superlayer's plane with the mesh, in no
  /// order.
  ///
  /// The ray is the intersection of two planes of unit space: the points that project to the same x, and to the same y.
  /// So transforms without an inverse, which are flat in depth, are supported.
  func forEachIntersection(at point: Point, _ body: (SurfaceIntersection) -> Void) {
    let w = unitToPlane.column(3)
    let ray = PickRay(
      across: unitToPlane.column(0) - point.x * w, down: unitToPlane.column(1) - point.y * w)
    for hit in faces.intersections(ray) { intersection(hit, ray).map(body) }
  }

  private func intersection(_ hit: FaceBVH.TriangleIntersection, _ ray: PickRay) -> SurfaceIntersection? {
    let (a, b, c) = faces.mesh.corners(of: hit)
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

  /// The content point in unit layer space; nil if linear interpolation in the triangle gives it.
  private func content(at hit: FaceBVH.TriangleIntersection, _ ray: PickRay) -> Point? {
    let weights: SIMD4<Double>
    switch faces.mesh.faceInterpolation {
    case .triangles: return nil
    case .bilinear: weights = bilinearWeights(of: hit.corners, ray)
    case .projective:
      let w = hit.weights
      let inFace = hit.triangle == 0 ? SIMD4(w.x, w.y, w.z, 0) : SIMD4(w.z, 0, w.x, w.y)
      let weighted = inFace * faces.mesh.projectiveWeights(ofFace: hit.face, inBoundsOf: bounds.size)
      weights = weighted / weighted.sum()
    }
    var content = SIMD2<Double>.zero
    for corner in 0..<4 {
      content += SIMD2<Double>(faces.mesh.vertices[Int(hit.corners[corner])].from) * weights[corner]
    }
    return Point(content.x, content.y)
  }

  private func bilinearWeights(of corners: SIMD4<UInt32>, _ ray: PickRay) -> SIMD4<Double> {
    var (across, down, depth, w) = (
      SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero
    )
    for corner in 0..<4 {
      let vertex = faces.mesh.vertices[Int(corners[corner])]
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
  /// A point of unit space as a point within the rectangle, which excludes its right and bottom edges: points of a mesh
  /// on these edges are visible as well.
  fileprivate func point(atUnit unit: Point) -> Point {
    func clamp(_ value: Double, _ low: Double, _ high: Double) -> Double {
      max(low, min(value, high.nextDown))
    }
    return Point(
      clamp(minX + unit.x * size.width, minX, maxX), clamp(minY + unit.y * size.height, minY, maxY))
  }
}
