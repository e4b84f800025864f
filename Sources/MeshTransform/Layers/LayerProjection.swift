/// The projection of a layer from its unit space to the canvas, through the space in which it is lit.
///
/// Row vectors: `unitToWorld * worldToCanvas` maps `[x y z 1]` of unit layer space to homogeneous canvas pixels.
package struct LayerProjection: Hashable, Sendable {
  /// Unit space with depth to layer points: ``Layer/unitToPoints``, unless another rectangle is the unit space.
  package private(set) var unitToPoints: Transform3D
  /// Layer points to superlayer points before any perspective. Always affine: lights, normals and distances are
  /// measured in this space.
  package let pointsToWorld: Transform3D
  /// World space through the layer's own perspective, if it has one, to canvas pixels; z stays in points.
  package private(set) var worldToCanvas: Transform3D
  /// The eye in world space: `[x y z 1]` for a point, `[x y z 0]` for a direction to an eye at infinity.
  package let eye: SIMD4<Double>

  /// Unit layer space to canvas pixels; a point is in front of the eye where w > 0.
  package var unitToCanvas: Transform3D { unitToPoints * pointsToCanvas }

  /// Layer points to canvas pixels.
  package private(set) var pointsToCanvas: Transform3D

  /// - `sublayerTransform`: the superlayer's ``Layer/effectiveSublayerTransform``. It moves the sublayers together with
  ///   their lights, like a camera.
  /// - `superlayerToCanvas`: superlayer points to canvas pixels. The eye looks at the superlayer's plane along z from
  ///   infinity, unless a perspective of the layer or the `sublayerTransform` defines another.
  package init(
    _ layer: Layer, sublayerTransform: Transform3D = .identity, superlayerToCanvas: Transform3D
  ) {
    unitToPoints = layer.unitToPoints
    let whole = layer.effectiveTransform
    pointsToCanvas = whole * sublayerTransform * superlayerToCanvas
    let perspective: Transform3D
    (pointsToWorld, perspective) = LayerProjection.split(
      whole, center: Point3D(layer.position.x, layer.position.y, layer.zPosition))
    let view = perspective * sublayerTransform
    worldToCanvas = view * superlayerToCanvas
    eye = view.eye ?? SIMD4(0, 0, 1, 0)
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

  /// The same projection of another unit space.
  /// - `unitToPoints`: that unit space, with depth, to layer points.
  package func replacingUnitSpace(by unitToPoints: Transform3D) -> LayerProjection {
    var projection = self
    projection.unitToPoints = unitToPoints
    return projection
  }

  /// The same projection on a canvas moved by x, y pixels.
  package func moved(by x: Double, _ y: Double) -> LayerProjection {
    var projection = self
    projection.worldToCanvas = worldToCanvas * .translation(x, y)
    projection.pointsToCanvas = pointsToCanvas * .translation(x, y)
    return projection
  }

  /// Moves the unit space along z by that many layer points.
  package mutating func lift(by depth: Double) { unitToPoints = unitToPoints * .translation(0, 0, depth) }

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
}

extension Transform3D {
  /// Maps (0, 0) to the rectangle's top left corner and (1, 1) to its bottom right corner.
  init(unitSpaceOf rect: Rect) {
    self =
      .scale(rect.size.width, rect.size.height, 1) * .translation(rect.origin.x, rect.origin.y, 0)
  }
}
