/// An intersection of a pick ray with a layer.
public struct Hit: Hashable, Sendable {
  /// The layer that is hit.
  public let path: LayerPath
  /// The point in layer points: in the coordinates of the bounds, before the mesh deforms them.
  public let point: Point
  /// The point in unit layer space, (0, 0) top left; 0 along a side of length 0.
  public let unitPoint: Point
  /// The face of the layer's own mesh; nil for a layer without one.
  public let face: Face?
  /// `z / w` on the canvas, in points; larger is nearer to the viewer. Sublayers are flattened into their superlayer,
  /// so this is the depth of the top-level layer.
  public let depth: Double
  /// Whether the layer's front faces the viewer, all superlayers considered.
  public let isFrontFacing: Bool

  /// A point on a mesh.
  public struct Face: Hashable, Sendable {
    /// The index in ``Mesh/faces``; for a subdivided mesh, the face of the control mesh.
    public let index: Int
    /// The triangle of the face: 0 has the corners 0-1-2, 1 has 2-3-0. For a subdivided mesh, the triangle and the
    /// weights belong to the refined face.
    public let triangle: Int
    /// The barycentric coordinates of the point in the triangle, in space (perspective-correct); their sum is 1.
    public let weights: SIMD3<Double>
  }
}

/// The definition of a hit. By default, a layer is hit wherever it draws, at any alpha.
public struct HitOptions: Hashable, Sendable {
  /// Whether layers are hit in all of their bounds, also where they draw nothing. If false, only background, contents
  /// and border are hit, and groups are transparent to hits. Default false.
  public var includesInvisible = false
  /// The alpha that the layer must exceed at the point: the alpha that it draws there, times its opacity and that of
  /// its superlayers. With 0 any visible point is hit; no point exceeds 1. Default nil: any alpha, but layers with
  /// opacity 0 are never hit. If it is given, `includesInvisible` has no effect.
  public var minimumAlpha: Double?

  /// Options with the given values.
  public init(includesInvisible: Bool = false, minimumAlpha: Double? = nil) {
    (self.includesInvisible, self.minimumAlpha) = (includesInvisible, minimumAlpha)
  }
}
