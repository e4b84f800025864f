/// Finds which layers of a scene lie under a point of the canvas: what the eye sees there.
///
/// - A line of sight meets the triangles that are drawn, 0-1-2 and 2-3-0 of each face, where they are before the eye
///   (w > 0) and show a point of the content; what is found there is perspective-correct.
/// - Siblings share one space: the nearer is in front, and in one plane the later one. A superlayer is a flat picture of
///   its sublayers; one with a mesh is cut off at its bounds and bent.
/// - Layers that are hidden, have opacity 0 or show only their back and are not double-sided are not there, nor are
///   their sublayers. `masksToBounds` cuts off, rounded by `cornerRadius`.
/// - Left and top edges belong to a layer, right and bottom ones do not.
///
/// Points beyond the canvas's frame are as good as those on it. A value that is made once for a scene and asked often,
/// from any thread.
public struct HitTester: Sendable {
  private let tree: HitTree
  private let canvas: Canvas

  /// Meshes that are subdivided are hit as they are drawn.
  /// - Parameter vertexLimit: the most vertices of a mesh after subdivision; where its steps would give more, as many
  ///   as fit are made.
  /// - Precondition: the scene is valid; ``Scene/validate(_:)`` asks.
  /// - Complexity: O(layers + faces).
  public init(_ scene: Scene, vertexLimit: Int = 1_000_000) {
    canvas = scene.canvas
    var tree = HitTree(scene.smooth(within: scene.canvas.pixelArea, limit: vertexLimit))
    tree.recordControlFaces(of: scene)
    self.tree = tree
  }

  /// The hit nearest to the viewer; nil where nothing is.
  /// - Parameter point: in the plane of the top-level layers, in points.
  /// - Complexity: O(log faces) for each mesh that the line of sight comes near; O(siblings). Meshes in meshes multiply
  ///   where they are folded; after a quarter of a million crossings the rest, which lies behind, is left out.
  public func hitTest(_ point: Point, _ options: HitOptions = HitOptions()) -> Hit? {
    var query = HitQuery(tree, options, limit: 1)
    query.run(at: point)
    return query.hits.first
  }

  /// What lies under a point, from front to back. A layer appears once for each time that its mesh is met.
  /// - Parameter limit: how many hits to find at most, from the front.
  public func hits(at point: Point, _ options: HitOptions = HitOptions(), limit: Int = .max) -> [Hit] {
    var query = HitQuery(tree, options, limit: limit)
    query.run(at: point)
    return query.hits
  }
}

extension HitTester {
  /// The middle of a pixel of the picture, as a point of the canvas plane. The top left pixel is (0, 0).
  public func point(ofPixel x: Int, _ y: Int) -> Point {
    Point(
      (Double(x) + 0.5) / canvas.scale + canvas.frame.minX,
      (Double(y) + 0.5) / canvas.scale + canvas.frame.minY)
  }

  /// ``hitTest(_:_:)`` in the middle of a pixel.
  public func hitTest(atPixel x: Int, _ y: Int, _ options: HitOptions = HitOptions()) -> Hit? {
    hitTest(point(ofPixel: x, y), options)
  }

  /// ``hits(at:_:limit:)`` in the middle of a pixel.
  public func hits(
    atPixel x: Int, _ y: Int, _ options: HitOptions = HitOptions(), limit: Int = .max
  ) -> [Hit] {
    hits(at: point(ofPixel: x, y), options, limit: limit)
  }
}
