import MeshTransform
import SceneDocument
import TestSupport
import Testing

@Suite struct SceneFileErrorTests {
  private func error(_ text: String) -> DocumentError? {
    do throws(DocumentError) { _ = try decode(text) } catch { return error }
    return nil
  }

  /// The layer begins in line 2, column 12.
  @Test(arguments: [
    ("\"opacty\": 1", "layers[0].opacty", 13, "did you mean \"opacity\"?"),
    ("\"bounds\": [0,0,1,1], \"opacity\": 2", "layers[0].opacity", 45, "found 2; use a number in 0...1"),
    ("\"bounds\": [0,0,1]", "layers[0].bounds", 23, "there are 3 numbers; use [x, y, width, height]"),
    ("\"bounds\": [0,0,1,1,1]", "layers[0].bounds[4]", 32, "too many numbers"),
    (
      "\"bounds\": [0,0,1e300,1]", "layers[0].bounds[2]", 28,
      "found 1e300; use a number in -1e9...1e9"
    ),
    ("\"name\": 3", "layers[0].name", 21, "found 3; use a name"),
    ("\"isHidden\": 1", "layers[0].isHidden", 25, "use true or false"),
    ("\"position\": [0,0]", "layers[0]", 12, "the layer has no \"bounds\""),
    ("\"frame\": [0,0,1,1], \"position\": [0,0]", "layers[0].position", 33, "there is also a frame"),
    ("\"contents\": {}", "layers[0].contents", 25, "the contents are empty"),
    ("\"contents\": {\"image\": \"\"}", "layers[0].contents.image", 35, "the path is empty"),
    ("\"contents\": {\"image\": \"missing\"}", "layers[0].contents.image", 35, "there is no such file"),
    ("\"contents\": {\"color\": \"rde\"}", "layers[0].contents.color", 35, "did you mean \"red\"?"),
    (
      "\"contents\": {\"color\": \"red\", \"image\": \"a\"}", "layers[0].contents", 42, "both image and color"
    ),
    (
      "\"contents\": {\"image\": \"a\", \"font\": \"b\"}", "layers[0].contents.font", 40,
      "applies to a text, not to an image"
    ),
    (
      "\"contents\": {\"image\": \"a\", \"gravity\": \"topleft\"}", "layers[0].contents.gravity", 51,
      "\"topLeft\"?"
    ),
    ("\"contents\": {\"gradient\": {\"stops\": []}}", "layers[0].contents.gradient", 51, "no colors"),
    ("\"transform\": \"rotateZ(3)\"", "layers[0].transform", 26, "column 9"),
    (
      "\"contents\": {\"text\": \"a\", \"outline\": {\"width\": 2000}}", "layers[0].contents.outline.width",
      60,
      "0...1000"
    ),
    (
      "\"contents\": {\"text\": \"a\", \"outline\": {\"size\": 2}}", "layers[0].contents.outline.size", 51,
      "use width or color"
    ),
    (
      "\"contents\": {\"color\": \"red\", \"outline\": {}}", "layers[0].contents.outline", 42,
      "applies to a text, not to a color"
    ),
    (
      "\"contents\": {\"text\": \"a\", \"fit\": \"shrink\"}", "layers[0]", 12, "add \"bounds\" to the layer"
    ),
    (
      "\"contents\": {\"text\": \"a\", \"minimumFontSize\": 3}", "layers[0].contents.minimumFontSize", 39,
      "add \"fit\": \"shrink\""
    ),
    (
      "\"contents\": {\"text\": \"a\", \"fit\": \"shrink\", \"gravity\": \"resize\"}",
      "layers[0].contents.fit", 39,
      "the gravity stretches the text"
    ),
    (
      "\"contents\": {\"text\": \"a\", \"split\": \"glyph\"}", "layers[0].contents.split", 48, "\"glyphs\"?"
    ),
    (
      "\"contents\": {\"text\": \"a\", \"split\": \"words\", \"gravity\": \"resizeAspect\"}",
      "layers[0].contents.gravity", 57, "use a gravity such as \"center\""
    ),
    (
      "\"contents\": {\"text\": \"a\", \"split\": \"words\", \"rect\": [0,0,1,1]}", "layers[0].contents.rect",
      57,
      "a split text has several"
    ),
    (
      "\"contents\": {\"text\": \"a\", \"split\": \"words\"}, \"sublayers\": [{\"bounds\": [0,0,1,1]}]",
      "layers[0].sublayers", 58, "make other layers siblings of this one"
    ),
    (
      "\"contents\": {\"image\": \"a\", \"split\": \"words\"}", "layers[0].contents.split", 40,
      "applies to a text, not to an image"
    ),
    ("\"mesh\": {\"preset\": \"riple\"}", "layers[0].mesh.preset", 32, "'ripple'"),
    (
      "\"mesh\": {\"preset\": \"ripple\", \"amplitude\": 9}", "layers[0].mesh.amplitude", 42, "amplitude is 9"
    ),
    ("\"mesh\": {\"preset\": \"ripple\", \"amplitud\": 9}", "layers[0].mesh.amplitud", 42, "\"amplitude\"?"),
    ("\"mesh\": {\"angle\": 9, \"preset\": \"ripple\"}", "layers[0].mesh.angle", 22, "the preset ripple"),
    ("\"mesh\": {\"preset\": \"style\", \"style\": \"arhc\"}", "layers[0].mesh.style", 50, "\"arc\"?"),
    ("\"mesh\": {\"preset\": \"style\", \"style\": 3}", "layers[0].mesh.style", 50, "\"twist\""),
    ("\"mesh\": {\"preset\": \"style\", \"bend\": 2}", "layers[0].mesh.bend", 41, "bend is 2; use -1 to 1"),
    ("\"mesh\": {\"waves\": 9}", "layers[0].mesh.waves", 22, "add \"preset\""),
    ("\"mesh\": {\"vertices\": []}", "layers[0].mesh", 37, "\"vertices\" is empty"),
    (
      "\"bounds\": [0,0,1,1], \"mesh\": {\"file\": \"scene.json\"}", "layers[0].mesh.file", 51,
      "a scene, not a mesh"
    ),
    (
      "\"lights\": [{\"type\": \"ambient\", \"falloff\": 1}]", "layers[0].lights[0].falloff", 44,
      "an ambient light"
    ),
    ("\"lights\": [{\"direction\": [0, 0, 0]}]", "layers[0].lights[0]", 24, "direction is (0, 0, 0)"),
    ("\"surface\": {\"specular\": -1}", "layers[0].surface.specular", 37, "found -1"),
    (
      "\"surface\": {\"exponent\": 0}", "layers[0].surface.exponent", 37,
      "found 0; use a number, more than 0, up to 1000000"
    ),
    ("\"//\": 3", "layers[0][\"//\"]", 19, "begins a comment"),
    ("\"opacity\": null", "layers[0].opacity", 24, "found null; use a number"),
    ("\"frame\": [0,0,-9,9]", "layers[0].frame", 22, "the width is -9; use 0 or more"),
    ("\"bounds\": [0,0,9,-9]", "layers[0].bounds", 23, "the height is -9; use 0 or more"),
    (
      "\"image\": \"a\"", "layers[0].image", 13,
      "belongs in \"contents\"; write \"contents\": {\"image\": ...}"
    ),
    ("\"specular\": 1", "layers[0].specular", 13, "belongs in \"surface\""),
    ("\"bounds\": [0,0,1,1], \"mask\": \"missing\"", "layers[0].mask", 42, "there is no such file"),
    (
      "\"bounds\": [0,0,1,1], \"backContents\": \"missing\"", "layers[0].backContents", 50,
      "there is no such file"
    ),
    (
      "\"bounds\": [0,0,1,1], \"mask\": {\"contents\": {\"image\": \"missing\"}}",
      "layers[0].mask.contents.image", 65, "there is no such file"
    ),
    ("\"mesh\": {}", "layers[0].mesh", 21, "the mesh is empty; add a \"preset\""),
    ("\"mesh\": {\"angel\": 9, \"preset\": \"twist\"}", "layers[0].mesh.angel", 22, "\"angle\"?"),
    (
      "\"mesh\": {\"preset\": \"arc\"}", "layers[0].mesh.preset", 32,
      "\"preset\": \"style\", \"style\": \"arc\""
    ),
    (
      "\"sublayers\": [{\"bounds\": [0,0,1,1]},]", "layers[0].sublayers", 49,
      "found \"]\" where a value is expected"
    ),
    ("\"sublayers\": [{\"x\": 1}]", "layers[0].sublayers[0].x", 28, "unknown"),
  ])
  func ofALayer(_ layer: String, _ path: String, _ column: Int, _ words: String) {
    guard let error = error(scene(layer: layer)) else { return #expect(Bool(false), "no error for \(layer)") }
    #expect(error.path == path && error.line == 2 && error.column == column, "\(error)")
    #expect(error.problem.contains(words), "\(error)")
  }

  @Test(arguments: [
    ("{\"layers\": []}", "there is no key \"canvas\""),
    ("{\"canvas\": {\"fit\": true}}", "there is no key \"layers\""),
    ("{\"canvas\": {}, \"layers\": []}", "the canvas has no size"),
    ("{\"canvas\": {\"size\": [0, 1]}, \"layers\": []}", "canvas.size[0]: found 0"),
    (
      "{\"canvas\": {\"size\": [1, 1], \"frame\": [0,0,1,1]}, \"layers\": []}",
      "canvas.frame: there is also a size"
    ),
    ("{\"canvas\": {\"frame\": [0,0,0,1]}, \"layers\": []}", "the frame is empty"),
    ("{\"canvas\": {\"fit\": true}, \"layers\": []}", "canvas.fit: there is no outline to fit"),
    ("{\"canvas\": {\"size\": [1, 1]}, \"layer\": []}", "did you mean \"layers\"?"),
    ("[]", "found an array; use a scene"),
  ])
  func ofTheWhole(_ text: String, _ words: String) {
    #expect(error(text)?.description.contains(words) == true, "\(String(describing: error(text)))")
  }

  private func nested(_ count: Int, _ layer: String) -> String {
    "{\"canvas\": {\"size\": [1, 1]}, \"layers\": "
      + String(repeating: "[{\"bounds\": [0,0,1,1], \(layer)\"sublayers\": ", count: count) + "[]"
      + String(repeating: "}]", count: count) + "}"
  }

  @Test func depthIsLimited() {
    #expect(error(nested(SceneFile.depthLimit, "")) == nil)
    #expect(error(nested(SceneFile.depthLimit + 1, ""))?.problem.contains("64 layers deep") == true)
    #expect(error(nested(100_000, ""))?.problem.contains("64 layers deep") == true)
    let mesh = "\"mesh\": {\"preset\": \"fold\"}, "
    #expect(error(nested(16, mesh)) == nil)
    let problem = error(nested(17, mesh))?.problem
    #expect(problem?.contains("nested inside 16 others, the limit; remove one of them") == true)
    #expect(error("{\"canvas\": " + String(repeating: "[", count: 1_000_000))?.path == "canvas")
  }

  @Test func sizeIsLimited() {
    let bytes = Array(SceneFile.starter.utf8)
    #expect(throws: DocumentError.self) { try SceneFile(bytes, name: "s", byteLimit: bytes.count - 1) }
    #expect(throws: Never.self) { try SceneFile(bytes, name: "s", byteLimit: bytes.count) }
  }

  /// A truncated, changed or duplicated part of a scene gives a scene or an error.
  @Test(arguments: 0..<4)
  func brokenFilesNeverCrash(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let original = Array(SceneFile.starter.utf8)
    for _ in 0..<300 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(Array("[]{},:\"\\e-.9".utf8).randomElement(using: &random)!, at: place)
        default: bytes.removeSubrange(place...)
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      do throws(DocumentError) {
        _ = try SceneFile.decode(bytes, name: "s", resources: MadeUpResources())
      } catch { #expect(!error.problem.isEmpty) }
    }
  }

  /// Windows-1252, a character that is cut, and one that UTF-8 forbids.
  @Test(
    arguments: [
      ([0xEB], "EB"), ([0xC3, 0xA9, 0xE2, 0x82], "E2"), ([0x61, 0xED, 0xA0, 0x80], "ED"),
    ] as [([UInt8], String)])
  func bytesThatAreNotUTF8AreNamed(_ bytes: [UInt8], _ byte: String) {
    let start = "{\"layers\": [{\"contents\": {\"text\": \"Zo"
    let error = #expect(throws: DocumentError.self) {
      try SceneFile(Array(start.utf8) + bytes + Array("\"}}]}".utf8), name: "s.json")
    }
    #expect(error?.problem == "the byte 0x\(byte) is not UTF-8; save the file as UTF-8")
    #expect(error?.path == "layers[0].contents.text")
  }
}
