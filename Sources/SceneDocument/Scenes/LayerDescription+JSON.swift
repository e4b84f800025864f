import MeshTransform

extension LayerDescription {
  /// The keys that differ from the defaults.
  var json: JSONValue {
    let plain = Layer(bounds: .zero, position: .zero)
    var members: [(key: String, value: JSONValue)] = []
    func add(_ key: String, _ value: JSONValue, if isGiven: Bool = true) {
      if isGiven { members.append((key, value)) }
    }
    func add(_ properties: [Property<Layer>]) {
      for property in properties { members += property.members(of: layer, unlike: plain) }
    }
    if let name = layer.name { add("name", .string(name)) }
    if fillsSuperlayer {
      // Neither bounds nor position: those of the superlayer hold.
    } else if let frame {
      add("frame", frame.json)
    } else {
      if hasBounds { members += Layer.boundsProperty.members(of: layer) }
      members += Layer.positionProperty.members(of: layer)
    }
    add(Layer.placement)
    if let transform { add("transform", transform.json) }
    if let sublayerTransform { add("sublayerTransform", sublayerTransform.json) }
    add("contents", contentsJSON, if: contents != .none)
    add(Layer.looks + Layer.shadow)
    if Layer.border.contains(where: { !$0.isSame(in: layer, plain) }) {
      add("border", .object(Layer.border.flatMap { $0.members(of: layer) }))
    }
    add([Layer.backgroundProperty])
    if let mesh { add("mesh", mesh.json) }
    add("surface", layer.surface.json, if: layer.surface != plain.surface)
    add([Layer.rasterizationProperty])
    add("lights", .array(layer.lights.map(\.json)), if: !layer.lights.isEmpty)
    add("animations", .array(animations.map(\.json)), if: !animations.isEmpty)
    add([Layer.depthProperty])
    var drawn = sublayers
    if let mask = drawn.last, mask.layer.maskMode != .none {
      add("mask", mask.json)
      drawn.removeLast()
    }
    if var back = drawn.last, back.layer.isBackContents {
      back.layer.isBackContents = false
      add("backContents", back.json)
      drawn.removeLast()
    }
    add("sublayers", .array(drawn.map(\.json)), if: !drawn.isEmpty)
    return .object(members)
  }

  private var contentsJSON: JSONValue {
    let plain = Layer(bounds: .zero, position: .zero)
    let placement = Layer.contentsPlacement.flatMap { $0.members(of: layer, unlike: plain) }
    let light = flattensLight ? [(key: "flattenLight", value: JSONValue.boolean(true))] : []
    var members: [(key: String, value: JSONValue)] = []
    switch contents {
    case .none: break
    case .color(let color): members = [("color", color.json)]
    case .gradient(let gradient): members = [("gradient", gradient.json)]
    case .image(let reference):
      members = [("image", .string(reference.path))] + placement + light
    case .moving(let content):
      members = content.members + placement + light
    case .text(let text):
      members = [("text", .string(text.text))]
      if let font = text.font { members.append(("font", .string(font))) }
      if let file = text.fontFile { members.append(("fontFile", .string(file))) }
      if let size = text.fontSize { members.append(("fontSize", .number(size))) }
      if let color = text.color { members.append(("color", color.json)) }
      if let outline = text.outline {
        members.append(("outline", .object(TextOutline.properties.flatMap { $0.members(of: outline) })))
      }
      if let width = text.width { members.append(("width", .number(width))) }
      if let alignment = text.alignment { members.append(("align", .string(alignment.rawValue))) }
      if let spacing = text.letterSpacing { members.append(("letterSpacing", .number(spacing))) }
      if let language = text.hyphens { members.append(("hyphens", .string(language))) }
      if text.fit != .none { members.append(("fit", .string(text.fit.rawValue))) }
      if let size = text.minimumFontSize { members.append(("minimumFontSize", .number(size))) }
      if let split = text.split { members.append(("split", .string(split.rawValue))) }
      // A text has other defaults: its gravity is center, and its scale follows the canvas.
      members += placement.filter { $0.key != "scale" && $0.key != "gravity" }
      if hasGravity { members.append(("gravity", .string(layer.contentsGravity.rawValue))) }
      if let scale = text.scale { members.append(("scale", .number(scale))) }
    }
    return .object(members)
  }
}
