import MeshTransform

/// Applies overrides to the text of a scene, one after the other: each sees the values of those before it.
///
/// Layers are found by an index of their names, which follows the edits.
struct SceneEditor {
  private let scene: EditableJSON
  /// The layers by the bytes of their names, and others that had the name before; nil until a path begins with a name.
  private var layers: [[UInt8]: [EditableJSON]]?
  private var longestName = 0
  /// The bytes of values that were set in further layers of one name.
  private var copied = 0

  /// The longest path in bytes, and the most keys and elements that it leads through.
  private static let (pathLimit, stepLimit) = (4096, 256)
  private static let copyLimit = 64 << 20
  private static let name = Array("name".utf8), sublayers = Array("sublayers".utf8)

  /// - Parameter scene: the top object of the text.
  init(_ scene: EditableJSON) { self.scene = scene }

  private static let form =
    "the path is incomplete; write a layer's name or a key of the scene and the keys below it, such as "
    + "art.contents.image or canvas.background"

  /// - Returns: a description of the problem; nil where there is none.
  mutating func apply(_ override: SceneOverride) -> String? {
    let path = Array(override.path.utf8)
    guard path.count <= Self.pathLimit else {
      return "the path has \(path.count) bytes; use \(Self.pathLimit) at most"
    }
    // The ends of the names with which the path may begin.
    let ends = path.indices.filter { path[$0] == UInt8(ascii: ".") || path[$0] == UInt8(ascii: "[") }
    let first = path[..<(ends.first ?? path.count)]
    let key = String(decoding: first, as: UTF8.self)
    if SceneFile.fields.contains(where: { $0.name.utf8.elementsEqual(first) }) {
      guard let steps = JSONScanner.Step.parse(path[first.count...]) else { return Self.form }
      return set([scene], [.key(key)] + steps, override)
    }
    // A name may contain dots and brackets; the longest counts. More steps than the limit are refused below.
    let names = ([path.count] + ends.suffix(Self.stepLimit + 1).reversed()).filter { $0 > 0 }
    guard let end = names.first(where: { hasLayer(named: path[..<$0]) }) else {
      let known =
        (layers ?? [:]).keys.filter { hasLayer(named: $0[...]) }.map { String(decoding: $0, as: UTF8.self) }
        .sorted() + SceneFile.fields.map(\.name).filter { $0 != "$schema" }
      return "the scene has no layer and no key '\(key.excerpt)'; \(NearestName.hint(key, among: known))"
    }
    guard let steps = JSONScanner.Step.parse(path[end...]), !steps.isEmpty else { return Self.form }
    return set(layers![Array(path[..<end])]!, steps, override)
  }

  /// Sets the value at the end of `steps`, from each of the `starts` on.
  private mutating func set(
    _ starts: [EditableJSON], _ steps: [JSONScanner.Step], _ override: SceneOverride
  ) -> String? {
    guard steps.count <= Self.stepLimit else {
      return "the path leads through \(steps.count) keys and elements; use \(Self.stepLimit) at most"
    }
    var value = Value(override.value)
    // About 100 bytes in memory stand beside each value.
    copied += (starts.count - 1) * (value.count + override.path.utf8.count + 100)
    guard copied <= Self.copyLimit else {
      return "the values of layers that share a name have more than \(Self.copyLimit >> 20) MiB; "
        + "use unique layer names"
    }
    // A layer in a value that an outer one of the same name has lost is gone with it.
    for start in starts where !start.isDetached {
      if let problem = set(start, steps, &value, override) { return problem }
    }
    return nil
  }

  private mutating func set(
    _ start: EditableJSON, _ steps: [JSONScanner.Step], _ value: inout Value, _ override: SceneOverride
  ) -> String? {
    var place = start
    for (index, step) in steps.enumerated() {
      let isLast = index == steps.count - 1
      switch step {
      case .index(let number):
        guard place.isArray else { return "[\(number)] needs an array, but there is none" }
        guard number < place.count else {
          return "there is no element [\(number)]; there are \(place.count), counted from 0"
        }
      case .key(let key):
        guard place.isObject else { return "the key '\(key.excerpt)' needs an object, but there is none" }
      }
      if let found = place.child(step.key) {
        if isLast, let new = place.replace(step.key, with: value.text(replacing: found.isString), override) {
          follow(new, of: place, at: step)
        }
        place = found
        continue
      }
      guard case .key(let key) = step else { return nil }
      // Adds the key with the objects below it.
      var (before, after) = ("", "")
      for step in steps[(index + 1)...] {
        guard case .key(let inner) = step else { return "there is no array '\(key.excerpt)'" }
        before += "{\(inner.quotedAsJSON): "
        after += "}"
      }
      let text = Array(before.utf8) + value.text(replacing: nil) + Array(after.utf8)
      let new = place.add(Array(key.utf8), text, valueOffset: before.utf8.count, override)
      follow(new, of: place, at: step)
      return nil
    }
    return nil
  }
}

// The index of the layers.
extension SceneEditor {
  private mutating func hasLayer(named name: ArraySlice<UInt8>) -> Bool {
    if layers == nil {
      layers = [:]
      scene.child(.key(Array("layers".utf8))).map { collect($0) }
    }
    guard name.count <= longestName else { return false }
    let name = Array(name)
    guard let found = layers?[name] else { return false }
    // Those that were renamed or replaced leave the list once.
    var seen: Set<ObjectIdentifier> = []
    let valid = found.filter { layer in
      !layer.isDetached && layer.child(.key(Self.name))?.string == name
        && seen.insert(ObjectIdentifier(layer)).inserted
    }
    if valid.count < found.count { layers?[name] = valid.isEmpty ? nil : valid }
    return !valid.isEmpty
  }

  /// Adds the layers in a value, from the outer to the inner ones.
  private mutating func collect(_ json: EditableJSON) {
    switch json.role {
    case .layers: for index in 0..<json.count { json.child(.index(index)).map { collect($0) } }
    case .layer:
      addName(of: json)
      json.child(.key(Self.sublayers)).map { collect($0) }
    case .scene, .other: break
    }
  }

  private mutating func addName(of layer: EditableJSON) {
    guard let name = layer.child(.key(Self.name))?.string else { return }
    longestName = max(longestName, name.count)
    layers?[name, default: []].append(layer)
  }

  /// Follows an edit.
  private mutating func follow(_ new: EditableJSON, of parent: EditableJSON, at step: JSONScanner.Step) {
    guard layers != nil else { return }
    collect(new)
    if case .layer = parent.role, case .key("name") = step { addName(of: parent) }
  }

  /// The texts of a value in place of a string, and in place of something else.
  private struct Value {
    private let value: SceneOverride.Value
    private var texts: [Bool: [UInt8]] = [:]

    init(_ value: SceneOverride.Value) { self.value = value }

    var count: Int {
      switch value {
      case .text(let text), .json(let text): text.utf8.count
      }
    }

    mutating func text(replacing isString: Bool?) -> [UInt8] {
      let isString = isString ?? false
      if let text = texts[isString] { return text }
      let text = Array(value.json(replacing: isString).utf8)
      texts[isString] = text
      return text
    }
  }
}

extension JSONScanner.Step {
  fileprivate var key: EditableJSON.Key {
    switch self {
    case .key(let key): .key(Array(key.utf8))
    case .index(let index): .index(index)
    }
  }
}
