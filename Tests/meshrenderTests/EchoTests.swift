import Testing

/// An error message that contains user text is one short line without control characters.
struct EchoTests {
  /// A long text, and texts with line ends, terminal colors and direction marks; and both.
  static let texts = [
    String(repeating: "x", count: 5000),
    "a\nb\r\nc\u{2028}d\u{1B}[31mred\u{9B}2J\u{7}\u{202E}gnp.\u{2066}\u{200F}",
    String(repeating: "\u{1B}\u{202E}=é,", count: 900), String(repeating: "9", count: 4000),
  ]

  private func expectOneShortLine(_ run: Run, _ what: String) {
    #expect(
      [64, 65, 66, 73, 74].contains(run.code), "\(what.prefix(60)): \(run.code) \(run.words.prefix(300))")
    #expect(run.words.hasPrefix("Error: ") && run.words.hasSuffix("\n"), "\(what.prefix(60))")
    #expect(run.words.unicodeScalars.count < 1000, "\(what.prefix(60)): \(run.words.prefix(1200))")
    let controls = run.words.dropLast().unicodeScalars.filter { scalar in
      [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    #expect(controls.isEmpty, "\(what.prefix(60))")
    for text in Self.texts where text.count > 80 { #expect(!run.words.contains(text.prefix(81))) }
  }

  /// The text as the value of a flag or as a file's name; @ marks its place.
  @Test(arguments: [
    "render @", "render @.png -o o.png", "render --text a -o in.png/@/o.png",
    "render --text a -o o.png --mesh @",
    "render --text a -o o.png --mesh ripple:@", "render --text a -o o.png --mesh ripple:rows=@",
    "render --text a -o o.png --transform @", "render --text a -o o.png --transform rotate(@)",
    "render --text a -o o.png --transform=rotate(1@)", "render --text a -o o.png --light @",
    "render --text a -o o.png --light point:@=1", "render --text a -o o.png --light=point:intensity=@",
    "render --text a -o o.png --background=@", "render --text a -o o.png --background=rgb(1@,2,3)",
    "render --text a -o o.png --surface=@", "render --text a -o o.png --size=@",
    "render --text a -o o.png --samples=@",
    "render --text a -o o.png --scale=@", "render --text a -o o.png --max-side=@",
    "render --text a -o o.png --@",
    "render --text a -o o.png --@=1", "render --text a --mesh wave -o o.png --device=@",
    "render --text a -o o.png --color=@",
    "render --text a -o o.png --align=@", "render --text a -o o.png --gestures=@", "animate in.png -o @",
    "animate in.png -o o.apng --animate=@", "animate in.png -o o.apng --animate=opacity@",
    "animate in.png -o o.apng --timing=@", "animate in.png -o o.apng --duration=@",
    "animate in.png -o o.apng --fps=@",
    "animate in.png -o o.apng --frames=@", "animate in.png -o o.apng --format=@",
    "animate @-%04d.png -o o.apng",
    "animate @.y4m -o o.apng", "convert @ o.obj", "convert @.obj o.json", "convert m.json @.stl",
    "hit s.json @",
    "hit @.json 1,2", "map in.png -o @", "map in.png -o in.png/@.npy/o.npy", "map --content-size @ -o o.npy",
    "validate @",
    "inspect @.json", "subdivide m.json -o o.json --steps=@", "new in.png/@/s.json", "meshes @", "schema @",
    "animate s.json -o o.apng --animate=opacity --animate-layer=@",
  ])
  func ofTheCommandLine(_ line: String) throws {
    let folder = try Folder()
    try folder.writePicture(4, 3, to: "in.png")
    try folder.write(scene, to: "s.json")
    try folder.write(
      "{\"vertices\": [[0,0,0,0,0],[1,0,1,0,0],[0,1,0,1,0]], \"faces\": [[0,1,2,2]]}", to: "m.json")
    for text in Self.texts {
      let arguments = line.split(separator: " ").map { String($0).replacing("@", with: text) }
      let run = try Tool.start(arguments, in: folder).wait()
      expectOneShortLine(run, line)
    }
  }

  private let scene =
    "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [{\"bounds\": [0, 0, 4, 4], \"contents\": {\"image\": \"in.png\"}}]}"

  /// The text as a key or a value of a scene, escaped in JSON, or as bytes of another kind of file.
  @Test(arguments: [
    ("s.json", "{\"@\": 1}"), ("s.json", "{\"canvas\": {\"size\": [4, 4], \"@\": 1}, \"layers\": []}"),
    ("s.json", "{\"canvas\": {\"size\": \"@\"}, \"layers\": []}"),
    ("s.json", "{\"canvas\": {\"size\": [4, 4], \"background\": \"@\"}, \"layers\": []}"),
    (
      "s.json",
      "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [{\"name\": \"@\", \"bounds\": [0, 0, 4, 4], \"opacity\": 2}]}"
    ),
    ("s.json", "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [{\"contents\": {\"image\": \"@\"}}]}"),
    ("s.json", "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [{\"contents\": {\"sequence\": \"@\"}}]}"),
    ("s.json", "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [{\"contents\": {\"stream\": \"@\"}}]}"),
    (
      "s.json",
      "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [{\"contents\": {\"text\": \"a\", \"font\": \"@\", \"fontSize\": 9e9}}]}"
    ),
    (
      "s.json",
      "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [{\"bounds\": [0, 0, 4, 4], \"transform\": \"@\"}]}"
    ),
    (
      "s.json",
      "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [{\"bounds\": [0, 0, 4, 4], \"mesh\": {\"preset\": \"@\"}}]}"
    ),
    (
      "s.json",
      "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [{\"bounds\": [0, 0, 4, 4], \"mesh\": {\"preset\": \"wave\", \"@\": 1}}]}"
    ),
    (
      "s.json",
      "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [{\"bounds\": [0, 0, 4, 4], \"mesh\": {\"file\": \"@.obj\"}}]}"
    ),
    (
      "s.json",
      "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [{\"bounds\": [0, 0, 4, 4], \"animations\": [{\"key\": \"@\", \"to\": 1}]}]}"
    ),
    ("s.json", "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [], \"lights\": [{\"type\": \"@\"}]}"),
  ])
  func ofScenes(_ file: String, _ template: String) throws {
    let folder = try Folder()
    for text in Self.texts {
      try folder.write(template.replacing("@", with: escaped(text)), to: file)
      expectOneShortLine(
        try Tool.run("animate", file, "-o", "o.apng", "--duration", "1", in: folder), template)
    }
  }

  @Test(arguments: [
    ("m.json", "{\"vertices\": [[0,0,0,0,@]]}"), ("m.json", "{\"vertices\": @"), ("m.json", "@"),
    ("m.obj", "v 0 0 @\n"), ("m.obj", "@\n"), ("m.obj", "v 0 0 0\nvt 0 0\nf @\n"), ("m.data", "2\n2 2\n@\n"),
    ("m.data", "@\n"), ("m.camesh", "[0 0] [@] v\n"), ("m.camesh", "[0 0] [0 0 0] @\n"), ("m.camesh", "@"),
  ])
  func ofMeshes(_ file: String, _ template: String) throws {
    let folder = try Folder()
    for text in Self.texts {
      try folder.write(template.replacing("@", with: text), to: file)
      expectOneShortLine(try Tool.run("validate", file, in: folder), template)
    }
  }

  private func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16)
      return scalar.value < 0x20
        ? "\\u" + String(repeating: "0", count: 4 - digits.count) + digits : String(scalar)
    }.joined()
  }
}
