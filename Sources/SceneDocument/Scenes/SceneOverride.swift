import MeshTransform

/// A value that replaces another one in the text of a scene file: `art.contents.image=photo.png`.
///
/// The path begins with the name of a layer, which stands for every layer of that name, or with a key of the scene
/// (`canvas`, `layers`, `lights`, `animations`). Keys follow after dots, elements of arrays as `[2]`. Objects and keys
/// that are missing are added.
public struct SceneOverride: Hashable, Sendable, CustomStringConvertible {
  /// The new value.
  public enum Value: Hashable, Sendable {
    /// Text of a command line or a table: a string where the scene has one; elsewhere a number, `true`, `false`, an
    /// array or an object if it is one in JSON, else a string.
    case text(String)
    /// JSON, inserted as it is.
    case json(String)
  }

  /// The path of the value, such as `layers[0].opacity`.
  public var path: String
  /// The new value.
  public var value: Value

  /// An override of the value at a path.
  public init(path: String, value: Value) { (self.path, self.value) = (path, value) }

  /// `path=value`, both as excerpts.
  public var description: String {
    switch value {
    case .text(let text), .json(let text): "\(path.excerpt)=\(text.excerpt)"
    }
  }

  /// Parses `path=value`.
  /// - Returns: nil without an equals sign or a path.
  public init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else { return nil }
    self.init(
      path: String(argument[..<equals]), value: .text(String(argument[argument.index(after: equals)...])))
  }
}

extension SceneFile {
  /// The text of a scene file with values replaced in order; all other bytes stay, and so do most line numbers.
  ///
  /// Text that is not JSON is returned unchanged, for the error of ``init(_:name:byteLimit:)``.
  /// - Throws: `DocumentError` for a path that leads nowhere.
  /// - Complexity: O(bytes) for each override.
  public static func text(
    _ bytes: [UInt8], applying overrides: [SceneOverride], name: String
  ) throws(DocumentError) -> [UInt8] {
    try OverriddenText(bytes, applying: overrides, name: name).bytes
  }
}

/// A replacement of bytes by text.
struct JSONEdit {
  let range: Range<Int>
  let text: String
  /// The offset in bytes of the new value in the text, which may begin with keys.
  var valueOffset = 0
}

extension JSONScanner {
  /// - Returns: a description of the problem; nil where there is none, and for text that is not JSON.
  func edits(of override: SceneOverride, into edits: inout [JSONEdit]) -> String? {
    guard let document = value(at: 0), isObject(document) else { return nil }
    let steps: [Step]
    var starts: [Range<Int>]
    if let key = SceneFile.fields.map(\.name).first(where: { override.path.hasKey($0) }) {
      guard let rest = Step.parse(override.path.dropFirst(key.count)) else { return Self.form }
      (starts, steps) = ([document], [.key(key)] + rest)
    } else {
      var layers: [(name: String, range: Range<Int>)] = []
      if let top = member("layers", of: document) { collectLayers(top, into: &layers) }
      // A name may contain dots.
      let names = layers.map(\.name).filter { override.path.hasKey($0) }
      guard let name = names.max(by: { $0.count < $1.count }) else {
        let first = String(override.path.prefix { $0 != "." && $0 != "[" })
        let known = Set(layers.map(\.name)).sorted() + SceneFile.fields.map(\.name).filter { $0 != "$schema" }
        return
          "the scene has no layer and no key '\(first.excerpt)'; \(NearestName.hint(first, among: known))"
      }
      guard let rest = Step.parse(override.path.dropFirst(name.count)), !rest.isEmpty else {
        return Self.form
      }
      (starts, steps) = (layers.filter { $0.name == name }.map(\.range), rest)
    }
    starts.sort { $0.lowerBound < $1.lowerBound }
    for start in starts {
      if let problem = edit(start, steps[...], override.value, into: &edits) { return problem }
    }
    return nil
  }

  private static let form =
    "the path is incomplete; write a layer's name or a key of the scene and the keys below it, such as "
    + "art.contents.image or canvas.background"

  /// The edit that sets the value at the end of `steps`, from a value on.
  private func edit(
    _ start: Range<Int>, _ steps: ArraySlice<Step>, _ value: SceneOverride.Value, into edits: inout [JSONEdit]
  ) -> String? {
    var place = start
    for (index, step) in zip(steps.indices, steps) {
      switch step {
      case .index(let number):
        guard isArray(place) else { return "[\(number)] is about an array, and there is none" }
        let elements = elements(of: place)
        guard number < elements.count else {
          return "there is no element [\(number)]; there are \(elements.count), counted from 0"
        }
        place = elements[number]
      case .key(let key):
        guard isObject(place) else { return "there is no object that could have the key '\(key.excerpt)'" }
        if let found = member(key, of: place) {
          place = found
          continue
        }
        // Adds the key with the objects below it.
        var (before, after) = ("\(key.quotedAsJSON): ", "")
        for step in steps[(index + 1)...] {
          guard case .key(let inner) = step else { return "there is no array '\(key.excerpt)'" }
          (before, after) = ("\(before){\(inner.quotedAsJSON): ", after + "}")
        }
        if !elements(of: place).isEmpty { after += ", " }
        let offset = place.lowerBound + 1
        edits.append(
          JSONEdit(
            range: offset..<offset, text: before + value.json(replacing: nil) + after,
            valueOffset: before.utf8.count))
        return nil
      }
    }
    edits.append(JSONEdit(range: place, text: value.json(replacing: isString(place))))
    return nil
  }

  /// Adds the layers of an array that have a name, with their sublayers.
  private func collectLayers(_ array: Range<Int>, into layers: inout [(name: String, range: Range<Int>)]) {
    var waiting = [(array: array, depth: 1)]
    while let (next, depth) = waiting.popLast() {
      for layer in elements(of: next) where isObject(layer) {
        if let name = member("name", of: layer).flatMap({ string(at: $0) }) { layers.append((name, layer)) }
        if let sublayers = member("sublayers", of: layer) {
          if depth < SceneFile.depthLimit { waiting.append((sublayers, depth + 1)) }
        }
      }
    }
  }
}

extension SceneOverride.Value {
  /// The JSON text of the value.
  /// - Parameter isString: whether the value that it replaces is a string; nil where there is none.
  fileprivate func json(replacing isString: Bool?) -> String {
    switch self {
    case .json(let text): return text
    case .text(let text):
      guard isString != true else { return text.quotedAsJSON }
      let bytes = Array(text.utf8)
      let isJSON = bytes.withUnsafeBufferPointer { buffer in
        let json = JSONScanner(buffer)
        guard let value = json.value(at: 0) else { return false }
        return json.isEnd(value.upperBound) && !json.isString(value)
      }
      return isJSON ? text : text.quotedAsJSON
    }
  }
}

extension String {
  /// Whether the path is this key or begins with it.
  fileprivate func hasKey(_ key: String) -> Bool {
    guard hasPrefix(key) else { return false }
    let rest = dropFirst(key.count)
    return rest.isEmpty || rest.hasPrefix(".") || rest.hasPrefix("[")
  }
}
