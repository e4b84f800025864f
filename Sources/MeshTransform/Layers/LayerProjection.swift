/// How one layer gets from its unit space to the canvas, by way of the space in which it is lit.
///
/// Row vectors; neighbors rhyme: `unitToWorld * worldToCanvas` takes `[x y z 1]` of unit layer space to
/// homogeneous canvas pixels.
package struct LayerProjection: Hashable, Sendable {
  /// Unit layer space with depth to layer points: the bounds' size, and the mesh's depth normalization for z.
  package private(set) var unitToPoints: Transform3D
  /// Layer points to superlayer points before any perspective. Always affine: lights, normals and distances
  /// are measured here, where a rotation is a rotation.
  package let pointsToWorld: Transform3D
  /// From there through the layer's own perspective, if it has one, to canvas pixels, z still in points.
  package let worldToCanvas: Transform3D
  /// Where the viewer is, in world space: `[x y z 1]` for an eye at a point, `[x y z 0]` for one infinitely
  /// far away in that direction.
  package let eye: SIMD4<Double>

  /// Unit layer space to canvas pixels; the point is on the near side of the eye where w > 0.
  package var unitToCanvas: Transform3D { unitToPoints * pointsToCanvas }

  /// Layer points to canvas pixels.
  package let pointsToCanvas: Transform3D

  /// - `sublayerTransform`: the superlayer's ``Layer/effectiveSublayerTransform``. It moves the sublayers together
  ///   with the lights upon them, as a camera does.
  /// - `superlayerToCanvas`: superlayer points to canvas pixels. The eye is where the superlayer's plane is seen
  ///   from straight above, unless a perspective of the layer or the `sublayerTransform` has one.
  package init(
    _ layer: Layer, sublayerTransform: Transform3D = .identity, superlayerToCanvas: Transform3D
  ) {
    let bounds = layer.bounds
    let normalization = layer.mesh?.depthNormalization ?? .none
    unitToPoints =
      Transform3D.scale(
        bounds.size.width, bounds.size.height, normalization.pointsPerUnit(for: bounds.size))
      * .translation(bounds.origin.x, bounds.origin.y, 0)

    let whole = layer.effectiveTransform
    pointsToCanvas = whole * sublayerTransform * superlayerToCanvas
    let perspective: Transform3D
    (pointsToWorld, perspective) = LayerProjection.split(
      whole, center: Point3D(layer.position.x, layer.position.y, layer.zPosition))
    let view = perspective * sublayerTransform
    worldToCanvas = view * superlayerToCanvas
    eye = LayerProjection.eye(of: view)
  }

  /// A plane that no layer's transform has moved, seen from straight above. Unit space is `rect`.
  package init(planeOf rect: Rect, toCanvas: Transform3D) {
    unitToPoints = Transform3D(unitSpaceOf: rect)
    (pointsToWorld, worldToCanvas, pointsToCanvas) = (.identity, toCanvas, toCanvas)
    eye = SIMD4(0, 0, 1, 0)
  }

  /// The same for a flat rectangle of the layer's plane, in layer points, which becomes the unit space.
  package func covering(_ rect: Rect) -> LayerProjection {
    var projection = self
    projection.unitToPoints = Transform3D(unitSpaceOf: rect)
    return projection
  }

  /// Splits a transform into an affine part and a perspective about `center`, so that
  /// `affine * perspective == transform`.
  ///
  /// The affine part is the transform with w left undivided: what Core Animation's `m34` idiom, "rotate, then
  /// look at it from a distance", means by its rotation. A transform that flattens its layer has no such split;
  /// it then counts as seen from infinitely far away.
  private static func split(
    _ transform: Transform3D, center: Point3D
  ) -> (affine: Transform3D, perspective: Transform3D) {
    guard !transform.isAffine else { return (transform, .identity) }
    let toCenter = Transform3D.translation(-center.x, -center.y, -center.z)
    let back = Transform3D.translation(center.x, center.y, center.z)
    var affine = transform * toCenter
    (affine.m14, affine.m24, affine.m34, affine.m44) = (0, 0, 0, 1)
    guard let inverse = affine.inverted() else { return (affine * back, .identity) }
    return (affine * back, toCenter * (inverse * (transform * toCenter)) * back)
  }

  /// The center of projection: the homogeneous point that lands at x = y = w = 0, found as the generalized
  /// cross product of those three columns, and turned toward the viewer.
  private static func eye(of m: Transform3D) -> SIMD4<Double> {
    let x = SIMD4(m.m11, m.m21, m.m31, m.m41)
    let y = SIMD4(m.m12, m.m22, m.m32, m.m42)
    let w = SIMD4(m.m14, m.m24, m.m34, m.m44)
    func minor(_ i: Int, _ j: Int, _ k: Int) -> Double {
      x[i] * (y[j] * w[k] - y[k] * w[j]) - x[j] * (y[i] * w[k] - y[k] * w[i])
        + x[k] * (y[i] * w[j] - y[j] * w[i])
    }
    let center = SIMD4(minor(1, 2, 3), -minor(0, 2, 3), minor(0, 1, 3), -minor(0, 1, 2))
    let length = (center.x * center.x + center.y * center.y + center.z * center.z).squareRoot()
    guard length > 0, length.isFinite else { return SIMD4(0, 0, 1, 0) }
    // An eye beyond 10^12 points is as good as one at infinity.
    if abs(center.w) > 1e-12 * length { return center / center.w }
    let direction = center / length
    let depth = SIMD4(m.m13, m.m23, m.m33, m.m43)
    let towardViewer = (direction * depth).sum() >= 0
    return SIMD4(direction.x, direction.y, direction.z, 0) * (towardViewer ? 1 : -1)
  }
}

extension Transform3D {
  /// (0, 0) to the rectangle's top left corner and (1, 1) to its bottom right one.
  init(unitSpaceOf rect: Rect) {
    self =
      .scale(rect.size.width, rect.size.height, 1) * .translation(rect.origin.x, rect.origin.y, 0)
  }
}
