/// Finds the surfaces that pixels of a scene's picture show: hit testing with positions, normals and distances.
///
/// Made once for a scene and used for many pixels, from any thread.
public struct SurfaceProbe: Sendable {
  /// Finds the layers.
  public let tester: HitTester
  /// The definition of a hit.
  public let options: HitOptions
  /// The shapes by the nodes of the tester's tree.
  private let shapes: [SurfaceShape]

  /// Prepares a scene that is prepared for hit testing.
  /// - Complexity: O(layers + vertices).
  public init(_ tester: HitTester, _ options: HitOptions = HitOptions()) {
    (self.tester, self.options) = (tester, options)
    let nodes = tester.tree.nodes
    shapes = nodes.map { node in SurfaceShape(node.layer, in: node.superlayer.map { nodes[$0].layer }) }
  }

  /// The surface that is hit at a point; nil if no layer is.
  /// - Parameter point: a point in the plane of the top-level layers, in points.
  /// - Complexity: that of ``HitTester/hitTest(_:_:)``.
  public func surface(at point: Point) -> PixelSurface? {
    guard let (hit, places) = tester.frontSurfaces(at: point, options), let last = places.last else {
      return nil
    }
    /// The point of the superlayer's plane under which a place lies.
    func plane(_ level: Int) -> Point { level == 0 ? point : places[level - 1].intersection.point }
    func shape(_ level: Int) -> SurfaceShape { shapes[places[level].node] }
    var level = places.count - 1
    var (element, layerNormal) = shape(level).element(at: last.intersection, under: plane(level))
    while level > 0 {
      level -= 1
      if let relief = shape(level).relief {
        element.move(by: relief)
      } else {
        element = shape(level).element(at: places[level].intersection, under: plane(level)).element
      }
    }
    let view = element.view
    let side: Double = (element.facet * view).sum() < 0 ? -1 : 1
    let normal = (element.normal.unit ?? view.unit ?? SIMD3(0, 0, 1)) * side
    let ownNormal = (layerNormal.unit ?? SIMD3(0, 0, 1)) * (last.intersection.isFrontFacing ? 1 : -1)
    let position = element.position
    return PixelSurface(
      hit: hit, position: Point3D(position.x, position.y, position.z),
      normal: Point3D(normal.x, normal.y, normal.z),
      layerNormal: Point3D(ownNormal.x, ownNormal.y, ownNormal.z),
      distance: element.eye.w == 0 ? .infinity : (view * view).sum().squareRoot() / abs(element.eye.w),
      places: places, start: point)
  }

  /// The surface at the center of a pixel. The top left pixel is (0, 0).
  public func surface(atPixel x: Int, _ y: Int) -> PixelSurface? {
    surface(at: tester.point(ofPixel: x, y))
  }
}
