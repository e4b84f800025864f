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
    ("canvas.size[2]=1", "there are 2, counted from 0"), ("canvas.size.x=1", "no object"),
    ("canvas.frame[1]=1", "there is no array 'frame'"), ("layers[9].name=1", "no element [9]"),
    ("layers[x].name=1", "incomplete"), ("canvas.size[1=1", "incomplete"),
  ])
  func saysWhatIsWrong(_ argument: String, _ words: String) {
    let error = #expect(throws: DocumentError.self) { try set(argument) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    #expect(error?.description.hasPrefix("s.json: ") == true)
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
