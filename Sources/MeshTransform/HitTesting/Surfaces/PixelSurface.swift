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
