import MeshTransform
import SceneDocument

/// Projects the records of a list from a layer to the picture, or back, in the units of the list.
final class LayerPointProjector: Sendable {
  let projector: PointProjector
  let conversion: PointConversion
  /// The picture in pixels.
  let picture: Rect
  let isInverse: Bool

  init(
    _ tester: HitTester, _ path: LayerPath, in scene: Scene, _ units: PointUnits, isInverse: Bool
  ) throws(Failure) {
    projector = PointProjector(tester, layer: path)
    conversion = try PointConversion(units, of: scene[path], name: scene.name(of: path))
    let size = scene.canvas.pixelSize
    picture = Rect(0, 0, Double(size.width), Double(size.height))
    self.isInverse = isInverse
  }

  /// The place of a record, nearest to the viewer.
  func place(of record: PointRecord) -> ProjectedPlace {
    switch record.shape {
    case .point(let point): places(of: point).first.map(place) ?? ProjectedPlace()
    case .box(let box): place(of: box.corners) { Rect(around: $0).map(PointRecord.Shape.box) }
    case .polygon(let corners):
      place(of: corners) { $0.isEmpty ? nil : PointRecord.Shape.polygon($0) }
    }
  }

  /// All places of a point, nearest first; none of another shape.
  func allPlaces(of record: PointRecord) -> [ProjectedPlace] {
    guard case .point(let point) = record.shape else { return [] }
    return places(of: point).map(place)
  }

  private func places(of point: Point) -> [PointProjection] {
    isInverse ? projector.points(atPixel: point) : projector.projections(of: conversion.point(point))
  }

  private func place(_ projection: PointProjection) -> ProjectedPlace {
    ProjectedPlace(
      shape: .point(target(projection)), side: projection.isFrontFacing ? .front : .back,
      isVisible: projector.isVisible(projection), isInside: isInside(projection))
  }

  /// - Parameter shape: the shape of an outline; nil for one without points.
  private func place(
    of corners: [Point], _ shape: ([Point]) -> PointRecord.Shape?
  ) -> ProjectedPlace {
    let corners = isInverse ? corners : corners.map(conversion.point)
    let points =
      (isInverse ? projector.outline(ofPixels: corners) : projector.outline(of: corners)).points
    guard let shape = shape(points.map(target)) else { return ProjectedPlace() }
    let front = points.count(where: \.isFrontFacing)
    return ProjectedPlace(
      shape: shape, side: front == points.count ? .front : front == 0 ? .back : .both,
      isVisible: isInverse
        ? points.prefix(64).contains(where: projector.isVisible) : projector.isVisible(anyOf: corners),
      isInside: points.allSatisfy(isInside))
  }

  private func target(_ projection: PointProjection) -> Point {
    isInverse ? conversion.units(of: projection.point) : projection.canvas
  }

  private func isInside(_ projection: PointProjection) -> Bool {
    isInverse ? conversion.isInside(projection.point) : picture.includes(projection.canvas)
  }
}

/// The place of a record in the other plane.
struct ProjectedPlace {
  enum Side: String { case front, back, both }

  /// Nil for a record without a place.
  var shape: PointRecord.Shape?
  /// The side of the layer that faces the viewer; nil without a place.
  var side: Side?
  /// Whether the point, or a part of the box or polygon, is visible.
  var isVisible = false
  /// Whether all of it lies in the picture; for places on a layer, in the layer's bounds.
  var isInside = false
}
