import MeshTransform

extension Light {
  /// The keys of all kinds of light.
  static let fields =
    [.choice("type", \.kind, "the kind of light", default: .value(.string(Light().kind.rawValue)))]
    + properties.map { JSONField($0, default: defaultValue(of: $0)) }

  /// The default of a property: a value, or a phrase where it depends on the kind of light.
  private static func defaultValue(of property: Property<Light>) -> JSONKey.Default {
    let kinds = Kind.allCases.filter { kind in properties(of: kind).contains { $0.key == property.key } }
    let values = kinds.map { (kind: $0, light: Light($0)) }
    guard let last = values.last else { return .phrase("none") }
    guard let other = values.first(where: { !property.isSame(in: $0.light, last.light) }) else {
      return property.defaultValue(in: last.light)
    }
    return .phrase(
      "\(property.text(of: other.light)) for \(other.kind.withArticle) light, else \(property.text(of: last.light))"
    )
  }

  init(_ reader: inout JSONReader) throws(DocumentError) {
    self.init()
    reader.skipSpaces()
    let start = reader.offset
    let offsets = try reader.readFields(Self.fields, into: &self, "a light, {\"type\": \"directional\", ...}")
    let allowed = Self.properties(of: kind).map(\.key) + ["type"]
    for (key, offset) in offsets.entries where !allowed.contains(key) {
      throw reader.error(
        at: offset, key: key,
        "\(kind.withArticle) light does not have this key; use \(NearestName.list(allowed))")
    }
    // Properties that are not given had the defaults of the initial kind.
    let defaults = Light(kind)
    for property in Self.properties where offsets[property.key] == nil {
      property.copy(from: defaults, to: &self)
    }
    do { try validate() } catch { throw reader.error(at: start, error.description) }
  }

  /// All properties of its kind.
  var json: JSONValue {
    .object([("type", .string(kind.rawValue))] + Self.properties(of: kind).flatMap { $0.members(of: self) })
  }
}

extension Surface {
  static let fields = properties.map { JSONField($0, of: Surface()) }

  var json: JSONValue { .object(Self.properties.flatMap { $0.members(of: self) }) }
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
      let text = String(Int(clamping: byte), radix: 16)
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
