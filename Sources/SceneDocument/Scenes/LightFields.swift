import MeshTransform

extension Light {
  /// The keys of all lights; which of them a kind has is ``LightSpec``'s to say.
  static let fields: [JSONField<Light>] = [
    .choice("type", \.kind), .boolean("enabled", \.isEnabled), .color("color", \.color),
    .number("intensity", \.intensity, 0...1e6), .number("ambientIntensity", \.ambientIntensity, 0...1e6),
    .number("diffuseIntensity", \.diffuseIntensity, 0...1e6),
    .number("specularIntensity", \.specularIntensity, 0...1e6), .point3D("direction", \.direction),
    .point3D("position", \.position), .number("falloff", \.falloff, 0...1e6),
    .number("falloffDistance", \.falloffDistance, 1e-9...1e9),
    JSONField("coneAngle", JSONSchema.any(JSONSchema.number(0...90), JSONSchema.string)) {
      reader, light throws(DocumentError) in
      light.coneAngle = .degrees(try reader.readDegrees(in: 0...90))
    },
    .number("coneEdgeSoftness", \.coneEdgeSoftness, 0...1),
  ]

  init(_ reader: inout JSONReader) throws(DocumentError) {
    self.init()
    reader.skipSpaces()
    let start = reader.offset
    let offsets = try reader.readFields(Self.fields, into: &self, "a light, {\"type\": \"directional\", ...}")
    let allowed = LightSpec.keys(of: kind) + ["type"]
    for (key, offset) in offsets.sorted(by: { $0.value < $1.value }) where !allowed.contains(key) {
      throw reader.error(
        at: offset, key: key, "\(kind.withArticle) light has none; use \(NearestName.list(allowed))")
    }
    // Before the kind was known, the intensities had the defaults of another.
    let defaults = Light(kind)
    if offsets["ambientIntensity"] == nil { ambientIntensity = defaults.ambientIntensity }
    if offsets["diffuseIntensity"] == nil { diffuseIntensity = defaults.diffuseIntensity }
    if offsets["specularIntensity"] == nil { specularIntensity = defaults.specularIntensity }
    do { try validate() } catch { throw reader.error(at: start, error.description) }
  }

  /// All properties of its kind.
  var json: JSONValue {
    let values: [(key: String, value: JSONValue)] = [
      ("enabled", .boolean(isEnabled)), ("color", color.json), ("intensity", .number(intensity)),
      ("ambientIntensity", .number(ambientIntensity)), ("diffuseIntensity", .number(diffuseIntensity)),
      ("specularIntensity", .number(specularIntensity)), ("direction", direction.json),
      ("position", position.json), ("falloff", .number(falloff)),
      ("falloffDistance", .number(falloffDistance)), ("coneAngle", .number(coneAngle.degrees)),
      ("coneEdgeSoftness", .number(coneEdgeSoftness)),
    ]
    let allowed = LightSpec.keys(of: kind)
    return .object([("type", .string(kind.rawValue))] + values.filter { allowed.contains($0.key) })
  }
}

extension Surface {
  static let fields: [JSONField<Surface>] = [
    .number("ambient", \.ambient, 0...1e6), .number("diffuse", \.diffuse, 0...1e6),
    .number("specular", \.specular, 0...1e6), .number("exponent", \.specularExponent, 1e-9...1e6),
    .choice("shading", \.shading),
  ]

  var json: JSONValue {
    [
      "ambient": .number(ambient), "diffuse": .number(diffuse), "specular": .number(specular),
      "exponent": .number(specularExponent), "shading": .string(shading.rawValue),
    ]
  }
}

extension JSONReader {
  mutating func readLights() throws(DocumentError) -> [Light] {
    var lights: [Light] = []
    let limit = LayerLimits().lights
    try readArray("an array of lights") { reader, index throws(DocumentError) in
      guard index < limit else { throw reader.error("there are more than \(limit) lights, the limit") }
      lights.append(try Light(&reader))
    }
    return lights
  }
}

extension Color {
  /// `#rrggbb` where that is exact, else the channels.
  var json: JSONValue {
    let bytes = [red, green, blue, alpha].map { ($0 * 255).rounded() }
    let isExact = zip(bytes, [red, green, blue, alpha]).allSatisfy {
      (0...255).contains($0) && $0 / 255 == $1
    }
    guard isExact else { return .numbers([red, green, blue, alpha]) }
    let digits = bytes.map { byte in
      let text = String(Int(byte), radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    return .string("#" + digits.dropLast(alpha == 1 ? 1 : 0).joined())
  }
}

extension Rect {
  var json: JSONValue { .numbers([origin.x, origin.y, size.width, size.height]) }
}

extension Point {
  var json: JSONValue { .numbers([x, y]) }
}

extension Point3D {
  var json: JSONValue { .numbers([x, y, z]) }
}
