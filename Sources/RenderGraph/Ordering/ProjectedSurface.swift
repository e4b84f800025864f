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
  /// The vertices: x and y in canvas pixels, depth in points; w is 0 behind the eye. Double precision separates
  /// surfaces that touch from surfaces that are close; only surfaces whose bounds overlap others need it.
  private lazy var points = precisePoints()

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

  /// Whether both are bent and have the same mesh and transform.
  func isIdentical(to other: ProjectedSurface) -> Bool {
    guard commonPlane == nil, other.commonPlane == nil, unitToCanvas == other.unitToCanvas, let mesh,
      let otherMesh = other.mesh
    else { return false }
    return mesh.isSame(as: otherMesh)
  }

  /// The change of depth in points a pixel where the two surfaces touch; nil where they do not touch, and for two flat
  /// items, which are compared by their planes.
  func steepnessOfContact(with other: ProjectedSurface) -> Double? {
    if commonPlane != nil, other.commonPlane != nil { return nil }
    let tolerance = SurfaceBounds(self).tolerance(SurfaceBounds(other))
    if let plane {
      return other.lies(on: self, plane, tolerance) ? abs(plane.slope.x) + abs(plane.slope.y) : nil
    }
    if let plane = other.plane {
      return lies(on: other, plane, tolerance) ? abs(plane.slope.x) + abs(plane.slope.y) : nil
    }
    return TriangleContacts(self, other, tolerance: tolerance)?.steepness
  }

  /// Whether a triangle of this surface lies in the plane of a flat surface, within its bounds on the canvas.
  private func lies(
    on flat: ProjectedSurface, _ plane: (slope: SIMD2<Double>, offset: Double), _ tolerance: Double
  ) -> Bool {
    let points = points
    let isOn = points.map { p in
      p.w > 0 && abs(p.z - plane.slope.x * p.x - plane.slope.y * p.y - plane.offset) <= tolerance
    }
    guard isOn.contains(true), let faces = mesh?.faces else { return false }
    return anyBlock(2 * faces.count, of: Self.blockSize) { range in
      range.contains { index in
        let corners = faces[index / 2].triangle(index % 2)
        guard isOn[corners.0], isOn[corners.1], isOn[corners.2] else { return false }
        let triangle = ProjectedTriangle(points[corners.0].xyz, points[corners.1].xyz, points[corners.2].xyz)
        return triangle.area > ProjectedTriangle.negligibleArea && triangle.overlaps(flat.low, flat.high)
      }
    }
  }

  /// The triangles whose bounds overlap a box on the canvas and in depth, without those that reach behind the eye or
  /// are seen edge-on.
  package func triangles(in low: SIMD3<Double>, _ high: SIMD3<Double>) -> [ProjectedTriangle] {
    guard let faces = mesh?.faces else { return [] }
    let points = points
    return mapBlocks(2 * faces.count, of: Self.blockSize) { range in
      range.compactMap { index -> ProjectedTriangle? in
        let corners = faces[index / 2].triangle(index % 2)
        let (a, b, c) = (points[corners.0], points[corners.1], points[corners.2])
        guard a.w * b.w * c.w > 0 else { return nil }
        let triangle = ProjectedTriangle(a.xyz, b.xyz, c.xyz)
        return triangle.area > ProjectedTriangle.negligibleArea && triangle.overlaps(low, high)
          ? triangle : nil
      }
    }.flatMap { $0 }
  }
}

extension Mesh.Face {
  /// The corners of triangle 0 (0-1-2) or 1 (2-3-0).
  fileprivate func triangle(_ number: Int) -> (Int, Int, Int) {
    number == 0
      ? (Int(indices.x), Int(indices.y), Int(indices.z)) : (Int(indices.z), Int(indices.w), Int(indices.x))
  }
}

extension Mesh {
  /// Whether the meshes are equal; arrays that share their memory are not compared element by element.
  fileprivate func isSame(as other: Mesh) -> Bool {
    storedFaces == other.storedFaces && vertices == other.vertices
  }
}

extension SIMD4<Double> {
  fileprivate var xyz: SIMD3<Double> { SIMD3(x, y, z) }
}
