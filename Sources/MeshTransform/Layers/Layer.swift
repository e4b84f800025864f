/// A rectangle of content and sublayers, positioned in its superlayer, deformed by a mesh and lit by the superlayer's
/// lights.
///
/// The geometry is Core Animation's, in points, y down, z toward the viewer: `anchorPoint` of the bounds lies at
/// `position` in the superlayer, and `transform` acts about it. The superlayer of a scene's top-level layers is the
/// canvas plane. Drawing order: background color, contents, sublayers, border.
///
/// A layer is a value, so a tree has no cycles. Properties accept any value and trees any size; ``validate(_:)``
/// reports what cannot be drawn. ``properties`` has the ranges.
public struct Layer: Hashable, Sendable {
  /// A label for people, errors and paths; need not be unique. Default nil.
  public var name: String?

  // MARK: Geometry

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

  // MARK: Appearance

  /// The content above the background color. Default none.
  public var contents: Contents
  /// The shown part of an image, in its unit space (y down); transparent beyond 0...1. Default the whole image, (0, 0,
  /// 1, 1).
  public var contentsRect = Rect(0, 0, 1, 1)
  /// The position and size of that part in the bounds. Default resize.
  public var contentsGravity = ContentsGravity.resize
  /// Pixels of an image per layer point, 1e-6...1e6, for the gravities that keep its size, and for the parts outside of
  /// `contentsCenter`. Default 1.
  public var contentsScale = 1.0
  /// The part of an image that is stretched to the frame of the contents, in the unit space of `contentsRect`; what
  /// lies beyond 0...1 has no effect. Default all of it, (0, 0, 1, 1).
  ///
  /// It divides the image into nine parts. The corners keep their size, the edges between them are stretched in one
  /// direction, the center in both. An empty width or height is that of one pixel. Corners that do not fit into the
  /// frame are all reduced by one factor.
  public var contentsCenter = Rect(0, 0, 1, 1)
  /// The filter for a magnified image, and for the magnified texture of a layer with a mesh. Default linear.
  public var magnificationFilter = MagnificationFilter.linear
  /// The filter for a minified image, and for the minified texture of a layer with a mesh. Default footprint.
  public var minificationFilter = MinificationFilter.footprint
  /// The color behind the contents. Default nil, none.
  public var backgroundColor: Color?
  /// The radius of the corners in layer points, 0...1e9, limited to half of the shorter side. It rounds background and
  /// border, and with `masksToBounds` contents and sublayers. Default 0.
  public var cornerRadius = 0.0
  /// The width of the border in layer points, 0...1e9, inward from the edge of the bounds. Default 0, no border.
  public var borderWidth = 0.0
  /// The color of the border, channels in 0...1. Default black.
  public var borderColor = Color.black
  /// The opacity of the layer and its sublayers as one group, 0...1. Default 1.
  public var opacity = 1.0
  /// How the layer with its sublayers combines with its backdrop. Default normal.
  ///
  /// A blended layer is isolated: its sublayers blend with one another only. So is every layer that is drawn as one
  /// picture: with an opacity below 1, with ``masksToBounds``, a mesh, a mask, light on its sublayers or crossing
  /// sublayers, and one that shares a space with its siblings. A blended layer takes its place in painter's order,
  /// whatever its depth.
  public var blendMode = BlendMode.normal

  /// The color of the shadow, channels in 0...1. Default black.
  public var shadowColor = Color.black
  /// The opacity of the shadow, 0...1, times that of the layer. Default 0, no shadow.
  public var shadowOpacity = 0.0
  /// The standard deviation of the Gaussian that blurs the shadow, in superlayer points, 0...1e9. Default 3.
  public var shadowRadius = 3.0
  /// The place of the shadow beside the layer, in superlayer points, y down, coordinates in -1e9...1e9. Unlike Core
  /// Animation's it does not turn with the layer. Default (0, 3).
  ///
  /// The shadow is that of the layer as it is drawn, bent and tilted, with its sublayers. It falls on all that comes
  /// before the layer in painter's order, which a layer with a shadow covers, whatever its depth.
  public var shadowOffset = Point(0, 3)

  /// The opacity of the contact shadow, 0...1, times that of the layer; its color is `shadowColor`. Default 0, none.
  ///
  /// The parts of the mesh above the layer's plane throw it onto that plane: onto the layers behind it, and onto the
  /// parts of the mesh that lie in the plane. Close to the plane it is sharp, and it becomes softer with the height.
  public var contactShadowOpacity = 0.0
  /// The standard deviation of the contact shadow's blur, in points for each point of height, 0...100. Default 0.4.
  public var contactShadowSpread = 0.4
  /// The place of the contact shadow beside the part that throws it, in layer points for each point of height, y down,
  /// coordinates in -100...100. Default (0, 0.5), as of a light above the top edge.
  public var contactShadowOffset = Point(0, 0.5)

  // MARK: Deformation and light

  /// Deforms the layer with its sublayers, which are drawn into a texture of the bounds first. Default nil.
  public var mesh: Mesh?
  /// The resolution of that texture, 0.001...1000: texels per point, as a multiple of the scale of the superlayer (for
  /// top-level layers the canvas scale). Default nil, which is 1, or the resolution of the images where these fill the
  /// bounds and nothing else is shown.
  public var rasterizationScale: Double?
  /// The reflection of the superlayer's lights.
  public var surface = Surface()

  // MARK: Sublayers

  /// In painter's order; flattened into this layer's plane. Default none.
  public var sublayers: [Layer] = []
  /// How the sublayers hide one another: in painter's order or by depth. Default automatic.
  public var depth = SublayerDepth.automatic
  /// A transform of all sublayers about this layer's anchor point, in layer points, such as a shared perspective.
  /// Default identity.
  public var sublayerTransform = Transform3D.identity
  /// Lights of the sublayers, not of this layer, in layer points. Default none: sublayers are unshaded.
  public var lights: [Light] = []
  /// Whether the layer masks its superlayer, and by what. Default none: it is drawn.
  public var maskMode = MaskMode.none
  /// Whether the layer is a back of its superlayer: drawn where that is seen from behind, in place of everything else of
  /// it but its masks, mirrored so that it reads right, and cut at its bounds. Default false.
  public var isBackContents = false
  /// Whether contents and sublayers are clipped to the bounds, rounded by `cornerRadius`. Default false.
  public var masksToBounds = false

  /// A layer with these values; the other properties have their defaults.
  public init(bounds: Rect, position: Point, contents: Contents = .none) {
    (self.bounds, self.position, self.contents) = (bounds, position, contents)
  }
}
