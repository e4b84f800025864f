/// Finds the layers of a scene under a point of the canvas.
///
/// - A pick ray intersects the drawn triangles, 0-1-2 and 2-3-0 of each face, that lie in front of the eye (w > 0) and
///   show a point of the content. Results are perspective-correct.
/// - Among siblings the later layer is in front where they paint in order, else the nearer one; see ``SublayerDepth``. A
///   superlayer is a flat picture of its sublayers; a mesh clips them to the bounds and deforms them.
/// - Hidden layers, layers with opacity 0, and layers that show their back without being double-sided are left out with
///   their sublayers. `masksToBounds` clips, rounded by `cornerRadius`.
/// - Left and top edges belong to a layer, right and bottom edges do not.
///
/// Points outside the canvas's frame are allowed. Made once for a scene and used for many queries, from any thread.
public struct HitTester: Sendable {
  /// The scene with its meshes as they are drawn.
  let scene: Scene
  let tree: HitTree
  private var canvas: Canvas { scene.canvas }

  /// Prepares a scene. Subdivided meshes are hit as they are drawn.
  /// - Precondition: the scene is valid, see ``Scene/validate(_:)``.
  /// - Complexity: O(layers + faces).
  public init(_ scene: Scene) { self.init(scene, vertexLimit: 1_000_000) }

  /// - Parameter vertexLimit: the largest number of vertices of a mesh after subdivision; meshes with more get fewer
  ///   steps.
  package init(_ scene: Scene, vertexLimit: Int) {
    let smooth = scene.smooth(within: scene.canvas.pixelArea, limit: vertexLimit)
    (self.scene, tree) = (smooth, HitTree(smooth, control: scene))
  }

  /// The hit nearest to the viewer; nil if no layer is hit.
  /// - Parameter point: a point in the plane of the top-level layers, in points.
  /// - Complexity: O(log faces) for each mesh near the pick ray; O(siblings). Folded meshes inside folded meshes
  ///   multiply the intersections; those behind the first 2^18 are left out.
  public func hitTest(_ point: Point, _ options: HitOptions = HitOptions()) -> Hit? {
    var query = HitQuery(tree, options, limit: 1)
    query.run(at: point)
    return query.hits.first
  }

  /// All hits at a point, from front to back. A layer appears once for each intersection with its mesh.
  /// - Parameter limit: the largest number of hits, from the front.
  public func hits(at point: Point, _ options: HitOptions = HitOptions(), limit: Int = .max) -> [Hit] {
    hits(at: point, options, limit: limit, budget: 1 << 18)
  }

  /// - Parameter budget: the largest number of surfaces that are visited.
  func hits(at point: Point, _ options: HitOptions, limit: Int, budget: Int) -> [Hit] {
    var query = HitQuery(tree, options, limit: limit, budget: budget)
    query.run(at: point)
    return query.hits
  }

  /// The nearest hit, and the point of another layer under it, in layer points, if it lies on a layer inside that one.
  /// - Parameter tracked: the node of that other layer.
  func frontHit(at point: Point, tracking tracked: Int?) -> (hit: Hit, trackedPoint: Point?)? {
    var query = HitQuery(tree, HitOptions(), limit: 1)
    query.tracked = tracked
    query.run(at: point)
    return query.hits.first.map { ($0, query.trackedPoint) }
  }

  /// The nearest hit, and the surfaces of the layers on the way to it, the top-level layer first.
  func frontSurfaces(at point: Point, _ options: HitOptions) -> (hit: Hit, surfaces: [SurfacePlace])? {
    var query = HitQuery(tree, options, limit: 1)
    query.recordsSurfaces = true
    query.run(at: point)
    return query.hits.first.map { ($0, query.surfaces) }
  }

  /// The node of a layer, for ``frontHit(at:tracking:)``.
  func node(of path: LayerPath) -> Int? { tree.node(at: path) }
}

extension HitTester {
  /// The center of a pixel as a point of the canvas plane. The top left pixel is (0, 0).
  public func point(ofPixel x: Int, _ y: Int) -> Point {
    Point(
      (Double(x) + 0.5) / canvas.scale + canvas.frame.minX,
      (Double(y) + 0.5) / canvas.scale + canvas.frame.minY)
  }

  /// ``hitTest(_:_:)`` at the center of a pixel.
  public func hitTest(atPixel x: Int, _ y: Int, _ options: HitOptions = HitOptions()) -> Hit? {
    hitTest(point(ofPixel: x, y), options)
  }

  /// ``hits(at:_:limit:)`` at the center of a pixel.
  public func hits(
    atPixel x: Int, _ y: Int, _ options: HitOptions = HitOptions(), limit: Int = .max
  ) -> [Hit] {
    hits(at: point(ofPixel: x, y), options, limit: limit)
  }
}
