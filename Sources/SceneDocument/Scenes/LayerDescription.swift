import MeshTransform

/// A layer as a scene file describes it: everything that needs files, fonts or the size of the contents is not yet
/// built.
public struct LayerDescription: Sendable {
  /// The properties that need no resources; contents, mesh, transforms and sublayers are kept in the description.
  public var layer = Layer(bounds: .zero, position: .zero)
  public var contents = ContentsDescription.none
  public var mesh: MeshDescription?
  public var transform: TransformDescription?
  public var sublayerTransform: TransformDescription?
  /// False: the bounds are the natural size of the contents.
  public var hasBounds = false
  /// In superlayer points; sets the bounds' size and the position.
  public var frame: Rect?
  /// The sublayers; after them one that is the layer's back, and one that masks it.
  public var sublayers: [LayerDescription] = []
  /// Whether the layer fills the bounds of its superlayer, whatever its own.
  public var fillsSuperlayer = false
  /// The layer's animations; later ones apply after earlier ones.
  public var animations: [AnimationDescription] = []
  /// The offset in bytes of the scene file.
  var offset = 0
  var depth = 1
  /// The back and the mask, until all other sublayers have been read.
  private var back: [LayerDescription] = []
  private var mask: [LayerDescription] = []

  public init() {}

  /// Reads a mask or a back: the path of an image, or a layer, which fills the superlayer unless it has bounds or a
  /// frame.
  private init(fillingFrom reader: inout JSONReader, depth: Int) throws(DocumentError) {
    reader.skipSpaces()
    if reader.isAtString() {
      self.init()
      (self.depth, offset) = (depth, reader.offset)
      contents = .image(try SceneReference(&reader, "the path of an image"))
      fillsSuperlayer = true
    } else {
      try self.init(&reader, depth: depth, mayFill: true)
    }
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
        "this layer lies more than \(SceneFile.depthLimit) layers deep, the limit; use fewer inside one another"
      )
    }
    guard reader.layerCount <= limits.layers else {
      throw reader.error("there are more than \(limits.layers) layers, the limit")
    }
    let offsets = try reader.readFields(Self.fields, into: &self, "a layer, {\"bounds\": ...}")
    for key in ["bounds", "position"] where frame != nil {
      if let offset = offsets[key] {
        throw reader.error(at: offset, key: key, "there is also a frame, which sets it; keep one of them")
      }
    }
    sublayers += back + mask
    (back, mask) = ([], [])
    if mayFill, !hasBounds, frame == nil {
      fillsSuperlayer = true
      return
    }
    guard hasBounds || frame != nil || contents.hasNaturalSize else {
      throw reader.error(
        at: offset,
        "the layer has no \"bounds\"; give it [x, y, width, height], a frame, or an image, text, sequence or stream as contents"
      )
    }
  }

  static let fields: [JSONField<LayerDescription>] =
    places + looks + bending + [
      JSONField("animations", JSONSchema.array(of: JSONSchema.reference("animation"))) {
        reader, description throws(DocumentError) in description.animations = try reader.readAnimations()
      },
      JSONField("lights", JSONSchema.array(of: JSONSchema.reference("light"))) {
        reader, description throws(DocumentError) in description.layer.lights = try reader.readLights()
      },
      JSONField("mask", JSONSchema.any(JSONSchema.string, JSONSchema.reference("layer"))) {
        reader, description throws(DocumentError) in
        var mask = try LayerDescription(fillingFrom: &reader, depth: description.depth + 1)
        if mask.layer.maskMode == .none { mask.layer.maskMode = .alpha }
        description.mask = [mask]
      },
      JSONField("backContents", JSONSchema.any(JSONSchema.string, JSONSchema.reference("layer"))) {
        reader, description throws(DocumentError) in
        var back = try LayerDescription(fillingFrom: &reader, depth: description.depth + 1)
        back.layer.isBackContents = true
        description.back = [back]
      },
      JSONField(Layer.depthProperty).within(\.layer),
      JSONField("sublayers", JSONSchema.array(of: JSONSchema.reference("layer"))) {
        reader, description throws(DocumentError) in
        description.sublayers = try reader.readLayers(depth: description.depth + 1)
      },
    ]

  private static let places: [JSONField<LayerDescription>] =
    [
      JSONField("name", JSONSchema.string) { reader, description throws(DocumentError) in
        description.layer.name = try reader.readString("a name")
      },
      JSONField(Layer.boundsProperty).within(\.layer) { $0.hasBounds = true },
      JSONField("frame", JSONSchema.numbers(4)) { reader, description throws(DocumentError) in
        description.frame = try reader.readRect()
      },
      JSONField(Layer.positionProperty).within(\.layer),
    ] + Layer.placement.map { JSONField($0).within(\.layer) } + [
      JSONField("transform", TransformDescription.schema) { reader, description throws(DocumentError) in
        description.transform = try TransformDescription(&reader)
      },
      JSONField("sublayerTransform", TransformDescription.schema) {
        reader, description throws(DocumentError) in
        description.sublayerTransform = try TransformDescription(&reader)
      },
    ]

  private static let looks: [JSONField<LayerDescription>] =
    [
      JSONField("contents", JSONSchema.object(ContentsDraft.fields)) {
        reader, description throws(DocumentError) in
        let draft = try ContentsDraft(&reader)
        description.contents = draft.contents
        for property in Layer.contentsPlacement { property.copy(from: draft.layer, to: &description.layer) }
      }
    ] + (Layer.looks + Layer.shadow).map { JSONField($0).within(\.layer) } + [
      JSONField("border", JSONSchema.object(border)) { reader, description throws(DocumentError) in
        // A border without a width is one point wide.
        description.layer.borderWidth = 1
        try reader.readFields(
          border, into: &description.layer, "a border, {\"width\": 1, \"color\": \"black\"}")
      },
      JSONField(Layer.backgroundProperty).within(\.layer),
    ]

  /// The keys of `border`.
  private static let border = Layer.border.map { JSONField($0) }

  private static let bending: [JSONField<LayerDescription>] = [
    JSONField("mesh", JSONSchema.reference("mesh")) { reader, description throws(DocumentError) in
      description.mesh = try MeshDescription(&reader)
    },
    JSONField("surface", JSONSchema.object(Surface.fields)) { reader, description throws(DocumentError) in
      try reader.readFields(
        Surface.fields, into: &description.layer.surface, "a surface, {\"specular\": 0.3, ...}")
    },
    JSONField(Layer.rasterizationProperty).within(\.layer),
  ]
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
