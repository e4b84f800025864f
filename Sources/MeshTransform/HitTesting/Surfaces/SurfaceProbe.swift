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

/// The surface that a pick ray hits: everything that a label of a pixel can be computed from.
///
/// Canvas space is that of the top-level layers, in points: x to the right, y down, z toward the viewer, and the canvas
/// is the plane z = 0. Points are where the surface is before perspective, so that distances and angles are true.
///
/// - A superlayer shows the depth of its sublayers where it lies parallel to the canvas, unbent and without a perspective of
///   its own. A superlayer that is bent, tilted or seen in perspective shows a flat picture of its sublayers: there the
///   surface is that of the superlayer.
/// - The surface of a layer's back is that of the layer.
public struct PixelSurface: Hashable, Sendable {
  /// The hit, as ``HitTester/hitTest(_:_:)`` finds it.
  public let hit: Hit
  /// The point of the surface in canvas space, in points.
  public let position: Point3D
  /// The unit normal in canvas space, on the side that the viewer sees. It is the normal that light sees: interpolated
  /// between the vertices of a smooth surface, that of the facet where ``Surface/shading`` is flat.
  public let normal: Point3D
  /// The unit normal of the hit layer's own surface in its layer points, on the side that its superlayer sees.
  public let layerNormal: Point3D
  /// The distance from the eye in points; infinite where the layer is not seen in perspective.
  public let distance: Double
  /// The surfaces of the layers on the way to the hit, the top-level layer first.
  let places: [SurfacePlace]
  /// The point of the canvas plane at which the ray was cast.
  let start: Point

  /// Points from the canvas's plane toward the viewer.
  public var depth: Double { position.z }

  public static func == (a: PixelSurface, b: PixelSurface) -> Bool {
    a.hit == b.hit && a.position == b.position && a.normal == b.normal && a.layerNormal == b.layerNormal
      && a.distance == b.distance
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(hit)
    hasher.combine(position)
  }
}
