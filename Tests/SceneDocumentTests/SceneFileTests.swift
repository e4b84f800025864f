import MeshTransform
import SceneDocument
import Testing

@Suite struct SceneFileTests {
  /// Every property away from its default, compared with a model built in code.
  @Test func everyPropertyArrives() throws {
    let made = try decode(
      scene(
        layer: """
          "//": "a comment", "name": "card", "bounds": [1, 2, 30, 40], "position": [5, 6], "zPosition": 7,
          "anchorPoint": [0.25, 0.75], "anchorPointZ": 8, "transform": "translateX(50%) rotate(90deg)",
          "sublayerTransform": [1,0,0,0, 0,1,0,0, 0,0,1,-0.01, 0,0,0,1], "opacity": 0.5, "isHidden": true,
          "isDoubleSided": false, "masksToBounds": true, "cornerRadius": 9, "backgroundColor": [0.1, 0.2, 0.3],
          "border": {"width": 2, "color": "#00f8"}, "rasterizationScale": 3, "magnificationFilter": "cubic",
          "minificationFilter": "trilinear",
          "depth": "shared", "blendMode": "soft-light",
          "surface": {"ambient": 0.1, "diffuse": 0.2, "specular": 0.3, "exponent": 4, "shading": "flat"},
          "contents": {"image": "abc.png", "gravity": "topLeft", "rect": [0, 0, 0.5, 1], "scale": 2,
            "center": [0.25, 0.5, 0.5, 0]},
          "lights": [{"type": "spot", "coneAngle": "0.5rad"}],
          "sublayers": [{"bounds": [0, 0, 1, 1], "contents": {"color": "lime"}}]
          """,
        canvas:
          "\"frame\": [1, 2, 3, 4], \"scale\": 2, \"background\": \"white\", \"padding\": 1, \"blending\": \"linear\", \"depth\": \"ordered\"",
        more: ",\"lights\": [{\"type\": \"point\", \"position\": [1, 2, 3], \"enabled\": false}]"))
    var layer = Layer(bounds: Rect(1, 2, 30, 40), position: Point(5, 6))
    (layer.name, layer.zPosition, layer.anchorPoint, layer.anchorPointZ) = ("card", 7, Point(0.25, 0.75), 8)
    layer.transform = Transform3D.rotation(.degrees(90)) * Transform3D.translation(15, 0)
    layer.sublayerTransform.m34 = -0.01
    (layer.opacity, layer.isHidden, layer.isDoubleSided, layer.masksToBounds) = (0.5, true, false, true)
    (layer.cornerRadius, layer.backgroundColor) = (9, Color(red: 0.1, green: 0.2, blue: 0.3))
    (layer.borderWidth, layer.rasterizationScale) = (2, 3)
    layer.borderColor = Color(red: 0, green: 0, blue: 1, alpha: 136 / 255)
    (layer.magnificationFilter, layer.minificationFilter) = (.cubic, .trilinear)
    layer.contentsCenter = Rect(0.25, 0.5, 0.5, 0)
    (layer.depth, layer.blendMode) = (.shared, .softLight)
    layer.surface = Surface(
      ambient: 0.1, diffuse: 0.2, specular: 0.3, specularExponent: 4, shading: .flat)
    layer.contents = .image(try #require(try? MadeUpResources().image("abc.png")))
    (layer.contentsGravity, layer.contentsRect, layer.contentsScale) = (.topLeft, Rect(0, 0, 0.5, 1), 2)
    var spot = Light(.spot)
    // Converted through degrees.
    spot.coneAngle = made.layers[0].lights[0].coneAngle
    #expect(abs(spot.coneAngle.radians - 0.5) < 1e-9)
    layer.lights = [spot]
    let green = Color(red: 0, green: 1, blue: 0)
    layer.sublayers = [Layer(bounds: Rect(0, 0, 1, 1), position: .zero, contents: .color(green))]
    #expect(made.layers == [layer])
    var point = Light(.point)
    (point.position, point.isEnabled) = (Point3D(1, 2, 3), false)
    #expect(made.lights == [point])
    #expect(
      made.canvas
        == Canvas(frame: Rect(0, 1, 5, 6), scale: 2, background: .white, blending: .linear, depth: .ordered))
  }

  /// A displacement alone makes its own grid, and refines that of a preset.
  @Test(arguments: [
    ("{\"displacement\": \"abc.png\", \"x\": 3, \"y\": 4, \"z\": 5, \"blur\": 1}", 81),
    ("{\"preset\": \"ripple\", \"rows\": 3, \"columns\": 40, \"displacement\": \"abc.png\"}", 10 * 41),
  ]) func displacementsBendMeshes(_ text: String, _ vertices: Int) throws {
    let file = try SceneFile(
      Array(scene(layer: "\"bounds\": [0, 0, 30, 40], \"mesh\": \(text)").utf8), name: "s.json")
    let mesh = try #require(try file.scene(resources: MadeUpResources()).layers[0].mesh)
    #expect(mesh.vertices.count == vertices)
    let again = try SceneFile(Array(file.text.utf8), name: "again.json")
    #expect(try again.scene(resources: MadeUpResources()).layers[0].mesh == mesh)
  }

  @Test func shadingIsASublayer() throws {
    let text = scene(
      layer: "\"bounds\": [0, 0, 30, 40], \"mesh\": {\"displacement\": \"abc.png\", \"shading\": 0.5}")
    let file = try SceneFile(Array(text.utf8), name: "s.json")
    for file in [file, try SceneFile(Array(file.text.utf8), name: "again.json")] {
      let layer = try file.scene(resources: MadeUpResources()).layers[0]
      #expect(layer.sublayers.map(\.maskMode) == [.shade] && layer.sublayers[0].opacity == 0.5)
      #expect(layer.sublayers[0].frame == Rect(0, 0, 30, 40))
    }
  }

  @Test(arguments: [
    ("{\"x\": 3}", "this key needs a displacement; add \"displacement\": \"image.png\""),
    ("{\"displacement\": \"a.png\", \"x\": 1e9}", "1000000"),
    ("{\"displacement\": \"a.png\", \"amplitude\": 3}", "amplitude"),
    ("{\"displacement\": \"a.png\", \"vertices\": [], \"faces\": []}", "an inline mesh cannot be displaced"),
  ]) func displacementErrors(_ text: String, _ words: String) throws {
    let error = #expect(throws: DocumentError.self) {
      try decode(scene(layer: "\"bounds\": [0, 0, 30, 40], \"mesh\": \(text)"))
    }
    #expect("\(error!)".contains(words), "\(error!)")
  }

  /// A back is an image or a layer that fills its superlayer.
  @Test(arguments: [
    "\"abcd.png\"", "{\"contents\": {\"image\": \"abcd.png\"}}",
    "{\"frame\": [1, 2, 30, 40], \"contents\": {\"image\": \"abcd.png\"}}",
  ]) func backsAreSublayers(_ text: String) throws {
    let text = scene(
      layer: """
        "mask": "abc.png", "backContents": \(text), "bounds": [1, 2, 30, 40],
        "sublayers": [{"bounds": [0, 0, 1, 1], "contents": {"color": "lime"}}]
        """)
    let file = try SceneFile(Array(text.utf8), name: "s.json")
    for file in [file, try SceneFile(Array(file.text.utf8), name: "again.json")] {
      let layer = try file.scene(resources: MadeUpResources()).layers[0]
      #expect(layer.sublayers.map(\.isBackContents) == [false, true, false])
      #expect(layer.sublayers.map(\.maskMode) == [.none, .none, .alpha])
      #expect((layer.sublayers[1].bounds.size, layer.sublayers[1].position) == (Size(30, 40), Point(16, 22)))
      #expect(
        layer.sublayers[1].contents == .image(try #require(try? MadeUpResources().image("abcd.png"))))
    }
  }

  /// The name of a style is written back as a name; the arcs have the proportions of the layer.
  @Test func stylesOfWarpsHaveNames() throws {
    let mesh = "{\"bend\": 0.25, \"style\": \"arch\", \"orientation\": \"vertical\", \"preset\": \"style\"}"
    let file = try SceneFile(
      Array(scene(layer: "\"bounds\": [0, 0, 30, 40], \"mesh\": \(mesh)").utf8), name: "s.json")
    let made = try #require(try file.scene(resources: MadeUpResources()).layers[0].mesh)
    #expect(
      made
        == (try Mesh.style { ($0.style, $0.bend, $0.orientation, $0.aspect) = (.arch, 0.25, .vertical, 0.75) })
    )
    #expect(file.text.contains("\"style\": \"arch\"") && file.text.contains("\"orientation\": \"vertical\""))
    let again = try SceneFile(Array(file.text.utf8), name: "again.json")
    #expect(try again.scene(resources: MadeUpResources()).layers[0].mesh == made)
    let schema = SceneSchema.scene.filter { !$0.isWhitespace }
    for style in WarpStyle.allCases { #expect(schema.contains("{\"const\":\"\(style.rawValue)\",")) }
  }

  /// A mask is an image or a layer that fills its superlayer, or a layer with a place of its own.
  @Test(arguments: [
    ("\"abcd.png\"", Layer.MaskMode.alpha, Rect(0, 0, 30, 40), Point(16, 22)),
    (
      "{\"contents\": {\"image\": \"abcd.png\"}, \"maskMode\": \"luminance\"}", .luminance,
      Rect(0, 0, 30, 40), Point(16, 22)
    ),
    (
      "{\"bounds\": [1, 2, 3, 4], \"position\": [5, 6], \"contents\": {\"image\": \"abcd.png\"}, \"maskMode\": \"inverted-alpha\"}",
      .invertedAlpha, Rect(1, 2, 3, 4), Point(5, 6)
    ),
  ]) func masksAreSublayers(_ text: String, _ mode: Layer.MaskMode, _ bounds: Rect, _ position: Point) throws
  {
    let text = scene(
      layer: """
        "mask": \(text), "bounds": [1, 2, 30, 40],
        "sublayers": [{"bounds": [0, 0, 1, 1], "contents": {"color": "lime"}}]
        """)
    let file = try SceneFile(Array(text.utf8), name: "s.json")
    // What is written is read as the same scene.
    for file in [file, try SceneFile(Array(file.text.utf8), name: "again.json")] {
      let layer = try file.scene(resources: MadeUpResources()).layers[0]
      #expect(layer.sublayers.count == 2)
      #expect(layer.sublayers[0].maskMode == .none)
      let mask = layer.sublayers[1]
      #expect(mask.maskMode == mode)
      #expect((mask.bounds, mask.position) == (bounds, position))
      #expect(mask.contents == .image(try #require(try? MadeUpResources().image("abcd.png"))))
    }
  }

  @Test func gradientsAndMeshesArrive() throws {
    let gradient = try decode(
      scene(
        layer: """
          "bounds": [0,0,20,10], "contents": {"gradient": {"type": "radial", "start": [0.5, 0.5], "end": [1, 1],
          "stops": [{"location": 0, "color": "red"}, {"location": 1, "color": "transparent"}]}},
          "mesh": {"angle": 20, "preset": "swirl", "replicatesEdges": true}
          """)
    ).layers[0]
    let red = Color(red: 1, green: 0, blue: 0)
    let stops = [Gradient.Stop(0, red), Gradient.Stop(1, .clear)]
    #expect(
      gradient.contents
        == .gradient(Gradient(.radial, start: Point(0.5, 0.5), end: Point(1, 1), stops: stops)))
    var swirl = try Mesh.swirl {
      $0.angle = .degrees(20)
      // The layer's own aspect.
      $0.aspect = 2
    }
    swirl.replicatesEdges = true
    #expect(gradient.mesh == swirl)
    let quad = try MeshFile.decode(Array(MadeUpResources.quad.utf8), name: "q")
    for mesh in [MadeUpResources.quad, "{\"file\": \"quad.json\"}"] {
      #expect(try decode(scene(layer: "\"bounds\": [0,0,1,1], \"mesh\": \(mesh)")).layers[0].mesh == quad)
    }
  }

  /// An image of 7x2 pixels, a text of 10x5 points: without bounds, that is the layer's size.
  @Test func naturalSizesAndFrames() throws {
    #expect(
      try decode(scene(layer: "\"contents\": {\"image\": \"abc.png\"}")).layers[0].bounds == Rect(0, 0, 7, 2))
    let text = "\"contents\": {\"text\": \"a\"}"
    #expect(try decode(scene(layer: text)).layers[0].bounds == Rect(0, 0, 10, 5))
    let framed = try decode(scene(layer: "\"transform\": \"scale(2, 4)\", \"frame\": [10, 20, 100, 50]"))
      .layers[0]
    #expect(framed.bounds.size == Size(50, 12.5) && framed.position == Point(60, 45))
  }

  @Test func eachResourceIsAskedForOnceAndTextsAtTheirScale() throws {
    let resources = MadeUpResources()
    let image = "{\"contents\": {\"image\": \"a\"}, \"mesh\": {\"file\": \"m\"}}"
    let text = "{\"contents\": {\"text\": \"t\"}}"
    let inside =
      "{\"bounds\": [0,0,1,1], \"mesh\": {\"file\": \"m\"}, \"rasterizationScale\": 3, \"sublayers\": [\(text)]}"
    _ = try decode(
      "{\"layers\": [\(image), \(image), \(text), \(text), \(inside)], \"canvas\": {\"size\": [9, 9], \"scale\": 2}}",
      resources)
    #expect(resources.asked == ["a", "m", "t at 2.0", "t at 6.0"])
  }

  /// The outline is the layer's frame: 10x4 about (5, 7).
  @Test func aCanvasFitsWhatIsDrawn() throws {
    let layer = "\"bounds\": [0, 0, 10, 4], \"position\": [5, 7], \"contents\": {\"color\": \"red\"}"
    let tight = try decode(scene(layer: layer, canvas: "\"fit\": true, \"padding\": 1")).canvas
    #expect(tight == Canvas(frame: Rect(-1, 4, 12, 6)))
    let scaled = try decode(scene(layer: layer, canvas: "\"fit\": true, \"size\": [100, 100]")).canvas
    #expect(scaled == Canvas(frame: Rect(0, 2, 10, 10), scale: 10))
  }

  /// A written scene reads back as the same scene and the same text.
  @Test func textsReadBack() throws {
    let source = scene(
      layer: """
        "name": "q\\"\\u0007é", "bounds": [0.1, 0, 3, 4], "transform": "rotateX(3deg)", "opacity": 0.3,
        "contents": {"text": "a\\nb", "font": "Serif", "fontFile": "f.ttf", "fontSize": 9, "color": [0.123, 0, 1, 0.5], "align": "end",
          "letterSpacing": -1.5, "outline": {"width": 2.5, "color": "gold"}, "fit": "shrink", "minimumFontSize": 4},
        "mesh": \(MadeUpResources.quad), "border": {"color": "red"},
        "sublayers": [{"frame": [1, 2, 3, 4], "mesh": {"preset": "flag", "rows": 3, "columns": 4}},
          {"bounds": [0,0,1,1], "contents": {"text": "a", "split": "words", "gravity": "left"}},
          {"bounds": [0,0,1,1], "contents": {"text": "a", "gravity": "resize"}},
          {"bounds": [0,0,1,1], "contents": {"gradient": {"stops": [{"location": 0.1, "color": "red"}]}}}]
        """, more: ", \"lights\": [{\"type\": \"spot\", \"color\": [0.1, 0.2, 0.3]}]")
    let text = try SceneFile(Array(source.utf8), name: "s").text
    #expect(try decode(text) == decode(source))
    #expect(try SceneFile(Array(text.utf8), name: "s").text == text)
  }

  @Test func kindsAreDetected() {
    #expect(DocumentKind(of: Array("{\"a\": {\"layers\": 1}, \"vertices\": []}".utf8)) == .mesh)
    #expect(
      DocumentKind(of: Array("{\"$schema\": \"vertices\", \"x\\\"\": 1, \"layers\" : []}".utf8)) == .scene)
    #expect(DocumentKind(of: Array("[\"layers\"".utf8)) == nil)
    #expect(DocumentKind(of: Array("{\"\\".utf8)) == nil)
  }

  @Test func theStarterIsRight() throws {
    let scene = try decode(SceneFile.starter)
    #expect(scene.layers.count == 2 && scene.lights.count == 1)
  }
}
