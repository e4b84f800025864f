import MeshTransform
import Testing

@testable import SceneDocument

/// Values of a scene that a command line or a table replaces.
struct SceneOverrideTests {
  private let scene = """
    {
      "canvas": {"size": [40, 30], "background": "white"},
      "layers": [
        {"name": "art", "contents": {"image": "a.png"}, "opacity": 0.5},
        {"bounds": [0, 0, 4, 4], "sublayers": [
          {"name": "title \\"x.y\\"", "contents": {"text": "12"}},
          {"name": "art", "contents": {"image": "b.png"}},
          {}
        ]}
      ]
    }
    """

  private func text(_ overrides: SceneOverride...) throws(DocumentError) -> String {
    String(
      decoding: try SceneFile.text(Array(scene.utf8), applying: overrides, name: "s.json"), as: UTF8.self)
  }

  private func set(_ argument: String) throws(DocumentError) -> String {
    try text(SceneOverride(argument: argument)!)
  }

  @Test(arguments: [
    ("canvas.background=#ff0000", "\"white\"", "\"#ff0000\""),
    ("canvas.size=[50, 60]", "[40, 30]", "[50, 60]"),
    ("canvas.size[1]=7", "[40, 30]", "[40, 7]"),
    ("layers[1].bounds=[1,2,3,4]", "[0, 0, 4, 4]", "[1,2,3,4]"),
    ("layers[0].opacity=0.25", "0.5", "0.25"),
    // A string stays one.
    ("title \"x.y\".contents.text=2024", "\"12\"", "\"2024\""),
    ("title \"x.y\".contents.text=a \"b\"", "\"12\"", "\"a \\\"b\\\"\""),
    ("layers[1].sublayers[0].contents.text=", "\"12\"", "\"\""),
    // Missing objects and keys are added.
    ("canvas.linear=true", "{\"size\"", "{\"linear\": true, \"size\""),
    ("layers[1].sublayers[2].border.color=red", "{}", "{\"border\": {\"color\": \"red\"}}"),
    ("layers[1].sublayers[2].name=1e3x", "{}", "{\"name\": \"1e3x\"}"),
  ])
  func replacesOneValue(_ argument: String, _ old: String, _ new: String) throws {
    #expect(try set(argument) == scene.replacing(old, with: new))
  }

  @Test func aNameStandsForAllLayersOfThatName() throws {
    let changed = try set("art.contents.image=c.png")
    #expect(changed == scene.replacing("a.png", with: "c.png").replacing("b.png", with: "c.png"))
  }

  /// The inner layer goes with the sublayers that are replaced.
  @Test func valuesInsideReplacedOnesAreGone() throws {
    let nested = """
      {"layers": [{"name": "a", "sublayers": [{"name": "a", "sublayers": [{"name": "b"}]}]}, {"name": "a", "sublayers": 1}]}
      """
    let override = SceneOverride(path: "a.sublayers", value: .text("[]"))
    let text = try SceneFile.text(Array(nested.utf8), applying: [override], name: "s.json")
    #expect(
      String(decoding: text, as: UTF8.self)
        == #"{"layers": [{"name": "a", "sublayers": []}, {"name": "a", "sublayers": []}]}"#)
  }

  @Test func laterValuesSeeEarlierOnes() throws {
    let changed = try text(
      SceneOverride(path: "art.contents", value: .json("{\"text\": \"x\"}")),
      SceneOverride(path: "art.contents.text", value: .text("5")))
    #expect(changed.contains("\"art\", \"contents\": {\"text\": \"5\"}"))
  }

  @Test(arguments: [
    ("ar.contents.image=x", "no layer and no key 'ar'"), ("art=x", "incomplete"),
    ("art..x=1", "incomplete"), ("art.contents[0]=x", "there is none"),
    ("canvas.size[2]=1", "there are 2, counted from 0"), ("canvas.size.x=1", "needs an object"),
    ("canvas.frame[1]=1", "there is no array 'frame'"), ("layers[9].name=1", "no element [9]"),
    ("layers[x].name=1", "incomplete"), ("canvas.size[1=1", "incomplete"),
  ])
  func saysWhatIsWrong(_ argument: String, _ words: String) {
    let error = #expect(throws: DocumentError.self) { try set(argument) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    #expect(error?.description.hasPrefix("\(argument): ") == true)
  }

  private func fault(_ arguments: String...) -> DocumentError? {
    let overrides = arguments.compactMap { SceneOverride(argument: $0) }
    do throws(DocumentError) {
      _ = try SceneFile(Array(valid.utf8), name: "s.json", applying: overrides).scene(
        resources: MadeUpResources())
    } catch { return error }
    return nil
  }

  private let valid = """
    {"canvas": {"size": [40, 30]},
     "layers": [{"name": "art", "contents": {"image": "a"}, "mesh": {"preset": "twist", "angle": 20}, "opacity": 1}]}
    """

  /// The file is right, so an error names the value that makes it wrong.
  @Test(arguments: [
    ("art.opacity=2", "art.opacity=2: found 2; use a number in 0...1"),
    ("art.mesh.angel=3", "art.mesh.angel=3: this key is unknown; did you mean \"angle\"?"),
    ("canvas.colorSpace=[1]", "canvas.colorSpace=[1]: found an array; use a color space"),
    ("art.border.width=x", "art.border.width=x: found the string \"x\"; use a number"),
    ("canvas={\"size\": [0, 1]}", "canvas={\"size\": [0, 1]}: canvas.size[0]: found 0"),
    ("art.contents.image=missing", "art.contents.image=missing: missing: there is no such file"),
    // The fault lies beside the value: the file's angle is no parameter of the preset.
    ("art.mesh.preset=wave", "art.mesh.preset=wave: layers[0].mesh.angle: this key is unknown"),
    ("art.text=Ana", "art.text=Ana: this key belongs in \"contents\""),
  ])
  func aFaultNamesTheValue(_ argument: String, _ words: String) {
    #expect(fault() == nil)
    let error = fault("art.opacity=0.5", argument, "canvas.scale=2")
    #expect(error?.description.hasPrefix(words) == true, "\(String(describing: error))")
    #expect(error?.line == nil)
  }

  /// Values shift the text after them.
  @Test func laterValuesKeepThePlacesOfEarlierOnes() {
    let error = fault("art.opacity=9", "canvas.size=[1000, 1000]", "art.name=another", "another.zPosition=3")
    #expect(error?.description == "art.opacity=9: found 9; use a number in 0...1")
    #expect(fault("art.opacity=9", "art.opacity=0.25") == nil)
    #expect(
      fault("art.border={\"width\": -1}", "art.border.width=-2")?.description.hasPrefix("art.border.width=-2")
        == true)
  }

  /// Values that are set together give the text of values that are set one by one, also after layers were renamed,
  /// replaced and added.
  @Test func manyAtOnceAreAsOneByOne() throws {
    let paths = [
      "layers", "layers[0]", "layers[1].sublayers", "layers[1].sublayers[0]", "layers[0].name", "a.name",
      "b.name",
      "a.c", "b.c", "a.c.d", "b.c.e.f", "a.sublayers", "b.sublayers[0].name", "canvas", "canvas.size",
      "canvas.size[1]",
      "a.c.d.g", "a.sublayers[1].c", "lights", "a.b.c", "a.b.x",
    ]
    let values = [
      "1", "\"a\"", "\"b\"", "{}", "[]", "{\"name\": \"a\"}",
      "{\"name\": \"b\", \"sublayers\": [{\"name\": \"a\"}, {}]}",
      "[{\"name\": \"a\"}, {\"name\": \"b\", \"sublayers\": [{}, {\"name\": \"a.b\"}]}]",
      "{\"d\": {}, \"e\": [] }", "x y",
    ]
    var random = SystemRandomNumberGenerator()
    for _ in 0..<60 {
      var text = Array(
        #"{"layers": [{"name": "a"}, {"sublayers": [{"name": "b", "name": "z"}, {"name": "a"}]}], "canvas": {}}"#
          .utf8)
      let first = text
      var applied: [SceneOverride] = []
      for _ in 0..<12 {
        let (path, value) = (paths.randomElement(using: &random)!, values.randomElement(using: &random)!)
        let override = SceneOverride(
          path: path, value: Bool.random() ? .text(value) : .json(value == "x y" ? "0" : value))
        let next: [UInt8]? = try? SceneFile.text(text, applying: [override], name: "")
        let together: [UInt8]? = try? SceneFile.text(first, applying: applied + [override], name: "")
        #expect((next == nil) == (together == nil), "\(applied + [override])")
        guard let next, let together else { continue }
        applied.append(override)
        #expect(
          next == together,
          "\(applied): \(String(decoding: next, as: UTF8.self)) \(String(decoding: together, as: UTF8.self))")
        text = next
      }
    }
  }

  /// Two spellings of one character are two names.
  @Test func namesAreComparedByteByByte() throws {
    let scene = "{\"layers\": [{\"name\": \"caf\u{E9}\"}, {\"name\": \"cafe\u{301}\"}]}"
    let override = SceneOverride(path: "cafe\u{301}.opacity", value: .text("0"))
    let text = try SceneFile.text(Array(scene.utf8), applying: [override], name: "s.json")
    let expected = "{\"layers\": [{\"name\": \"caf\u{E9}\"}, {\"opacity\": 0, \"name\": \"cafe\u{301}\"}]}"
    #expect(text.elementsEqual(expected.utf8))
  }

  @Test(arguments: [
    (String(repeating: "art.", count: 1100) + "x", "the path has 4401 bytes; use 4096 at most"),
    ("canvas" + String(repeating: ".x", count: 300), "leads through 301 keys and elements; use 256 at most"),
  ])
  func limitsPaths(_ path: String, _ words: String) {
    let override = SceneOverride(path: path, value: .text("1"))
    let error = #expect(throws: DocumentError.self) { try text(override) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  /// A value of a name that many layers share is written as many times.
  @Test func limitsCopiesOfValues() {
    let layers = [String](repeating: "{\"name\": \"a\"}", count: 1000).joined(separator: ",")
    let override = SceneOverride(path: "a.x", value: .text(String(repeating: "y", count: 100_000)))
    let error = #expect(throws: DocumentError.self) {
      try SceneFile.text(Array("{\"layers\": [\(layers)]}".utf8), applying: [override], name: "s.json")
    }
    #expect(error?.description.contains("have more than 64 MiB; use unique layer names") == true)
  }

  @Test(arguments: ["", "=x", "art"]) func isNoOverride(_ argument: String) {
    #expect(SceneOverride(argument: argument) == nil)
  }

  /// The parser of scenes reports the faults of such text.
  @Test(arguments: [
    "", "[]", "{", "{\"canvas\"", "{\"layers\": [{\"name\": \"art", "\u{FEFF}{} x", "{{{{", "{\"a\": }",
  ])
  func textThatIsNoSceneIsSafe(_ text: String) {
    let override = SceneOverride(path: "art.opacity", value: .text("1"))
    _ = try? SceneFile.text(Array(text.utf8), applying: [override], name: "s.json")
    // Each part of a scene, too.
    for count in 0..<scene.utf8.count {
      _ = try? SceneFile.text(Array(scene.utf8.prefix(count)), applying: [override], name: "s.json")
    }
  }
}
