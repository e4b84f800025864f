import Foundation
import MeshTransform
import Testing

@testable import SceneDocument

/// The schemas and the reference document each key, with defaults that hold.
@Suite struct SchemaDocumentationTests {
  /// The keys of all objects of a schema, with their schemas.
  private func keys(of schema: String) throws -> [(name: String, schema: [String: Any], isRequired: Bool)] {
    var found: [(String, [String: Any], Bool)] = []
    func look(_ value: Any) {
      if let list = value as? [Any] { list.forEach(look) }
      guard let object = value as? [String: Any] else { return }
      let required = object["required"] as? [String] ?? []
      for (name, value) in object["properties"] as? [String: [String: Any]] ?? [:] {
        found.append((name, value, required.contains(name)))
      }
      for (_, value) in object { look(value) }
    }
    look(try JSONSerialization.jsonObject(with: Data(schema.utf8)))
    return found
  }

  @Test func eachKeyOfTheSchemasHasASentenceAndADefault() throws {
    for schema in [SceneSchema.scene, SceneSchema.mesh] {
      let keys = try keys(of: schema)
      #expect(keys.count > 10)
      for key in keys {
        let text = key.schema["description"] as? String ?? ""
        #expect(text.count > 5 && text.hasSuffix("."), "\(key.name): \(text)")
        #expect(text.first?.isUppercase == true || text.hasPrefix("sRGB"), "\(key.name): \(text)")
        let hasDefault = key.schema["default"] != nil || text.contains(" Default: ")
        #expect(hasDefault != key.isRequired, "\(key.name): \(text)")
      }
    }
  }

  @Test func theReferenceHasEachKeyOfTheSchemas() throws {
    let listed = Set(ReferenceObject.all.flatMap { $0.keys.map(\.name) })
    let parameters = Set(MeshPreset.all.flatMap { $0.parameters.map(\.name) })
    for schema in [SceneSchema.scene, SceneSchema.mesh] {
      for key in try keys(of: schema) {
        #expect(listed.contains(key.name) || parameters.contains(key.name), "\(key.name)")
      }
    }
  }

  @Test func theReferenceIsJSON() throws {
    for (key, json) in Reference.members {
      let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
      #expect((value as? [Any])?.isEmpty == false || (value as? [String: Any])?.isEmpty == false, "\(key)")
    }
  }

  /// A scene whose object has a default in full is the scene without it.
  @Test(arguments: [
    ("canvas", #"{"canvas": {"size": [9, 8]@}, "layers": []}"#),
    ("layer", #"{"canvas": {"size": [9, 8]}, "layers": [{"bounds": [0, 0, 5, 5]@}]}"#),
    ("contents", #"{"canvas": {"size": [9, 8]}, "layers": [{"contents": {"text": "a"@}}]}"#),
    (
      "outline",
      #"{"canvas": {"size": [9, 8]}, "layers": [{"contents": {"text": "a", "outline": {"//": ""@}}}]}"#
    ),
    (
      "gradient",
      #"{"canvas": {"size": [9, 8]}, "layers": [{"bounds": [0, 0, 5, 5], "contents": {"gradient": {"stops": [{"location": 0, "color": "red"}]@}}}]}"#
    ),
    (
      "border",
      #"{"canvas": {"size": [9, 8]}, "layers": [{"bounds": [0, 0, 5, 5], "border": {"//": ""@}}]}"#
    ),
    (
      "surface",
      #"{"canvas": {"size": [9, 8]}, "layers": [{"bounds": [0, 0, 5, 5], "surface": {"//": ""@}}]}"#
    ),
    ("light", #"{"canvas": {"size": [9, 8]}, "layers": [], "lights": [{"//": ""@}]}"#),
    (
      "preset",
      #"{"canvas": {"size": [9, 8]}, "layers": [{"bounds": [0, 0, 5, 5], "mesh": {"preset": "wave", "displacement": "a"@}}]}"#
    ),
    (
      "mesh",
      #"{"canvas": {"size": [9, 8]}, "layers": [{"bounds": [0, 0, 5, 5], "mesh": {"vertices": [[0,0,0,0,0],[1,0,1,0,0.5],[1,1,1,1,0],[0,1,0,1,0]], "faces": [[0,1,2,3]]@}}]}"#
    ),
    (
      "bezier",
      #"{"canvas": {"size": [9, 8]}, "layers": [{"bounds": [0, 0, 5, 5], "mesh": {"bezier": {"points": [[0,0],[1,0],[2,0],[3,0],[0,1],[1,1],[2,1],[3,1],[0,2],[1,2],[2,2],[3,2],[0,3],[1,3],[2,3],[3,3]]@}}}]}"#
    ),
  ])
  func constantDefaultsHold(name: String, sample: String) throws {
    let object = try #require(ReferenceObject.all.first { $0.name == name })
    func scene(_ members: String) throws -> Scene {
      try decode(sample.replacingOccurrences(of: "@", with: members))
    }
    let plain = try scene("")
    var count = 0
    for key in object.keys {
      guard case .value(let value) = key.defaultValue else { continue }
      // Keys of other kinds of light and of contents are errors.
      if name == "light", !Light.properties(of: .directional).contains(where: { $0.key == key.name }) {
        continue
      }
      if name == "contents", ["end", "beginTime", "flattenLight"].contains(key.name) {
        continue
      }
      count += 1
      var given = try scene(#", "\#(key.name)": \#(value.written())"#)
      // Nil has the same effect.
      if key.name == "rasterizationScale", given.layers[0].rasterizationScale == 1 {
        given.layers[0].rasterizationScale = nil
      }
      #expect(given == plain, "\(name).\(key.name)")
    }
    #expect(count > 0)
  }

  @Test func constantDefaultsOfAnimationsHold() throws {
    let sample = """
      {"canvas": {"size": [9, 8]}, "layers": [{"bounds": [0, 0, 5, 5], "animations": [
        {"keyPath": "opacity", "from": 0, "to": 1, "duration": 1@},
        {"keyPath": "opacity", "from": 0, "to": 1, "spring": {"//": ""%}},
        {"keyPath": "opacity", "values": [0, 1]&}]}]}
      """
    func text(_ mark: String, _ members: String) throws -> String {
      var text = sample.replacingOccurrences(of: mark, with: members)
      for mark in ["@", "%", "&"] { text = text.replacingOccurrences(of: mark, with: "") }
      return try SceneFile(Array(text.utf8), name: "s.json").text
    }
    let plain = try text("@", "")
    for (object, keys) in [
      ("animation", AnimationDraft.fields.map(\.key)), ("spring", Spring.fields.map(\.key)),
    ] {
      for key in keys {
        guard case .value(let value) = key.defaultValue else { continue }
        let mark = object == "spring" ? "%" : key.name == "calculationMode" ? "&" : "@"
        #expect(try text(mark, #", "\#(key.name)": \#(value.written())"#) == plain, "\(key.name)")
      }
    }
  }

  @Test func keyPathsAreAllListed() {
    #expect(Set(KeyPathEntry.all.map(\.keyPath)) == Set(AnimatedProperty.allKeyPaths))
    #expect(KeyPathEntry.all.count == AnimatedProperty.allKeyPaths.count)
    for entry in KeyPathEntry.all {
      #expect(!entry.summary.isEmpty)
      #expect((try? AnimatedProperty(keyPath: entry.keyPath))?.kind == entry.kind, "\(entry.keyPath)")
    }
  }

  @Test func examplesOfTextsAreValid() throws {
    for entry in ReferenceEntry.timing { _ = try TimingText.parse(entry.example) }
    for entry in ReferenceEntry.colors { _ = try ColorText.parse(entry.example) }
    for function in TransformFunction.all {
      _ = try TransformList.parse(function.example, layerSize: Size(10, 10))
    }
    for entry in ReferenceEntry.animationOptions {
      let needsFrames = entry.name.hasPrefix("cubic") || ["discrete", "paced"].contains(entry.name)
      let values = needsFrames ? "0, 0.5, 1" : "0..1"
      #expect(try AnimationText.parse("opacity \(values) \(entry.example)").count == 1)
    }
  }

  /// Every word that the text of an animation takes is in the reference.
  @Test func wordsOfAnimationsAreListed() {
    let listed = (ReferenceEntry.timing + ReferenceEntry.animationOptions).map { "\($0.name) \($0.example)" }
      .joined(separator: " ")
    let words = listed.split { !$0.isLetter && $0 != "-" }.map { $0.lowercased() }
    for word in AnimationTextOptions.words { #expect(words.contains(word.lowercased()), "\(word)") }
  }
}
