/// The projection of a layer from its unit space to the canvas, and the space in which it is lit.
///
/// Row vectors: `[x y z 1] * unitToCanvas` are homogeneous canvas pixels.
package struct LayerProjection: Sendable {
  private var spaces: Spaces
  private let world: World?

  /// The transforms of one unit space. A class, so that copies of a projection are small: a picture may have ten
  /// thousand items, and each is copied several times on its way.
  private final class Spaces: Sendable {
    let unitToPoints: Transform3D
    let pointsToCanvas: Transform3D
    let unitToCanvas: Transform3D

    init(unitToPoints: Transform3D, pointsToCanvas: Transform3D) {
      (self.unitToPoints, self.pointsToCanvas) = (unitToPoints, pointsToCanvas)
      unitToCanvas = unitToPoints * pointsToCanvas
    }
  }

  /// The transforms from which world space follows; all parts of a layer share them.
  private final class World: Sendable {
    let effective: Transform3D
    /// The position of the layer in superlayer points.
    let center: Point3D
    let sublayerTransform: Transform3D

    init(_ effective: Transform3D, center: Point3D, _ sublayerTransform: Transform3D) {
      (self.effective, self.center, self.sublayerTransform) = (effective, center, sublayerTransform)
    }
  }

  /// Unit space with depth to layer points: ``Layer/unitToPoints``, unless another rectangle is the unit space.
  package var unitToPoints: Transform3D { spaces.unitToPoints }
  /// Layer points to canvas pixels.
  package var pointsToCanvas: Transform3D { spaces.pointsToCanvas }
  /// Unit layer space to canvas pixels; a point is in front of the eye where w > 0.
  package var unitToCanvas: Transform3D { spaces.unitToCanvas }

  /// Layer points to superlayer points before any perspective. Always affine: lights, normals and distances are
  /// measured in this space. Computed at each use, since only lit layers need it.
  package var pointsToWorld: Transform3D { split?.affine ?? .identity }

  /// The eye in world space: `[x y z 1]` for a point, `[x y z 0]` for a direction to an eye at infinity. Computed at each
  /// use.
  package var eye: SIMD4<Double> {
    guard let world, let view = split?.perspective else { return SIMD4(0, 0, 1, 0) }
    return (view * world.sublayerTransform).eye ?? SIMD4(0, 0, 1, 0)
  }

  /// - `sublayerTransform`: the superlayer's ``Layer/effectiveSublayerTransform``. It moves the sublayers together with
  ///   their lights, like a camera.
  /// - `superlayerToCanvas`: superlayer points to canvas pixels. The eye looks at the superlayer's plane along z from
  ///   infinity, unless a perspective of the layer or the `sublayerTransform` defines another.
  package init(
    _ layer: Layer, sublayerTransform: Transform3D = .identity, superlayerToCanvas: Transform3D
  ) {
    let effective = layer.effectiveTransform
    spaces = Spaces(
      unitToPoints: layer.unitToPoints,
      pointsToCanvas: effective * sublayerTransform * superlayerToCanvas)
    world = World(
      effective, center: Point3D(layer.position.x, layer.position.y, layer.zPosition), sublayerTransform)
  }

  /// A plane without a transform, seen along z. Unit space is `rect`.
  package init(planeOf rect: Rect, toCanvas: Transform3D) {
    spaces = Spaces(unitToPoints: Transform3D(unitSpaceOf: rect), pointsToCanvas: toCanvas)
    world = nil
  }

  /// The projection of a rectangle of the layer's plane, in layer points, which becomes the unit space.
  package func covering(_ rect: Rect) -> LayerProjection {
    replacingUnitSpace(by: Transform3D(unitSpaceOf: rect))
  }

  /// The same projection of another unit space.
  /// - `unitToPoints`: that unit space, with depth, to layer points.
  package func replacingUnitSpace(by unitToPoints: Transform3D) -> LayerProjection {
    var projection = self
    projection.spaces = Spaces(unitToPoints: unitToPoints, pointsToCanvas: pointsToCanvas)
    return projection
  }

  /// The same projection on a canvas moved by x, y pixels.
  package func moved(by x: Double, _ y: Double) -> LayerProjection {
    var projection = self
    projection.spaces = Spaces(
      unitToPoints: unitToPoints, pointsToCanvas: pointsToCanvas * .translation(x, y))
    return projection
  }

  /// Moves the unit space along z by that many layer points.
  package mutating func lift(by depth: Double) {
    self = replacingUnitSpace(by: unitToPoints * .translation(0, 0, depth))
  }

  private var split: (affine: Transform3D, perspective: Transform3D)? {
    world.map { Self.split($0.effective, center: $0.center) }
  }

  /// Splits a transform into an affine part and a perspective about `center`, so that
  /// `affine * perspective == transform`.
  ///
  /// The affine part is the transform without the division by w, as intended by Core Animation's `m34` idiom. A
  /// transform that flattens its layer has no such split; its eye is at infinity.
  static func split(
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
