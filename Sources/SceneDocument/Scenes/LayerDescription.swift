import MeshTransform

/// A layer as a scene file describes it: everything that needs files, fonts or the size of the contents is not yet
/// built.
public struct LayerDescription: Sendable {
  /// The properties that need no resources; contents, mesh, transforms and sublayers are kept in the description.
  public var layer = Layer(bounds: .zero, position: .zero)
  /// The contents of the layer. Default none.
  public var contents = ContentsDescription.none
  /// The mesh that bends the layer; nil for none.
  public var mesh: MeshDescription? {
    get { boxedMesh.value }
    set { boxedMesh.value = newValue }
  }
  /// The transform of the layer; nil for the identity.
  public var transform: TransformDescription? {
    get { boxedTransform.value }
    set { boxedTransform.value = newValue }
  }
  /// The transform of the sublayers; nil for the identity.
  public var sublayerTransform: TransformDescription? {
    get { boxedSublayerTransform.value }
    set { boxedSublayerTransform.value = newValue }
  }
  /// False: the bounds are the natural size of the contents.
  public var hasBounds = false
  /// False: an image is stretched to the bounds, and a text is centered in them at its own size.
  public var hasGravity = false
  /// Whether the light on an image, or on moving contents, is made even.
  public var flattensLight = false
  /// In superlayer points; sets the bounds' size and the position.
  public var frame: Rect?
  /// The sublayers; after them one that is the layer's back, and one that masks it.
  public var sublayers: [LayerDescription] = []
  /// Whether the layer fills the bounds of its superlayer, whatever its own.
  public var fillsSuperlayer = false
  /// The layer's animations; later ones apply after earlier ones.
  public var animations: [AnimationDescription] = []
  private var boxedMesh = Boxed<MeshDescription>()
  private var boxedTransform = Boxed<TransformDescription>()
  private var boxedSublayerTransform = Boxed<TransformDescription>()
  /// The offset in bytes of the scene file.
  var offset = 0
  var depth = 1
  /// Whether values of the layer have faults and are left out.
  private(set) var isFaulty = false
  /// The key of the superlayer that has the layer.
  private(set) var key = Key.sublayers
  /// Whether the file has the path of an image in place of the layer.
  private(set) var isPath = false
  /// The back and the mask, until all other sublayers have been read.
  private var back: [LayerDescription] = []
  private var mask: [LayerDescription] = []

  /// The keys of a layer whose values are layers.
  enum Key: String, Sendable { case sublayers, mask, backContents }

  /// A layer with the default values.
  public init() {}

  /// Reads a mask or a back: the path of an image, or a layer, which fills the superlayer unless it has bounds or a
  /// frame.
  private init(fillingFrom reader: inout JSONReader, depth: Int) throws(DocumentError) {
    reader.skipSpaces()
    if reader.isAtString() {
      self.init()
      (self.depth, offset) = (depth, reader.offset)
      contents = .image(try SceneReference(&reader, "the path of an image"))
      (fillsSuperlayer, isPath) = (true, true)
    } else {
      try self.init(&reader, depth: depth, mayFill: true)
    }
  }

  private func with(_ key: Key) -> LayerDescription {
    var layer = self
    layer.key = key
    return layer
  }

  /// - `depth`: 1 for a top-level layer.
  /// - `mayFill`: whether the layer fills its superlayer unless it has bounds or a frame.
  init(_ reader: inout JSONReader, depth: Int, mayFill: Bool = false) throws(DocumentError) {
    self.depth = depth
    reader.skipSpaces()
    offset = reader.offset
    reader.layerCount += 1
    let limits = LayerLimits()
    guard depth <= SceneFile.depthLimit else {
      throw reader.error(
        "this layer is nested more than \(SceneFile.depthLimit) layers deep, the limit; nest fewer layers"
      )
    }
    guard reader.layerCount <= limits.layers else {
      throw reader.error("there are more than \(limits.layers) layers, the limit")
    }
    let faultCount = reader.faultCount
    let offsets = try reader.readFields(
      Self.fields, into: &self, "a layer, {\"bounds\": ...}",
      inner: [
        ("contents", ContentsDraft.fields.map(\.name)), ("surface", Surface.fields.map(\.name)),
      ])
    isFaulty = reader.faultCount > faultCount
    for key in ["bounds", "position"] where frame != nil {
      if let offset = offsets[key] {
        throw reader.error(at: offset, key: key, "there is also a frame, which sets it; keep one of them")
      }
    }
    if case .text(let text) = contents {
      if text.split != nil, !sublayers.isEmpty {
        throw reader.error(
          at: offsets["sublayers"], key: "sublayers",
          "the parts of the split text are the sublayers; make other layers siblings of this one")
      }
      if text.fit != .none, !hasBounds, frame == nil, !mayFill {
        throw reader.error(
          at: offset,
          "the text of this layer has a \"fit\", but no bounds to fit into; add \"bounds\" to the layer")
      }
    }
    sublayers += back.map { $0.with(.backContents) } + mask.map { $0.with(.mask) }
    (back, mask) = ([], [])
    if mayFill, !hasBounds, frame == nil {
      fillsSuperlayer = true
      return
    }
    guard isFaulty || hasBounds || frame != nil || contents.hasNaturalSize else {
      throw reader.error(
        at: offset,
        "the layer has no \"bounds\"; add [x, y, width, height], a frame, or an image, text, sequence or stream as contents"
      )
    }
  }

  static let fields: [JSONField<LayerDescription>] =
    places + looks + bending + [
      JSONField(
        "animations", JSONSchema.array(of: JSONSchema.reference("animation")),
        "the animations of the layer; later ones apply after earlier ones", default: .value([])
      ) {
        reader, description throws(DocumentError) in description.animations = try reader.readAnimations()
      },
      JSONField(
        "lights", JSONSchema.array(of: JSONSchema.reference("light")),
        "the lights of the sublayers, not of this layer, in layer points", default: .value([])
      ) {
        reader, description throws(DocumentError) in description.layer.lights = try reader.readLights()
      },
      JSONField(
        "mask", JSONSchema.any(JSONSchema.string, JSONSchema.reference("layer")),
        "the path of an image, or a layer, that cuts the layer with its sublayers; a mask without bounds and frame fills the "
          + "bounds of this layer, and the maskMode of a mask is alpha unless it is given",
        default: .phrase("none")
      ) {
        reader, description throws(DocumentError) in
        var mask = try LayerDescription(fillingFrom: &reader, depth: description.depth + 1)
        if mask.layer.maskMode == .none { mask.layer.maskMode = .alpha }
        description.mask = [mask]
      },
      JSONField(
        "backContents", JSONSchema.any(JSONSchema.string, JSONSchema.reference("layer")),
        "the path of an image, or a layer, that shows where the layer is seen from behind",
        default: .phrase("the front, mirrored")
      ) {
        reader, description throws(DocumentError) in
        var back = try LayerDescription(fillingFrom: &reader, depth: description.depth + 1)
        back.layer.isBackContents = true
        description.back = [back]
      },
      field(Layer.depthProperty),
      JSONField(
        "sublayers", JSONSchema.array(of: JSONSchema.reference("layer")),
        "the layers inside this one, from back to front; they are flattened into its plane, and its mesh bends them with it",
        default: .value([])
      ) {
        reader, description throws(DocumentError) in
        description.sublayers = try reader.readLayers(depth: description.depth + 1)
      },
    ]

  /// The key of a property whose default is the model's.
  private static func field(_ property: Property<Layer>) -> JSONField<LayerDescription> {
    JSONField(property, of: Layer(bounds: .zero, position: .zero)).within(\.layer)
  }

  private static let places: [JSONField<LayerDescription>] =
    [
      JSONField(
        "name", JSONSchema.string,
        "a name for errors, --image and --set; it need not be unique",
        default: .phrase("none")
      ) { reader, description throws(DocumentError) in
        description.layer.name = try reader.readString("a name")
      },
      JSONField(
        Layer.boundsProperty, default: .phrase("the size of the image, text or video, at the origin")
      ).within(\.layer) { $0.hasBounds = true },
      JSONField(
        "frame", JSONSchema.numbers(4),
        "the rectangle in the superlayer, x, y, width and height; it replaces bounds and position, which are then "
          + "omitted",
        unit: "points", default: .phrase("none")
      ) { reader, description throws(DocumentError) in
        description.frame = try reader.readBounds()
      },
      field(Layer.positionProperty),
    ] + Layer.placement.map(field) + [
      JSONField(
        "transform", TransformDescription.schema,
        "the transform about the anchor point: a CSS transform list, or sixteen numbers by rows",
        default: .phrase("none")
      ) { reader, description throws(DocumentError) in
        description.transform = try TransformDescription(&reader)
      },
      JSONField(
        "sublayerTransform", TransformDescription.schema,
        "the transform of all sublayers about the anchor point, such as a common perspective",
        default: .phrase("none")
      ) {
        reader, description throws(DocumentError) in
        description.sublayerTransform = try TransformDescription(&reader)
      },
    ]

  private static let looks: [JSONField<LayerDescription>] =
    [
      JSONField(
        "contents", JSONSchema.object(ContentsDraft.fields),
        "the content above the background: an image, a text, a color, a gradient or moving pictures",
        default: .phrase("none")
      ) {
        reader, description throws(DocumentError) in
        let draft = try ContentsDraft(&reader)
        (description.contents, description.hasGravity) = (draft.contents, draft.hasGravity)
        description.flattensLight = draft.flattensLight
        for property in Layer.contentsPlacement { property.copy(from: draft.layer, to: &description.layer) }
      }
    ] + (Layer.looks + Layer.shadow).map(field) + [
      JSONField(
        "border", JSONSchema.object(border),
        "a line along the edge of the bounds, above contents and sublayers",
        default: .phrase("none")
      ) { reader, description throws(DocumentError) in
        // A border without a width is one point wide.
        description.layer.borderWidth = 1
        try reader.readFields(
          border, into: &description.layer, "a border, {\"width\": 1, \"color\": \"black\"}")
      },
      field(Layer.backgroundProperty),
    ]

  /// The keys of `border`, which has a line of one point unless it says another width.
  static let border = Layer.border.map { property in
    var plain = Layer(bounds: .zero, position: .zero)
    plain.borderWidth = 1
    return JSONField(property, of: plain)
  }

  private static let bending: [JSONField<LayerDescription>] = [
    JSONField(
      "mesh", JSONSchema.reference("mesh"),
      "the mesh that bends the layer with its sublayers: a preset, a file, or vertices and faces",
      default: .phrase("none")
    ) { reader, description throws(DocumentError) in
      description.mesh = try MeshDescription(&reader)
    },
    JSONField(
      "surface", JSONSchema.object(Surface.fields), "the reflection of light by the layer",
      default: .phrase("matte")
    ) { reader, description throws(DocumentError) in
      try reader.readFields(
        Surface.fields, into: &description.layer.surface, "a surface, {\"specular\": 0.3, ...}")
    },
    field(Layer.rasterizationProperty),
  ]
}

extension LayerDescription {
  /// Whether the layer has another size than its contents.
  var isSized: Bool { hasBounds || frame != nil || fillsSuperlayer }

  /// A text of the layer as it is placed in its bounds.
  /// - Parameter layer: the built layer with its bounds.
  func placed(_ text: SceneText, in layer: Layer) -> SceneText {
    var text = text
    guard isSized, !layer.contentsGravity.isScaling else { return text }
    // A gravity that is written places the text as it places an image.
    text.box = TextBox(
      size: layer.bounds.size, isCentered: !hasGravity,
      minimumFontSize: text.fit == .shrink ? text.minimumFontSize ?? SceneText.defaultMinimumFontSize : nil)
    return text
  }
}

extension ContentsDescription {
  var hasNaturalSize: Bool {
    switch self {
    case .image, .text, .moving: true
    case .none, .color, .gradient: false
    }
  }
}

extension JSONReader {
  mutating func readLayers(depth: Int) throws(DocumentError) -> [LayerDescription] {
    var layers: [LayerDescription] = []
    try readArray("an array of layers") { reader, _ throws(DocumentError) in
      layers.append(try LayerDescription(&reader, depth: depth))
    }
    return layers
  }
}
