import MeshTransform
import Testing

@testable import SceneDocument

/// Animations of the parts of a split text, one after another.
@Suite struct StaggerTests {
  private func animated(
    _ text: String, animations: String, layer: String = "", more: String = ""
  ) throws(DocumentError) -> AnimatedScene {
    let file = scene(
      layer: """
        "name": "title", "contents": {"text": "\(text)", "split": "glyphs"}, "animations": [\(animations)]\(layer)
        """, more: more)
    return try SceneFile(Array(file.utf8), name: "s").animatedScene(resources: MadeUpResources())
  }

  private func begins(_ scene: AnimatedScene, of layer: Int = 0) -> [Double] {
    scene.scene.layers[layer].sublayers.indices.flatMap { index in
      scene.animations[LayerPath(layer, index)]?.map(\.timing.beginTime) ?? []
    }
  }

  @Test(arguments: [
    ("abcd", "forwards", [1, 1.5, 2, 2.5]), ("abcd", "backwards", [2.5, 2, 1.5, 1]),
    ("abcd", "center", [1.5, 1, 1, 1.5]), ("abcde", "center", [2, 1.5, 1, 1.5, 2]),
    ("abcd", "edges", [1, 1.5, 1.5, 1]), ("abcde", "edges", [1, 1.5, 2, 1.5, 1]), ("a", "center", [1]),
    ("a", "backwards", [1]),
  ])
  func partsBeginInTheirOrder(_ text: String, _ order: String, _ times: [Double]) throws {
    let scene = try animated(
      text,
      animations: """
        {"keyPath": "opacity", "from": 0, "beginTime": 1, "stagger": "500ms", "staggerOrder": "\(order)"},
        {"keyPath": "zPosition", "to": 3}
        """)
    #expect(begins(scene) == times)
    // An animation without a stagger moves the layer.
    #expect(scene.animations[LayerPath(0)]?.count == 1)
  }

  @Test func partsAreLayersWithNamesAndPlaces() throws {
    let layer = try animated("añb", animations: "").scene.layers[0]
    #expect(layer.contents == .none && layer.bounds == Rect(0, 0, 10, 5))
    #expect(layer.sublayers.map(\.name) == ["a", "ñ", "b"])
    #expect(layer.sublayers.map(\.position) == [Point(0.5, 0.5), Point(2.5, 0.5), Point(4.5, 0.5)])
    // In bounds the whole text is placed by the gravity.
    let placed = try decode(
      scene(layer: "\"bounds\": [0, 0, 30, 25], \"contents\": {\"text\": \"ab\", \"split\": \"words\"}"))
    #expect(placed.layers[0].sublayers.map(\.position) == [Point(10.5, 10.5), Point(12.5, 10.5)])
    let corner = "\"contents\": {\"text\": \"ab\", \"split\": \"words\", \"gravity\": \"bottomRight\"}"
    let cornered = try decode(scene(layer: "\"bounds\": [0, 0, 30, 25], \(corner)"))
    #expect(cornered.layers[0].sublayers.map(\.position) == [Point(20.5, 20.5), Point(22.5, 20.5)])
  }

  /// A mask, a back and the shade of a displacement are sublayers as well.
  @Test func partsComeAfterOtherSublayers() throws {
    let scene = try animated(
      "ab", animations: "{\"keyPath\": \"opacity\", \"from\": 0, \"stagger\": 1}",
      layer: ", \"mask\": \"m\", \"backContents\": \"b\"")
    #expect(scene.scene.layers[0].sublayers.map(\.name) == [nil, nil, "a", "b"])
    #expect(scene.animations.keys.compactMap { $0?.index }.sorted() == [2, 3])
  }

  /// Percentages are those of each part: one point here, where the layer has ten.
  @Test func percentagesAreOfTheParts() throws {
    let scene = try animated(
      "ab", animations: "{\"keyPath\": \"transform\", \"from\": \"translate(100%)\", \"stagger\": 0}")
    guard case .change(_, let ends) = scene.animations[LayerPath(0, 1)]?[0].action,
      case .transform(let transform) = ends.from
    else {
      Issue.record("no transform")
      return
    }
    #expect(transform == Transform3D.translation(1, 0))
  }

  @Test(arguments: [
    ("{\"keyPath\": \"opacity\", \"to\": 1, \"staggerOrder\": \"edges\"}", "[0].staggerOrder", "add one"),
    ("{\"keyPath\": \"opacity\", \"to\": 1, \"stagger\": -1}", "[0].stagger", "use a number in 0...1000000"),
    (
      "{\"animations\": [{\"keyPath\": \"opacity\", \"to\": 1, \"stagger\": 1}]}",
      "[0].animations[0].stagger",
      "set the stagger on the group"
    ),
    (
      "{\"gestures\": [{\"time\": 0, \"rotation\": 1}], \"stagger\": 1}", "[0].stagger",
      "gestures cannot have this"
    ),
    (
      "{\"keyPath\": \"zPosition\", \"to\": 1}, {\"keyPath\": \"mesh.phase\", \"to\": 1, \"stagger\": 1}",
      "[1]",
      "mesh"
    ),
  ])
  func faultsAreAtTheAnimation(_ animations: String, _ path: String, _ words: String) {
    let error = #expect(throws: DocumentError.self) { try animated("ab", animations: animations) }
    #expect(error?.path == "layers[0].animations" + path, "\(error?.path ?? "")")
    #expect(error?.problem.contains(words) == true, "\(error?.problem ?? "")")
  }

  @Test func aStaggerNeedsParts() {
    let plain = scene(
      layer: """
        "bounds": [0, 0, 1, 1], "animations": [{"keyPath": "opacity", "to": 0, "stagger": 1}]
        """)
    let error = #expect(throws: DocumentError.self) {
      try SceneFile(Array(plain.utf8), name: "s").animatedScene(resources: MadeUpResources())
    }
    #expect(error?.path == "layers[0].animations[0].stagger" && error?.problem.contains("\"split\"") == true)
  }

  /// The values of all parts are bounded, because each part has its own.
  @Test func valuesAreLimited() {
    let values = String(repeating: "0,", count: 500) + "1"
    let error = #expect(throws: DocumentError.self) {
      try animated(
        String(repeating: "a", count: 2000),
        animations: "{\"keyPath\": \"opacity\", \"values\": [\(values)], \"stagger\": 0}")
    }
    #expect(error?.problem.contains("more than 1000000 values") == true)
  }

  @Test func shortTextsHaveThem() throws {
    let made = try AnimationText.parse(
      "opacity 0..1 1s stagger 40ms edges loop; rotation.z 0..9deg stagger 1s")
    #expect(made.map(\.stagger) == [.init(0.04, .edges), .init(1)])
    for (text, words) in [
      ("opacity 0..1 stagger", "write stagger 0.5s"), ("opacity 0..1 stagger 2", "no unit"),
    ] {
      let error = #expect(throws: SyntaxError.self) { try AnimationText.parse(text) }
      #expect(error?.problem.contains(words) == true, "\(error?.problem ?? "")")
    }
  }
}
