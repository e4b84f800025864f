/// Projects points of one layer to the canvas and back: through its mesh, its transform, and the meshes and transforms of
/// all of its superlayers.
///
/// - A mesh may show a point several times, or not at all; it shows only points in the bounds. A layer without a mesh is
///   a plane without end.
/// - Points behind the eye have no place.
/// - A place is visible where a hit test finds this point of the layer. Occlusion, masks and opacity do not move places.
///
/// Made once for a scene and used for many points, from any thread.
public struct PointProjector: Sendable {
  /// The layer.
  public let path: LayerPath
  let tester: HitTester
  let layer: Layer
  /// From the layer to the top level.
  private let steps: [ProjectionStep]
  /// The layer in the tree of hit testing; nil for one that is not visible.
  private let node: Int?
  private let canvas: Canvas

  /// Prepares a layer of a scene.
  /// - Precondition: the scene is valid, see ``Scene/validate(_:)``, and has the layer.
  /// - Complexity: O(layers + faces).
  public init(_ scene: Scene, layer path: LayerPath) { self.init(HitTester(scene), layer: path) }

  /// Prepares a layer of a scene that is prepared for hit testing.
  /// - Precondition: the scene has the layer.
  /// - Complexity: O(faces of the layer and its superlayers).
  public init(_ tester: HitTester, layer path: LayerPath) {
    (self.path, self.tester, canvas, layer) = (path, tester, tester.scene.canvas, tester.scene[path])
    node = tester.node(of: path)
    var (steps, siblings, space) = ([ProjectionStep](), tester.scene.layers, LayerSpace())
    var superlayer: Layer?
    for index in path.indices {
      var layer = siblings[index]
      if layer.isBackContents, let front = superlayer {
        // Backs lie in a mirrored plane of their superlayer.
        let mirror = front.mirroredBacks
        steps.append(ProjectionStep(mirror, in: space))
        (layer, space) = (layer.asDrawn, LayerSpace(sublayersOf: mirror))
      }
      steps.append(ProjectionStep(layer, in: space))
      (siblings, space, superlayer) = (layer.sublayers, LayerSpace(sublayersOf: layer), layer)
    }
    self.steps = steps.reversed()
  }

  /// The largest number of places of a point. Folded meshes inside folded meshes multiply them; those behind are left
  /// out.
  private static let placeLimit = 1 << 10

  /// All places of a point, nearest first.
  /// - Parameter point: in layer points.
  /// - Complexity: O(log faces) for each mesh on the way.
  public func projections(of point: Point) -> [PointProjection] {
    guard point.isFinite else { return [] }
    if steps.count == 1 {
      return steps[0].places(of: point).compactMap {
        projection(of: point, at: $0.point, $0.depth, $0.isFrontFacing)
      }
    }
    var places = [ProjectionStep.Place(point: point, depth: 0, isFrontFacing: true)]
    for step in steps {
      var next: [ProjectionStep.Place] = []
      for place in places {
        for found in step.places(of: place.point) where next.count < Self.placeLimit {
          next.append(
            ProjectionStep.Place(
              point: found.point, depth: found.depth,
              isFrontFacing: found.isFrontFacing == place.isFrontFacing))
        }
      }
      places = next
    }
    if places.count > 1 { places.sort { $0.depth > $1.depth } }
    return places.compactMap { projection(of: point, at: $0.point, $0.depth, $0.isFrontFacing) }
  }

  /// The place of a point that is nearest to the viewer; nil if it has none.
  /// - Parameter point: in layer points.
  public func projection(of point: Point) -> PointProjection? { projections(of: point).first }

  /// All points of the layer at a place of the picture, nearest first, whether or not other layers hide them.
  /// - Parameter pixel: in pixels of the picture, from its top left; the middle of the first pixel is (0.5, 0.5).
  public func points(atPixel pixel: Point) -> [PointProjection] {
    guard pixel.isFinite else { return [] }
    let start = Point(
      canvas.frame.minX + pixel.x / canvas.scale, canvas.frame.minY + pixel.y / canvas.scale)
    var found = [(point: start, depth: Double?.none, isFrontFacing: true)]
    for step in steps.reversed() {
      var next: [(point: Point, depth: Double?, isFrontFacing: Bool)] = []
      for place in found {
        for inner in step.points(at: place.point) where next.count < Self.placeLimit {
          next.append(
            (inner.point, place.depth ?? inner.depth, inner.isFrontFacing == place.isFrontFacing))
        }
      }
      found = next
    }
    return found.map {
      PointProjection(
        point: $0.point, canvas: pixel, depth: $0.depth ?? 0, isFrontFacing: $0.isFrontFacing)
    }
  }

  private func projection(
    of point: Point, at place: Point, _ depth: Double, _ isFrontFacing: Bool
  ) -> PointProjection? {
    let pixel = Point(
      (place.x - canvas.frame.minX) * canvas.scale, (place.y - canvas.frame.minY) * canvas.scale)
    guard pixel.isFinite else { return nil }
    return PointProjection(point: point, canvas: pixel, depth: depth, isFrontFacing: isFrontFacing)
  }
}

extension PointProjector {
  /// Whether a hit test at the place finds this point: of the layer itself, or, where the layer draws nothing of its own,
  /// of a layer in it.
  ///
  /// Right and bottom edges of a layer are hit by no test; a point within a ten-thousandth of the bounds from an edge is
  /// as visible as the content beside it.
  public func isVisible(_ projection: PointProjection) -> Bool {
    guard let inner = inset(projection.point) else { return isHit(projection) }
    let places = projections(of: inner).min {
      $0.canvas.distance(to: projection.canvas) < $1.canvas.distance(to: projection.canvas)
    }
    return places.map(isHit) ?? false
  }

  /// The point of the layer that is seen at a point of the canvas plane, in layer points; nil where another layer or none
  /// is seen.
  func visiblePoint(at point: Point) -> Point? {
    guard let (hit, tracked) = tester.frontHit(at: point, tracking: node) else { return nil }
    if hit.path == path { return hit.point }
    guard let tracked, !layer.draws(at: tracked) else { return nil }
    return tracked
  }

  private func isHit(_ projection: PointProjection) -> Bool {
    let place = Point(
      canvas.frame.minX + projection.canvas.x / canvas.scale,
      canvas.frame.minY + projection.canvas.y / canvas.scale)
    guard let seen = visiblePoint(at: place) else { return false }
    // Far above rounding errors on steep faces, far below the distance of two sheets of a fold.
    let tolerance = 1e-4 * (layer.bounds.size.width + layer.bounds.size.height)
    return seen.distance(to: projection.point) <= tolerance
  }

  /// A point near an edge of the bounds, moved inward; nil for other points.
  private func inset(_ point: Point) -> Point? {
    let (bounds, margin) = (layer.bounds, 1e-4)
    let (x, y) = (margin * bounds.size.width, margin * bounds.size.height)
    guard bounds.outset(by: x, y).contains(point), !bounds.outset(by: -x, -y).contains(point) else {
      return nil
    }
    return Point(
      min(max(point.x, bounds.minX + x), bounds.maxX - x), min(max(point.y, bounds.minY + y), bounds.maxY - y)
    )
  }
}

extension Point {
  /// The distance to another point.
  fileprivate func distance(to other: Point) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}

extension Scene {
  /// The places of points of a layer on the canvas, nearest first for each point; see ``PointProjector``.
  /// - Parameters:
  ///   - points: in layer points.
  ///   - path: the layer.
  /// - Precondition: the scene is valid and has the layer.
  public func project(_ points: [Point], from path: LayerPath) -> [[PointProjection]] {
    let projector = PointProjector(self, layer: path)
    return points.map(projector.projections)
  }
}

/// A point of a layer together with one of its places on the canvas.
public struct PointProjection: Hashable, Sendable {
  /// The point in layer points: in the coordinates of the bounds, before the mesh deforms them.
  public let point: Point
  /// The place in pixels of the picture, from its top left; the middle of the first pixel is (0.5, 0.5).
  public let canvas: Point
  /// `z / w` of the top-level layer on the canvas, in points; larger is nearer to the viewer.
  public let depth: Double
  /// Whether the layer's front faces the viewer there, all superlayers considered.
  public let isFrontFacing: Bool
}
