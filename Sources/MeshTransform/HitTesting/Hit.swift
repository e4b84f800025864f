/// One place where a line of sight meets a layer.
public struct Hit: Hashable, Sendable {
  public let path: LayerPath
  /// In the layer's own points: in the coordinates of its bounds, before its mesh bends it.
  public let point: Point
  /// The same in unit layer space, (0, 0) top left; along a side of length 0 it is 0.
  public let unitPoint: Point
  /// Where the layer's own mesh was met; nil for a layer without one.
  public let face: Face?
  /// `z / w` on the canvas, in points; larger is nearer to the viewer. Sublayers are seen flat in their superlayer, so
  /// it is the depth of the top-level layer that they are part of.
  public let depth: Double
  /// False where the layer is seen from behind: mirrored, all of its superlayers considered.
  public let isFrontFacing: Bool

  /// A place on a mesh.
  public struct Face: Hashable, Sendable {
    /// Of ``Mesh/faces``; of a mesh that is subdivided, the face of the control net.
    public let index: Int
    /// Which of the face's two triangles: 0 has the corners 0-1-2, 1 has 2-3-0. Where the mesh is subdivided, this and
    /// the weights are those of the small face that was hit.
    public let triangle: Int
    /// The shares of the triangle's corners in the point, in that order, in space (perspective-correct); their sum
    /// is 1.
    public let weights: SIMD3<Double>
  }
}

/// What counts as a hit. By default: what a layer draws, however transparent it is there.
public struct HitOptions: Hashable, Sendable {
  /// Whether layers are also hit all over their bounds where they draw nothing. Without it a layer is hit where its
  /// background, its contents or its border lie, so that one sees through a mere group. Default false.
  public var includesInvisible = false
  /// What alpha the layer must exceed at the point: that of what it draws there, times its opacity and its
  /// superlayers'. 0 asks for anything that can be seen, and nothing exceeds 1. Default nil: alpha does not matter,
  /// except that layers with opacity 0 are never hit. Where it is given, `includesInvisible` adds nothing.
  public var minimumAlpha: Double?

  public init(includesInvisible: Bool = false, minimumAlpha: Double? = nil) {
    (self.includesInvisible, self.minimumAlpha) = (includesInvisible, minimumAlpha)
  }
}
