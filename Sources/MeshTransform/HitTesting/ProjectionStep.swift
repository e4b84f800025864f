/// One layer on the way from its content to the canvas: maps layer points to superlayer points, and back.
struct ProjectionStep: Sendable {
  private let bounds: Rect
  private let hasMesh: Bool
  /// Layer points to superlayer points.
  private let toPlane: Transform3D
  /// Unit layer space with depth to superlayer points.
  private let unitToPlane: Transform3D
  /// The way back, as hit testing follows it.
  private let surface: HitNode.Surface
  /// Nil for a layer without a mesh, and for one whose mesh shows nothing.
  private let content: ContentFaces?

  /// - `space`: the space of the superlayer's sublayers.
  init(_ layer: Layer, in space: LayerSpace) {
    (bounds, hasMesh) = (layer.bounds, layer.mesh != nil)
    toPlane = space.pointsToSuperlayer(of: layer)
    unitToPlane = layer.unitToPoints * toPlane
    surface = HitNode.Surface(layer, toPlane)
    content = layer.mesh.flatMap { ContentFaces($0, inBoundsOf: layer.bounds.size) }
  }

  /// The end of a step: a point in the plane of the superlayer, or of the layer on the way back.
  struct Place {
    let point: Point
    /// `z / w` in the superlayer's space; larger is nearer to the viewer.
    let depth: Double
    /// Whether the superlayer sees the front.
    let isFrontFacing: Bool
  }

  /// The places of a point of the layer in the superlayer's plane, nearest first. A mesh shows only points of the bounds,
  /// and some of them several times; points behind the eye have no place.
  func places(of point: Point) -> [Place] {
    guard hasMesh else {
      let projected = toPlane.transform(Point3D(point.x, point.y, 0))
      return place(projected, isFrontFacing: toPlane.facing > 0).map { [$0] } ?? []
    }
    guard let content, let unit = unitPoint(point) else { return [] }
    let positions = content.positions(of: unit)
    if positions.count == 1 { return place(positions[0], content).map { [$0] } ?? [] }
    // Of positions with one depth, the face that is drawn later is in front.
    return positions.reversed().compactMap { place($0, content) }.sorted { $0.depth > $1.depth }
  }

  /// The points of the layer at a point of the superlayer's plane, nearest first.
  func points(at point: Point) -> [Place] {
    var intersections: [SurfaceIntersection] = []
    switch surface {
    case .none: return []
    case .plane(let surface): surface.intersection(at: point).map { intersections.append($0) }
    case .mesh(let surface):
      surface.forEachIntersection(at: point) { intersections.append($0) }
      intersections.sort { first, second in
        guard first.depth == second.depth, let a = first.face, let b = second.face else {
          return first.depth > second.depth
        }
        return (a.index, a.triangle) > (b.index, b.triangle)
      }
    }
    return intersections.map { Place(point: $0.point, depth: $0.depth, isFrontFacing: $0.isFrontFacing) }
  }

  /// Nil for points outside the bounds, beyond rounding errors.
  private func unitPoint(_ point: Point) -> Point? {
    let unit = Point(
      (point.x - bounds.minX) / bounds.size.width, (point.y - bounds.minY) / bounds.size.height)
    let visible = -1e-6...1 + 1e-6
    return visible.contains(unit.x) && visible.contains(unit.y) ? unit : nil
  }

  private func place(_ position: ContentFaces.Position, _ content: ContentFaces) -> Place? {
    let projected = unitToPlane.transform(position.point)
    guard let place = place(projected, isFrontFacing: true) else { return nil }
    // The sign of the projected triangle is that of the sum of the areas around the ray, as for a hit.
    let w = unitToPlane.column(3)
    let ray = PickRay(
      across: unitToPlane.column(0) - place.point.x * w, down: unitToPlane.column(1) - place.point.y * w)
    let corners = content.corners(position)
    let (a, b, c) = (ray.offset(of: corners.0), ray.offset(of: corners.1), ray.offset(of: corners.2))
    let area = (b.x * c.y - b.y * c.x) + (c.x * a.y - c.y * a.x) + (a.x * b.y - a.y * b.x)
    return Place(
      point: place.point, depth: place.depth, isFrontFacing: (area > 0) == position.isClockwise)
  }

  private func place(_ projected: SIMD4<Double>, isFrontFacing: Bool) -> Place? {
    let (point, depth) = (
      Point(projected.x / projected.w, projected.y / projected.w), projected.z / projected.w
    )
    guard projected.w > 0, point.isFinite, depth.isFinite else { return nil }
    return Place(point: point, depth: depth, isFrontFacing: isFrontFacing)
  }
}
