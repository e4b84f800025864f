import MeshTransform
import SceneDocument

/// Values of the form `name:key=value,key=value`.
enum SpecCompletion {
  /// A key with its meaning, and its values where they have names.
  private struct Key {
    let name: String
    let summary: String
    var values: [String] = []
  }

  /// A preset with its parameters.
  static func mesh(_ word: String) -> Completion {
    guard let colon = word.firstIndex(of: ":") else {
      let map = Completion.Candidate(MapDescription.mark, "a map of positions")
      return Completion(candidates: MeshPreset.all.map { Completion.Candidate($0.name, $0.summary) } + [map])
    }
    if word.hasPrefix(MapDescription.mark) { return map(String(word[word.index(after: colon)...])) }
    guard let preset = MeshPreset.all.first(where: { $0.name == word[..<colon] }) else { return .none }
    let keys = preset.parameters.map { parameter in
      let text = "\(parameter.summary), \(parameter.text(of: parameter.defaultValue)) unless given"
      return Key(name: parameter.name, summary: text, values: parameter.names)
    }
    // The value of a first parameter with names may stand alone: style:arc.
    let bare = preset.parameters.first?.names ?? []
    return keyed(keys, bare: bare, word[word.index(after: colon)...]).after(String(word[...colon]))
  }

  /// A map with its keys, after the mark.
  private static func map(_ word: String) -> Completion {
    guard let comma = word.firstIndex(of: ",") else {
      return .files(ValueCompletion.maps).after(MapDescription.mark)
    }
    let keys = MapDescription.completions.map { Key(name: $0.name, summary: $0.summary, values: $0.values) }
    return keyed(keys, bare: [], word[word.index(after: comma)...])
      .after(MapDescription.mark + word[...comma])
  }

  /// A kind of light with its properties.
  static func light(_ word: String) -> Completion {
    guard let colon = word.firstIndex(of: ":") else {
      return Completion(
        candidates: Light.Kind.allCases.map { Completion.Candidate($0.rawValue, $0.summary) })
    }
    guard let kind = Light.Kind(rawValue: String(word[..<colon])) else { return .none }
    return properties(Light.properties(of: kind), Light(kind), String(word[word.index(after: colon)...]))
      .after(String(word[...colon]))
  }

  /// Properties alone, as of `--surface`.
  static func properties<Owner>(_ properties: [Property<Owner>], _ owner: Owner, _ text: String) -> Completion
  {
    let keys = properties.map { property in
      Key(
        name: property.name, summary: "\(property.summary), \(property.text(of: owner)) unless given",
        values: property.names)
    }
    return keyed(keys, bare: [], text[...])
  }

  /// The last of the entries that commas separate.
  private static func keyed(_ keys: [Key], bare: [String], _ text: Substring) -> Completion {
    let start = text.lastIndex(of: ",").map { text.index(after: $0) } ?? text.startIndex
    let (head, entry) = (String(text[..<start]), text[start...])
    if let sign = entry.firstIndex(of: "=") {
      let key = keys.first { $0.name == entry[..<sign] }
      return Completion.words(key?.values ?? []).after(head + entry[...sign])
    }
    let given = Set(head.split(separator: ",").map { String($0.prefix { $0 != "=" }) })
    let names = keys.filter { !given.contains($0.name) }
      .map { Completion.Candidate($0.name + "=", $0.summary) }
    let alone = head.isEmpty ? bare.map { Completion.Candidate($0) } : []
    return Completion(candidates: alone + names).after(head)
  }
}

extension Property {
  /// The names of its values; empty for numbers.
  fileprivate var names: [String] {
    switch value {
    case .choice(let choice): choice.names
    case .flag: ["true", "false"]
    case .color, .optionalColor: ColorText.names
    default: []
    }
  }
}
