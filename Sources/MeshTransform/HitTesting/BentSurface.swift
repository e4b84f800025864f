/// A layer's mesh as seen from its superlayer's plane.
struct BentSurface: Sendable {
  private let faces: FaceTree
  private let bounds: Rect
  private let unitToPlane: Transform3D
  /// The part of the superlayer's plane where the mesh is seen; nil when that has no bounds.
  let reach: Rect?

  /// - `toPlane`: layer points to those of the superlayer.
  /// - Returns: nil when nothing of the mesh can be seen.
  init?(_ mesh: Mesh, _ bounds: Rect, _ toPlane: Transform3D) {
    let points = mesh.depthNormalization.pointsPerUnit(for: bounds.size)
    unitToPlane =
      Transform3D.scale(bounds.size.width, bounds.size.height, points)
      * .translation(bounds.minX, bounds.minY, 0) * toPlane
    guard unitToPlane.isFinite, let faces = FaceTree(mesh) else { return nil }
    (self.faces, self.bounds) = (faces, bounds)
    reach = Rect(around: faces.corners.map { [unitToPlane] in unitToPlane.transform($0) })
  }

  /// All places where the line of sight through a point of the superlayer's plane meets the mesh, in no order.
  ///
  /// The line is where two planes of unit space meet: those of all points seen at the same x, and at the same y. So a
  /// transform without an inverse, flat in depth, makes no difference.
  func crossings(seenAt point: Point) -> [HitCrossing] {
    let w = unitToPlane.column(3)
    let sight = LineOfSight(
      across: unitToPlane.column(0) - point.x * w, down: unitToPlane.column(1) - point.y * w)
    return faces.hits(sight).compactMap { crossing($0, sight) }
  }

  private func crossing(_ hit: FaceTree.TriangleHit, _ sight: LineOfSight) -> HitCrossing? {
    let (a, b, c) = faces.corners(of: hit.face, triangle: hit.triangle)
    func mean(_ value: (Mesh.Vertex) -> Float) -> Double {
      hit.weights.x * Double(value(a)) + hit.weights.y * Double(value(b)) + hit.weights.z * Double(value(c))
    }
    let seen = unitToPlane.transform(Point3D(mean(\.toX), mean(\.toY), mean(\.toZ)))
    let depth = seen.z / seen.w
    guard seen.w > 0, depth.isFinite else { return nil }

    let content = content(at: hit, sight) ?? Point(mean(\.fromX), mean(\.fromY))
    let visible = -1e-6...1 + 1e-6
    guard faces.mesh.replicatesEdges || visible.contains(content.x) && visible.contains(content.y) else {
      return nil
    }
    let (ab, ac) = (SIMD2<Double>(b.from - a.from), SIMD2<Double>(c.from - a.from))
    let isClockwise = ab.x * ac.y - ab.y * ac.x >= 0
    return HitCrossing(
      depth: depth, point: bounds.place(content), isFrontFacing: isClockwise == hit.isClockwise,
      face: Hit.Face(index: hit.face, triangle: hit.triangle, weights: hit.weights))
  }

  /// In unit layer space; nil where the triangle alone says it.
  private func content(at hit: FaceTree.TriangleHit, _ sight: LineOfSight) -> Point? {
    let shares: SIMD4<Double>
    switch faces.mesh.faceInterpolation {
    case .triangles: return nil
    case .bilinear: shares = bilinearShares(of: hit.face, sight)
    case .projective:
      let w = hit.weights
      let inFace = hit.triangle == 0 ? SIMD4(w.x, w.y, w.z, 0) : SIMD4(w.z, 0, w.x, w.y)
      let weighted = inFace * faces.mesh.projectiveWeights(ofFace: hit.face, inBoundsOf: bounds.size)
      shares = weighted / weighted.sum()
    }
    let indices = faces.mesh.faces[hit.face].indices
    var content = SIMD2<Double>.zero
    for corner in 0..<4 {
      content += SIMD2<Double>(faces.mesh.vertices[Int(indices[corner])].from) * shares[corner]
    }
    return Point(content.x, content.y)
  }

  private func bilinearShares(of face: Int, _ sight: LineOfSight) -> SIMD4<Double> {
    let indices = faces.mesh.faces[face].indices
    var (across, down, depth, w) = (
      SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero
    )
    for corner in 0..<4 {
      let vertex = faces.mesh.vertices[Int(indices[corner])]
      let offset = sight.offset(of: vertex)
      let seen = unitToPlane.transform(Point3D(Double(vertex.toX), Double(vertex.toY), Double(vertex.toZ)))
      (across[corner], down[corner], depth[corner], w[corner]) = (offset.x, offset.y, seen.z, seen.w)
    }
    return BilinearPatch(across: across, down: down, depth: depth, w: w).shares
  }
}

extension Rect {
  /// A point of unit space as one within the rectangle, which does not contain its right and bottom edges: on a mesh
  /// they are as visible as the others.
  fileprivate func place(_ unit: Point) -> Point {
    func clamp(_ value: Double, _ low: Double, _ high: Double) -> Double {
      max(low, min(value, high.nextDown))
    }
    return Point(
      clamp(minX + unit.x * size.width, minX, maxX), clamp(minY + unit.y * size.height, minY, maxY))
  }
}
