/// The projection of a layer from its unit space to the canvas, through the space in which it is lit.
///
/// Row vectors: `unitToWorld * worldToCanvas` maps `[x y z 1]` of unit layer space to homogeneous canvas pixels.
package struct LayerProjection: Hashable, Sendable {
  /// Unit layer space with depth to layer points: the size of the bounds, and the mesh's depth normalization for z.
  package private(set) var unitToPoints: Transform3D
  /// Layer points to superlayer points before any perspective. Always affine: lights, normals and distances are
  /// measured in this space.
  package let pointsToWorld: Transform3D
  /// World space through the layer's own perspective, if it has one, to canvas pixels; z stays in points.
  package let worldToCanvas: Transform3D
  /// The eye in world space: `[x y z 1]` for a point, `[x y z 0]` for a direction to an eye at infinity.
  package let eye: SIMD4<Double>

  /// Unit layer space to canvas pixels; a point is in front of the eye where w > 0.
  package var unitToCanvas: Transform3D { unitToPoints * pointsToCanvas }

  /// Layer points to canvas pixels.
  package let pointsToCanvas: Transform3D

  /// - `sublayerTransform`: the superlayer's ``Layer/effectiveSublayerTransform``. It moves the sublayers together with
  ///   their lights, like a camera.
  /// - `superlayerToCanvas`: superlayer points to canvas pixels. The eye looks at the superlayer's plane along z from
  ///   infinity, unless a perspective of the layer or the `sublayerTransform` defines another.
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

  /// A plane without a transform, seen along z. Unit space is `rect`.
  package init(planeOf rect: Rect, toCanvas: Transform3D) {
    unitToPoints = Transform3D(unitSpaceOf: rect)
    (pointsToWorld, worldToCanvas, pointsToCanvas) = (.identity, toCanvas, toCanvas)
    eye = SIMD4(0, 0, 1, 0)
  }

  /// The projection of a rectangle of the layer's plane, in layer points, which becomes the unit space.
  package func covering(_ rect: Rect) -> LayerProjection {
    var projection = self
    projection.unitToPoints = Transform3D(unitSpaceOf: rect)
    return projection
  }

  /// Splits a transform into an affine part and a perspective about `center`, so that
  /// `affine * perspective == transform`.
  ///
  /// The affine part is the transform without the division by w, as intended by Core Animation's `m34` idiom. A
  /// transform that flattens its layer has no such split; its eye is at infinity.
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

  /// The center of projection: the homogeneous point that maps to x = y = w = 0, as the generalized cross product of
  /// those three columns, oriented toward the viewer.
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
    // An eye beyond 10^12 points counts as one at infinity.
    if abs(center.w) > 1e-12 * length { return center / center.w }
    let direction = center / length
    let depth = SIMD4(m.m13, m.m23, m.m33, m.m43)
    let towardViewer = (direction * depth).sum() >= 0
    return SIMD4(direction.x, direction.y, direction.z, 0) * (towardViewer ? 1 : -1)
  }
}

extension Transform3D {
  /// Maps (0, 0) to the rectangle's top left corner and (1, 1) to its bottom right corner.
  init(unitSpaceOf rect: Rect) {
    self =
      .scale(rect.size.width, rect.size.height, 1) * .translation(rect.origin.x, rect.origin.y, 0)
  }
}
