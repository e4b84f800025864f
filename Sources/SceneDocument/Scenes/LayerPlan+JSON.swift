import MeshTransform

extension LayerPlan {
  /// What differs from the defaults.
  var json: JSONValue {
    let plain = Layer(bounds: .zero, position: .zero)
    var members: [(key: String, value: JSONValue)] = []
    func add(_ key: String, _ value: JSONValue, if isGiven: Bool = true) {
      if isGiven { members.append((key, value)) }
    }
    func add<Value: Equatable>(
      _ key: String, _ path: KeyPath<Layer, Value>, _ json: (Value) -> JSONValue
    ) {
      let value = layer[keyPath: path]
      if value != plain[keyPath: path] { members.append((key, json(value))) }
    }
    if let name = layer.name { add("name", .string(name)) }
    if let frame { add("frame", frame.json) }
    add("bounds", layer.bounds.json, if: hasBounds && frame == nil)
    add("position", layer.position.json, if: frame == nil)
    add("zPosition", \.zPosition, JSONValue.number)
    add("anchorPoint", \.anchorPoint, \.json)
    add("anchorPointZ", \.anchorPointZ, JSONValue.number)
    if let transform { add("transform", transform.json) }
    if let sublayerTransform { add("sublayerTransform", sublayerTransform.json) }
    add("contents", contentsJSON, if: contents != .none)
    add("magnificationFilter", \.magnificationFilter) { .string($0.rawValue) }
    add("opacity", \.opacity, JSONValue.number)
    add("isHidden", \.isHidden, JSONValue.boolean)
    add("isDoubleSided", \.isDoubleSided, JSONValue.boolean)
    add("masksToBounds", \.masksToBounds, JSONValue.boolean)
    add("cornerRadius", \.cornerRadius, JSONValue.number)
    let border: JSONValue = ["width": .number(layer.borderWidth), "color": layer.borderColor.json]
    add("border", border, if: layer.borderWidth != 0 || layer.borderColor != plain.borderColor)
    if let color = layer.backgroundColor { add("backgroundColor", color.json) }
    if let mesh { add("mesh", mesh.json) }
    add("surface", \.surface, \.json)
    if let scale = layer.rasterizationScale { add("rasterizationScale", .number(scale)) }
    add("lights", .array(layer.lights.map(\.json)), if: !layer.lights.isEmpty)
    add("animations", .array(animations.map(\.json)), if: !animations.isEmpty)
    add("sublayers", .array(sublayers.map(\.json)), if: !sublayers.isEmpty)
    return .object(members)
  }

  private var contentsJSON: JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    func place(scale: Double?) {
      if layer.contentsGravity != .resize {
        members.append(("gravity", .string(layer.contentsGravity.rawValue)))
      }
      if layer.contentsRect != Rect(0, 0, 1, 1) { members.append(("rect", layer.contentsRect.json)) }
      if let scale { members.append(("scale", .number(scale))) }
    }
    switch contents {
    case .none: break
    case .color(let color): members = [("color", color.json)]
    case .gradient(let gradient): members = [("gradient", gradient.json)]
    case .image(let reference):
      members = [("image", .string(reference.path))]
      place(scale: layer.contentsScale == 1 ? nil : layer.contentsScale)
    case .moving(let content):
      members = content.members
      place(scale: layer.contentsScale == 1 ? nil : layer.contentsScale)
    case .text(let text):
      members = [("text", .string(text.text))]
      if let font = text.font { members.append(("font", .string(font))) }
      if let size = text.fontSize { members.append(("fontSize", .number(size))) }
      if let color = text.color { members.append(("color", color.json)) }
      if let width = text.width { members.append(("width", .number(width))) }
      if let alignment = text.alignment { members.append(("align", .string(alignment.rawValue))) }
      place(scale: text.scale)
    }
    return .object(members)
  }
}
