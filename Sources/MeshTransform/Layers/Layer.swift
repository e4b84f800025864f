/// A rectangle of content and sublayers, placed in its superlayer, bent by a mesh and lit by the superlayer's lights.
///
/// The geometry is Core Animation's, measured in points, y down, z toward the viewer: `anchorPoint` of the bounds
/// lies at `position` in the superlayer, and `transform` acts about it. The superlayer of a scene's top-level layers
/// is the canvas plane. Drawn from back to front: background color, contents, sublayers, border.
///
/// A value, so a tree has no cycles. Any property may hold any value and a tree any size; ``validate(_:)`` finds what
/// can't be drawn. ``properties`` has the ranges.
public struct Layer: Hashable, Sendable {
  /// For people, errors and paths; need not be unique. Default nil.
  public var name: String?

  // MARK: Place

  /// The visible rectangle in the layer's own coordinate system, in layer points: coordinates in -1e9...1e9.
  public var bounds: Rect
  /// The position of the anchor point in superlayer points, coordinates in -1e9...1e9.
  public var position: Point
  /// The depth of the anchor point in superlayer points, -1e9...1e9. Default 0.
  public var zPosition = 0.0
  /// The anchor point in unit layer space, coordinates in -1e6...1e6. Default (0.5, 0.5).
  public var anchorPoint = Point(0.5, 0.5)
  /// The anchor point's depth in layer points, -1e9...1e9. Default 0.
  public var anchorPointZ = 0.0
  /// Acts about the anchor point, in points. Default identity.
  public var transform = Transform3D.identity
  /// Whether the layer shows when its back faces the viewer. Default true.
  public var isDoubleSided = true
  /// Hides the layer with all of its sublayers. Default false.
  public var isHidden = false

  // MARK: Looks

  /// What fills the bounds above the background color. Default none.
  public var contents: Contents
  /// The part of an image that is shown, in its unit space (y down); beyond 0...1 nothing is there. Default the whole
  /// image, (0, 0, 1, 1).
  public var contentsRect = Rect(0, 0, 1, 1)
  /// Where that part lies in the bounds. Default resize: stretched over them.
  public var contentsGravity = ContentsGravity.resize
  /// Pixels of an image per layer point, 1e-6...1e6, for the gravities that keep its size. Default 1.
  public var contentsScale = 1.0
  /// How an image is sampled where it is drawn larger than it is; likewise the picture into which a layer with a mesh
  /// is flattened. Where they are drawn smaller, every filter averages what a pixel covers. Default linear.
  public var magnificationFilter = MagnificationFilter.linear
  /// Fills the bounds behind the contents. Default nil, nothing.
  public var backgroundColor: Color?
  /// The radius of the corners in layer points, 0...1e9; at most half of the shorter side is used. It rounds background
  /// and border, and with `masksToBounds` everything else. Default 0.
  public var cornerRadius = 0.0
  /// The width of the border in layer points, 0...1e9, inward from the edge of the bounds. Default 0, no border.
  public var borderWidth = 0.0
  /// The color of the border, channels in 0...1. Default black.
  public var borderColor = Color.black
  /// The opacity of the layer and its sublayers as one flat picture, 0...1. Default 1.
  public var opacity = 1.0

  // MARK: Bending and light

  /// Bends the layer with its sublayers, which are flattened into one picture of the bounds first. Default nil.
  public var mesh: Mesh?
  /// The resolution of that picture, 0.001...1000: texels per point, as a multiple of the scale at which the superlayer
  /// is drawn (for top-level layers the canvas scale). Default nil, which is 1.
  public var rasterizationScale: Double?
  /// How the layer reflects the superlayer's lights.
  public var surface = Surface()

  // MARK: Sublayers

  /// In painter's order, sharing one three-dimensional space that is then seen flat in this layer's plane. Default
  /// none.
  public var sublayers: [Layer] = []
  /// Acts on all sublayers about this layer's anchor point, in layer points; the place for a perspective that they
  /// share. Default identity.
  public var sublayerTransform = Transform3D.identity
  /// Light the sublayers, but not this layer, in layer points. Default none: the sublayers are not shaded.
  public var lights: [Light] = []
  /// Whether contents and sublayers are cut off at the bounds, rounded by `cornerRadius`. Default false.
  public var masksToBounds = false

  public init(bounds: Rect, position: Point, contents: Contents = .none) {
    (self.bounds, self.position, self.contents) = (bounds, position, contents)
  }
}
