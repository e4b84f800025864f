/// A value of a JSON text that can be replaced: parsed as far as paths lead into it, and written once.
///
/// All bytes that no edit concerns stay. Any number of edits costs as much as the parts of the text that they lead
/// through, each of which is parsed once.
final class EditableJSON {
  /// A text that holds the value, the value with the spaces around it that belong to an edit, and the value.
  private let text: [UInt8], whole: Range<Int>, value: Range<Int>?
  private unowned let parent: EditableJSON?
  /// The position of the value among the layers of a scene.
  let role: Role
  /// The override that has replaced the value; nil for a value of the file.
  private let override: SceneOverride?
  /// Whether the value has been replaced, or lies in one that has been.
  private(set) var isDetached = false
  /// Whether a value inside has been replaced or added.
  private var isEdited = false
  /// Nil until a path leads into the value.
  private var members: [Member]?
  /// The members of an object by the bytes of their keys, without escapes; the first of several with one key.
  private var places: [[UInt8]: Place] = [:]
  /// The keys that were added, the last one first in the text.
  private var added: [Added] = []

  /// The position of a value among the layers of a scene.
  enum Role: Hashable {
    case scene
    case layers(depth: Int)
    case layer(depth: Int)
    case other
  }

  /// A key of an object or a position in an array.
  enum Key {
    case key([UInt8])
    case index(Int)
  }

  private struct Member {
    /// The value in the text of the container.
    let range: Range<Int>
    var json: EditableJSON?
  }

  fileprivate struct Added {
    /// The key with its colon, and whether a comma follows the value.
    let key: [UInt8], isFollowed: Bool
    let override: SceneOverride
    /// The offset of the value that was set, which may lie in objects that were added with it.
    let valueOffset: Int
    var json: EditableJSON
  }

  private enum Place {
    case member(Int)
    case added(Int)
  }

  /// The top value of a text; nil where it has none.
  convenience init?(_ text: [UInt8]) {
    guard let value = text.withUnsafeBufferPointer({ JSONScanner($0).value(at: 0) }) else { return nil }
    self.init(text, 0..<text.count, value, nil, in: nil, nil)
  }

  private init(
    _ text: [UInt8], _ whole: Range<Int>, _ value: Range<Int>?, _ key: Key?, in parent: EditableJSON?,
    _ override: SceneOverride?
  ) {
    (self.text, self.whole, self.value, self.parent, self.override) = (text, whole, value, parent, override)
    let isObject = value.map { text[$0.lowerBound] == UInt8(ascii: "{") } ?? false
    role =
      switch (parent?.role, key) {
      case (nil, _): .scene
      case (.scene, .key(Self.layers)): .layers(depth: 1)
      case (.layers(let depth), .index) where isObject: .layer(depth: depth)
      case (.layer(let depth), .key(Self.sublayers)) where depth < SceneFile.depthLimit:
        .layers(depth: depth + 1)
      default: .other
      }
  }

  private static let layers = Array("layers".utf8), sublayers = Array("sublayers".utf8)

  private var first: UInt8? { value.map { text[$0.lowerBound] } }
  var isObject: Bool { first == UInt8(ascii: "{") }
  var isArray: Bool { first == UInt8(ascii: "[") }
  var isString: Bool { first == UInt8(ascii: "\"") }

  /// The text of a string; nil for other values.
  var string: [UInt8]? {
    guard isString, let value else { return nil }
    return text.withUnsafeBufferPointer { JSONScanner($0).stringBytes(at: value) }
  }

  /// The number of elements of an array or of keys of an object.
  var count: Int {
    expand()
    return (members?.count ?? 0) + added.count
  }

  /// The value at a key or a position; nil where there is none.
  func child(_ key: Key) -> EditableJSON? {
    switch place(of: key) {
    case nil: return nil
    case .added(let index): return added[index].json
    case .member(let index):
      if let json = members![index].json { return json }
      let range = members![index].range
      let json = EditableJSON(text, range, range, key, in: self, nil)
      members![index].json = json
      return json
    }
  }

  /// Replaces a value that is there.
  /// - Returns: the new value.
  func replace(_ key: Key, with text: [UInt8], _ override: SceneOverride) -> EditableJSON? {
    guard let place = place(of: key) else { return nil }
    let json = inner(text, at: key, override)
    switch place {
    case .added(let index):
      added[index].json.detach()
      added[index].json = json
    case .member(let index):
      members![index].json?.detach()
      members![index].json = json
    }
    markEdited()
    return json
  }

  /// Adds a key to an object that lacks it.
  /// - Parameter valueOffset: the offset in `text` of the value that is set, which objects may surround.
  /// - Returns: the new value.
  func add(
    _ key: [UInt8], _ text: [UInt8], valueOffset: Int, _ override: SceneOverride
  ) -> EditableJSON {
    let prefix = Array("\(String(decoding: key, as: UTF8.self).quotedAsJSON): ".utf8)
    let isFollowed = count > 0
    let json = inner(text, at: .key(key), nil)
    places[key] = .added(added.count)
    added.append(
      Added(
        key: prefix, isFollowed: isFollowed, override: override, valueOffset: prefix.count + valueOffset,
        json: json))
    markEdited()
    return json
  }

  private func inner(_ text: [UInt8], at key: Key, _ override: SceneOverride?) -> EditableJSON {
    let value = text.withUnsafeBufferPointer { JSONScanner($0).value(at: 0) }
    return EditableJSON(text, 0..<text.count, value, key, in: self, override)
  }

  private func place(of key: Key) -> Place? {
    expand()
    switch key {
    case .key(let bytes): return isObject ? places[bytes] : nil
    case .index(let index): return isArray && members!.indices.contains(index) ? .member(index) : nil
    }
  }

  /// Finds the members, without their values' own.
  private func expand() {
    guard members == nil else { return }
    members = []
    guard let value else { return }
    text.withUnsafeBufferPointer { buffer in
      let json = JSONScanner(buffer)
      if isArray {
        members = json.elements(of: value).map { Member(range: $0) }
      } else if isObject {
        for (index, member) in json.members(of: value).enumerated() {
          members!.append(Member(range: member.value))
          guard let key = json.stringBytes(at: member.key), places[key] == nil else { continue }
          places[key] = .member(index)
        }
      }
    }
  }

  private func markEdited() {
    var json = Optional(self)
    while let next = json, !next.isEdited {
      next.isEdited = true
      json = next.parent
    }
  }

  private func detach() {
    isDetached = true
    for member in members ?? [] { member.json?.detach() }
    for entry in added { entry.json.detach() }
  }
}

extension EditableJSON {
  /// Appends the text of the value, and the places of the overrides in it.
  func write(to output: inout [UInt8], _ places: inout [OverriddenText.Place]) {
    let start = output.count
    if let override { places.append(OverriddenText.Place(valueOffset: 0, override: override)) }
    let place = places.count - 1
    defer { if override != nil { places[place].range = start..<output.count } }
    guard isEdited, let value, let members else {
      output += text[whole]
      return
    }
    var at = value.lowerBound + 1
    output += text[whole.lowerBound..<at]
    for entry in added.reversed() { entry.write(to: &output, &places) }
    for member in members {
      guard let json = member.json, json.isEdited || json.override != nil else { continue }
      output += text[at..<member.range.lowerBound]
      json.write(to: &output, &places)
      at = member.range.upperBound
    }
    output += text[at..<whole.upperBound]
  }
}

extension EditableJSON.Added {
  fileprivate func write(to output: inout [UInt8], _ places: inout [OverriddenText.Place]) {
    let (start, place) = (output.count, places.count)
    places.append(OverriddenText.Place(valueOffset: valueOffset, override: override))
    output += key
    json.write(to: &output, &places)
    if isFollowed { output += ", ".utf8 }
    places[place].range = start..<output.count
  }
}
