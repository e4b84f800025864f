import MeshTransform

/// A layer as a scene file has it: what needs files, fonts or the size of its contents is still to be made.
public struct LayerPlan: Sendable {
  /// All that is known at once. Contents, mesh, transforms and sublayers are the plan's own.
  public var layer = Layer(bounds: .zero, position: .zero)
  public var contents = ContentsPlan.none
  public var mesh: MeshPlan?
  public var transform: TransformPlan?
  public var sublayerTransform: TransformPlan?
  /// False takes the natural size of the contents for the bounds.
  public var hasBounds = false
  /// In superlayer points; sets bounds size and position instead of them.
  public var frame: Rect?
  public var sublayers: [LayerPlan] = []
  /// What moves it; later ones come on top of earlier ones.
  public var animations: [AnimationPlan] = []
  /// In bytes of the scene file.
  var offset = 0
  var depth = 1

  public init() {}

  /// - `depth`: 1 for a top-level layer.
  init(_ reader: inout JSONReader, depth: Int) throws(DocumentError) {
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
    guard hasBounds || frame != nil || contents.hasNaturalSize else {
      throw reader.error(
        at: offset,
        "the layer has no \"bounds\"; give it [x, y, width, height], a frame, or an image, text, sequence or stream as contents"
      )
    }
  }

  static let fields: [JSONField<LayerPlan>] =
    places + looks + bending + [
      JSONField("animations", JSONSchema.array(of: JSONSchema.reference("animation"))) {
        reader, plan throws(DocumentError) in plan.animations = try reader.readAnimations()
      },
      JSONField("lights", JSONSchema.array(of: JSONSchema.reference("light"))) {
        reader, plan throws(DocumentError) in plan.layer.lights = try reader.readLights()
      },
      JSONField("sublayers", JSONSchema.array(of: JSONSchema.reference("layer"))) {
        reader, plan throws(DocumentError) in plan.sublayers = try reader.readLayers(depth: plan.depth + 1)
      },
    ]

  private static let places: [JSONField<LayerPlan>] = [
    JSONField("name", JSONSchema.string) { reader, plan throws(DocumentError) in
      plan.layer.name = try reader.readString("a name")
    },
    JSONField("bounds", JSONSchema.numbers(4)) { reader, plan throws(DocumentError) in
      (plan.layer.bounds, plan.hasBounds) = (try reader.readRect(), true)
    },
    JSONField("frame", JSONSchema.numbers(4)) { reader, plan throws(DocumentError) in
      plan.frame = try reader.readRect()
    },
    .point("position", \.layer.position), .number("zPosition", \.layer.zPosition, -1e9...1e9),
    .point("anchorPoint", \.layer.anchorPoint), .number("anchorPointZ", \.layer.anchorPointZ, -1e9...1e9),
    JSONField("transform", TransformPlan.schema) { reader, plan throws(DocumentError) in
      plan.transform = try TransformPlan(&reader)
    },
    JSONField("sublayerTransform", TransformPlan.schema) { reader, plan throws(DocumentError) in
      plan.sublayerTransform = try TransformPlan(&reader)
    },
  ]

  private static let looks: [JSONField<LayerPlan>] = [
    JSONField("contents", JSONSchema.object(ContentsDraft.fields)) { reader, plan throws(DocumentError) in
      let draft = try ContentsDraft(&reader)
      plan.contents = draft.contents
      (plan.layer.contentsGravity, plan.layer.contentsRect) = (draft.gravity, draft.rect)
      plan.layer.contentsScale = draft.scale ?? 1
    },
    .choice("magnificationFilter", \.layer.magnificationFilter),
    .number("opacity", \.layer.opacity, 0...1), .boolean("isHidden", \.layer.isHidden),
    .boolean("isDoubleSided", \.layer.isDoubleSided), .boolean("masksToBounds", \.layer.masksToBounds),
    .number("cornerRadius", \.layer.cornerRadius, 0...1e9),
    JSONField("border", JSONSchema.object(Border.fields)) { reader, plan throws(DocumentError) in
      var border = Border()
      try reader.readFields(Border.fields, into: &border, "a border, {\"width\": 1, \"color\": \"black\"}")
      (plan.layer.borderWidth, plan.layer.borderColor) = (border.width, border.color)
    },
    JSONField("backgroundColor", JSONSchema.color) { reader, plan throws(DocumentError) in
      plan.layer.backgroundColor = try reader.readColor()
    },
  ]

  private static let bending: [JSONField<LayerPlan>] = [
    JSONField("mesh", JSONSchema.reference("mesh")) { reader, plan throws(DocumentError) in
      plan.mesh = try MeshPlan(&reader)
    },
    JSONField("surface", JSONSchema.object(Surface.fields)) { reader, plan throws(DocumentError) in
      try reader.readFields(Surface.fields, into: &plan.layer.surface, "a surface, {\"specular\": 0.3, ...}")
    },
    JSONField("rasterizationScale", JSONSchema.number(1e-3...1e3)) { reader, plan throws(DocumentError) in
      plan.layer.rasterizationScale = try reader.readNumber(in: 1e-3...1e3)
    },
  ]

  /// Both parts of a border, which is one key.
  private struct Border {
    var width = 1.0
    var color = Color.black

    static let fields: [JSONField<Border>] = [.number("width", \.width, 0...1e9), .color("color", \.color)]
  }
}

extension ContentsPlan {
  var hasNaturalSize: Bool {
    switch self {
    case .image, .text, .moving: true
    case .none, .color, .gradient: false
    }
  }
}

extension JSONReader {
  mutating func readLayers(depth: Int) throws(DocumentError) -> [LayerPlan] {
    var layers: [LayerPlan] = []
    try readArray("an array of layers") { reader, _ throws(DocumentError) in
      layers.append(try LayerPlan(&reader, depth: depth))
    }
    return layers
  }
}
