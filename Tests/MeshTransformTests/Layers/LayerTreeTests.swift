import MeshTransform
import Testing

@Suite struct LayerTreeTests {
  private func named(_ name: String?, _ sublayers: Layer...) -> Layer {
    var layer = Layer(bounds: .zero, sublayers: sublayers)
    layer.name = name
    return layer
  }

  private var scene: Scene {
    Scene(
      named("card", named("label"), named("button", named(nil), named("text")), named("label")),
      named("a/b[0]", named("")), named("card"))
  }

  @Test func layersComeInTheOrderOfPainting() {
    let walk = scene.layersDepthFirst.map { ($0.path.indices, $0.layer.name) }
    let paths = [[0], [0, 0], [0, 1], [0, 1, 0], [0, 1, 1], [0, 2], [1], [1, 0], [2]]
    #expect(walk.map(\.0) == paths)
    #expect(walk.map(\.1) == ["card", "label", "button", nil, "text", "label", "a/b[0]", "", "card"])
    #expect(paths.reversed().map { LayerPath($0) }.sorted().map(\.indices) == paths)
    #expect(Scene().layersDepthFirst.map(\.path).isEmpty)
  }

  @Test func aPathReadsAndWritesOneLayer() {
    var scene = scene
    let path = LayerPath(0, 1, 1)
    scene[path].opacity = 0.25
    #expect(scene[path].opacity == 0.25 && scene[path].name == "text")
    scene[path].opacity = 1
    #expect(scene == self.scene)
    #expect(scene.contains(path) && !scene.contains(LayerPath(0, 1, 2)) && !scene.contains(LayerPath(3)))
    #expect(scene.layer(at: LayerPath(1, 0, 0)) == nil)
  }

  @Test func pathsKnowTheirRelations() {
    let path = LayerPath(3, 1, 4)
    #expect(path.superlayer == LayerPath(3, 1) && LayerPath(3).superlayer == nil)
    #expect(path.sublayer(5) == LayerPath(3, 1, 4, 5) && path.index == 4 && path.depth == 3)
    #expect(path.commonSuperlayer(with: LayerPath(3, 1, 2, 7)) == LayerPath(3, 1))
    #expect(path.commonSuperlayer(with: LayerPath(3, 1, 4, 7)) == path)
    #expect(path.commonSuperlayer(with: LayerPath(2, 1, 4)) == nil)
    #expect("\(path)" == "layers[3].sublayers[1].sublayers[4]")
  }

  @Test func namesLeadBackToTheirLayers() {
    let names = scene.layersDepthFirst.map { scene.name(of: $0.path) }
    #expect(
      names == [
        "card[0]", "card[0]/label[0]", "card[0]/button", "card[0]/button/[0]", "card[0]/button/text",
        "card[0]/label[2]", "a/b[0]", "a/b[0]/[0]", "card[2]",
      ])
    for (path, _) in scene.layersDepthFirst {
      #expect(scene.path(named: scene.name(of: path)) == path)
      #expect(scene.path(named: path.indices.map { "[\($0)]" }.joined(separator: "/")) == path)
    }
    #expect(scene.path(named: "[0]/button[1]/text") == LayerPath(0, 1, 1))
    for nothing in ["", "card", "card[0]/label", "card[1]", "[3]", "card[0]/", "/card[0]", "text", "a/b"] {
      #expect(scene.path(named: nothing) == nil, "\(nothing)")
    }
  }

  @Test func wideTreesAreWalkedInTimeLinearInTheirSize() {
    let scene = Scene(Layer(bounds: .zero, sublayers: Array(repeating: Layer(bounds: .zero), count: 20_000)))
    #expect(scene.layersDepthFirst.reduce(0) { count, _ in count + 1 } == 20_001)
  }
}
