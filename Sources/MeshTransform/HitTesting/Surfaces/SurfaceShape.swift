/// The shape of a layer in the space of its superlayer, for points and normals of its surface.
///
/// The space has the superlayer's points, x and y in its plane, z toward the viewer, before any perspective: what the
/// affine parts of the layer's transform and of the superlayer's `sublayerTransform` make of the layer.
///
/// A class, so that pixels do not copy it.
final class SurfaceShape: Sendable {
  /// Layer points to the space; affine.
  let pointsToSpace: Transform3D
  /// The cofactors of its linear part, as rows: they map normals.
  private let normalRows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
  /// The eye in the space: `[x y z 1]`, or `[x y z 0]` for a direction to an eye at infinity.
  let eye: SIMD4<Double>
  /// Layer points to superlayer points if the layer shows the depth of its sublayers; nil if it flattens them.
  let relief: Relief?
  private let mesh: BentSurface?

  /// An unbent layer parallel to its superlayer, as a map of what stands on it.
  struct Relief: Sendable {
    let toSuperlayer: Transform3D
    let normalRows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
  }

  /// - Parameter superlayer: nil for a top-level layer.
  init(_ layer: Layer, in superlayer: Layer?) {
    let center = Point3D(layer.position.x, layer.position.y, layer.zPosition)
    let own = LayerProjection.split(layer.effectiveTransform, center: center)
    let sublayerTransform = superlayer?.effectiveSublayerTransform ?? .identity
    let shared = LayerProjection.split(sublayerTransform, center: superlayer?.anchor ?? .zero)
    pointsToSpace = own.affine * shared.affine
    normalRows = pointsToSpace.cofactorRows
    let eye = (own.perspective * sublayerTransform).eye ?? SIMD4(0, 0, 1, 0)
    let a = shared.affine
    self.eye = eye.x * a.row(0) + eye.y * a.row(1) + eye.z * a.row(2) + eye.w * a.row(3)
    let whole = layer.effectiveTransform * sublayerTransform
    let isProjected = whole.column(3) != SIMD4(0, 0, 0, 1)
    let isTilted = whole.m13 != 0 || whole.m23 != 0 || whole.m31 != 0 || whole.m32 != 0
    let isParallel = !isProjected && !isTilted && whole.m33 > 0
    relief =
      layer.mesh == nil && isParallel
      ? Relief(toSuperlayer: whole, normalRows: whole.cofactorRows) : nil
    mesh = layer.mesh.map { BentSurface($0, of: layer, whole) }
  }

  /// A point of a surface with its normals, of any length, in one space.
  struct Element {
    var position: SIMD3<Double>
    /// The normal that light sees, on the content's front.
    var normal: SIMD3<Double>
    /// The normal of the facet, on the same side.
    var facet: SIMD3<Double>
    var eye: SIMD4<Double>

    /// The vector toward the eye.
    var view: SIMD3<Double> {
      let toEye = SIMD3(eye.x, eye.y, eye.z)
      return eye.w == 0 ? toEye : toEye - position * eye.w
    }

    mutating func move(by relief: Relief) {
      let moved = relief.toSuperlayer.transform(Point3D(position.x, position.y, position.z))
      position = SIMD3(moved.x, moved.y, moved.z)
      normal = normal.times(relief.normalRows)
      facet = facet.times(relief.normalRows)
      let m = relief.toSuperlayer
      eye = eye.x * m.row(0) + eye.y * m.row(1) + eye.z * m.row(2) + eye.w * m.row(3)
    }
  }

  /// The surface at an intersection in the space of the superlayer, and its normal in layer points, on the content's front.
  /// - Parameter point: the point of the superlayer's plane through which the pick ray passes.
  func element(
    at intersection: SurfaceIntersection, under point: Point
  ) -> (element: Element, layerNormal: SIMD3<Double>) {
    var place = SIMD3(intersection.point.x, intersection.point.y, 0)
    var (normal, facet) = (SIMD3(0.0, 0, 1), SIMD3(0.0, 0, 1))
    if let mesh, let face = intersection.face {
      (place, normal, facet) = mesh.element(at: face, under: point)
    }
    let moved = pointsToSpace.transform(Point3D(place.x, place.y, place.z))
    let element = Element(
      position: SIMD3(moved.x, moved.y, moved.z), normal: normal.times(normalRows),
      facet: facet.times(normalRows), eye: eye)
    return (element, normal)
  }
}

extension SIMD3<Double> {
  /// The product with a matrix, as a row vector.
  @inline(__always)
  func times(_ rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) -> SIMD3<Double> {
    x * rows.0 + y * rows.1 + z * rows.2
  }

  /// The vector with the length 1; nil where it has no direction.
  var unit: SIMD3<Double>? {
    // Scaled to about 1 first: squares of large or tiny numbers leave the range.
    let largest = Swift.max(abs(x), abs(y), abs(z))
    guard largest > 0, largest.isFinite else { return nil }
    let scaled = self / largest
    return scaled / (scaled * scaled).sum().squareRoot()
  }
}

extension Transform3D {
  /// The cofactors of the linear part, as the rows of a matrix that maps normals as the transform does the surface; also
  /// where it is singular.
  fileprivate var cofactorRows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
    (
      SIMD3(m22 * m33 - m23 * m32, m23 * m31 - m21 * m33, m21 * m32 - m22 * m31),
      SIMD3(m13 * m32 - m12 * m33, m11 * m33 - m13 * m31, m12 * m31 - m11 * m32),
      SIMD3(m12 * m23 - m13 * m22, m13 * m21 - m11 * m23, m11 * m22 - m12 * m21)
    )
  }
}
