import MeshTransform

/// The surface of an item, projected onto the canvas to compare the depths of two surfaces.
final class ProjectedSurface {
  /// The bounds: x and y in canvas pixels, depth `z / w` in points; infinite where the item reaches behind the eye.
  let low: SIMD3<Double>, high: SIMD3<Double>
  /// The plane of a flat item that is not seen edge-on; nil for others.
  let plane: (slope: SIMD2<Double>, offset: Double)?
  /// The plane, rounded for comparison: items in one plane have equal values.
  let commonPlane: DepthPlane?
  private let mesh: Mesh?
  private let unitToCanvas: Transform3D
  /// The triangles. Only surfaces whose bounds overlap others need them.
  private lazy var triangles = TriangleTree(mesh?.faces ?? [], precisePoints())

  init(_ item: RenderItem, _ projected: ProjectedVertices) {
    (mesh, unitToCanvas) = (item.mesh, item.projection.unitToCanvas)
    let z = Double((item.mesh ?? .unitQuad).vertices.first?.toZ ?? 0)
    plane = item.isFlat ? DepthPlane.coefficients(unitToCanvas, z: z) : nil
    commonPlane = item.isFlat ? item.plane : nil
    (low, high) =
      projected.isBeforeEye
      ? (SIMD3<Double>(projected.low), SIMD3<Double>(projected.high))
      : (SIMD3(repeating: -.infinity), SIMD3(repeating: .infinity))
  }

  init(_ place: SquareRun.Place) {
    (mesh, unitToCanvas) = (nil, .identity)
    (plane, commonPlane) = (place.plane.map { ($0.slope, $0.offset) }, place.plane)
    (low, high) = (SIMD3<Double>(place.low.place), SIMD3<Double>(place.high.place))
  }

  /// The vertices: x and y in canvas pixels, depth in points; w is 0 behind the eye. Double precision separates
  /// surfaces that touch from surfaces that are close.
  private func precisePoints() -> [SIMD4<Double>] {
    let (m, vertices) = (unitToCanvas, (mesh ?? .unitQuad).vertices)
    let homogeneous = mapBlocks(vertices.count, of: Self.blockSize) { range in
      range.map { index -> SIMD4<Double> in
        let to = vertices[index].to
        return m.row(0) * Double(to.x) + m.row(1) * Double(to.y) + m.row(2) * Double(to.z) + m.row(3)
      }
    }.flatMap { $0 }
    let eyePlane = Double(DepthRange.eyePlane) * homogeneous.reduce(0) { max($0, abs($1.w)) }
    return homogeneous.map { p in
      p.w > eyePlane ? SIMD4(p.x / p.w, p.y / p.w, p.z / p.w, 1) : .zero
    }
  }

  private static let blockSize = 32_768

  /// Equal for bent surfaces that are identical; nil for others.
  struct Key: Hashable {
    fileprivate let unitToCanvas: Transform3D
    fileprivate let low: SIMD3<Double>, high: SIMD3<Double>
  }

  var key: Key? {
    commonPlane == nil && mesh != nil ? Key(unitToCanvas: unitToCanvas, low: low, high: high) : nil
  }

  /// Whether both are bent and have the same mesh and transform.
  func isIdentical(to other: ProjectedSurface) -> Bool {
    guard commonPlane == nil, other.commonPlane == nil, unitToCanvas == other.unitToCanvas, let mesh,
      let otherMesh = other.mesh
    else { return false }
    return mesh.isSame(as: otherMesh)
  }

  /// The change of depth in points a pixel where the two surfaces touch; nil where they do not touch, and for two flat
  /// items, which are compared by their planes.
  /// - `work`: the nodes of trees that may be visited: see ``TriangleTree``.
  func steepnessOfContact(with other: ProjectedSurface, work: inout Int) -> Double? {
    if commonPlane != nil, other.commonPlane != nil { return nil }
    let tolerance = SurfaceBounds(self).tolerance(SurfaceBounds(other))
    for (flat, bent) in [(self, other), (other, self)] {
      guard let plane = flat.plane else { continue }
      return bent.triangles.hasTriangle(in: plane, flat.low, flat.high, tolerance: tolerance, work: &work)
        ? abs(plane.slope.x) + abs(plane.slope.y) : nil
    }
    return other.triangles.steepnessOfContact(with: triangles, tolerance: tolerance, work: &work)
  }

  /// The number of triangles of a bent surface.
  var triangleCount: Int { 2 * (mesh?.faceCount ?? 0) }
}

extension Mesh {
  /// Whether the meshes are equal; arrays that share their memory are not compared element by element.
  fileprivate func isSame(as other: Mesh) -> Bool {
    storedFaces == other.storedFaces && vertices == other.vertices
  }
}
