import ArgumentParser
import ImageFiles
import MeshTransform
import SceneDocument

/// Lists the layers under a pixel of a scene's picture.
struct HitCommand: ParsableCommand, ThreadedCommand, SandboxedCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "hit",
    abstract: "List the layers of a scene under a point of its picture.",
    discussion: """
      Points are in pixels of the picture, from its top left; the middle of the first pixel is 0.5,0.5; put -- before negative ones. For each \
      point one line of JSON: the hits from front to back, each with its layer, the point in layer points \
      and in its unit space, the mesh's face, and the depth (larger is nearer). Only the front one without --all.

      The depth is z / w of the top-level layer on the canvas, in points: 125 where the layer is 100 points before the \
      canvas under perspective(500px). Sublayers have the depth of their top-level layer. The pass 'depth' of \
      'meshrender passes' is z before perspective, 100.

      EXAMPLES
        meshrender new buttons.json
        meshrender hit buttons.json 480,330
        printf '480,330\\n10,10\\n' | meshrender hit buttons.json --all
        meshrender hit buttons.json --map map.png
      """)

  @Argument(help: ArgumentHelp("The scene file.", valueName: "scene.json"))
  var scene: String

  @Argument(
    parsing: .remaining,
    help: ArgumentHelp(
      "Points; without any, they are read from standard input, one per line.", valueName: "x,y")
  )
  var points: [String] = []

  @Flag(help: "All hits, not only the front one.")
  var all = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Report only hits with more than this alpha, 0...1. Default: all that is drawn, however transparent.",
      valueName: "alpha"), transform: decimal)
  var minimumAlpha: Double?

  @Option(
    help: ArgumentHelp(
      "Write a picture in which each layer has its own color, and print the color of each layer.",
      valueName: "file"))
  var map: String?

  @OptionGroup var sceneTime: SceneTimeOptions

  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Limits") var reading: ReadOptions
  @OptionGroup(title: "Limits") var trust: TrustOptions

  var access: CommandAccess {
    CommandAccess(inputs: [scene], scene: scene, allowed: reading.allowRead, outputs: [map].compactMap { $0 })
  }

  func validate() throws {
    if let minimumAlpha, !(0...1).contains(minimumAlpha) {
      throw ValidationError("--minimum-alpha is \(minimumAlpha); use 0...1.")
    }
    if map != nil, !points.isEmpty || all {
      throw ValidationError("--map covers every pixel; remove the points and --all.")
    }
    if map == "-" {
      throw ValidationError("standard output contains the list of colors; use a file for --map.")
    }
    if let map { try OutputEnding.require([".png"], of: map, for: "the PNG that --map writes") }
  }

  func run() throws {
    let scene = try loadScene()
    try MemoryBudget.current.require(
      MemoryEstimate.contents(of: scene, vertexLimit: limits.maxVertices)
        &+ (map == nil ? 0 : 10 &* scene.canvas.pixelSize.area),
      for: map == nil ? "the scene" : "a map of \(scene.canvas.pixelSize) px")
    let tester = HitTester(scene, vertexLimit: limits.maxVertices)
    let options = HitOptions(minimumAlpha: minimumAlpha)
    if let map {
      return try HitMap(scene, tester, options, limits).write(to: OutputFile(argument: map))
    }
    for text in try points.isEmpty ? linesOfStandardInput() : points {
      let pixel = try point(text)
      let canvas = scene.canvas
      let place = Point(
        canvas.frame.minX + pixel.x / canvas.scale, canvas.frame.minY + pixel.y / canvas.scale)
      let hits = all ? tester.hits(at: place, options) : tester.hitTest(place, options).map { [$0] } ?? []
      try Console.report(
        JSONText.object([
          ("x", pixel.x.shortText), ("y", pixel.y.shortText),
          ("hits", JSONText.array(hits.map { $0.json(in: scene) })),
        ]))
    }
  }

  private func loadScene() throws(Failure) -> Scene {
    let source = InputFile(argument: scene)
    if source == .standardInput, points.isEmpty, map == nil {
      throw Failure(
        .usage, "the scene is read from standard input, so the points cannot be; use arguments for them")
    }
    let bytes = try source.readDocument(limit: SceneFile.defaultByteLimit)
    if let kind = InputFile.binaryKind(of: bytes) {
      throw Failure(.badData, "\(source) is \(kind), not a scene; use a scene file")
    }
    let file: SceneFile
    do { file = try SceneFile(bytes, name: source.description) } catch { throw Failure(error) }
    let files = SceneFiles(
      ScenePaths(of: source, allowed: reading.allowRead), limits: limits.image,
      showsFrames: sceneTime.time != nil, drawsExactMaps: false)
    let scene: Scene
    if let time = sceneTime.time?.seconds {
      scene = try ClipDocument(file: file, files: files, colors: .keep).scene(at: time, margin: 0)
    } else {
      scene = try file.scene(files: files)
    }
    do { try scene.validate() } catch { throw Failure(.badData, "\(source): \(error)") }
    return scene
  }

  private func linesOfStandardInput() throws(Failure) -> [String] {
    let bytes: [UInt8]
    do {
      bytes = try InputFile.standardInput.readAll(limit: SceneFile.defaultByteLimit)
    } catch { throw Failure(error) }
    if let fault = UTF8Fault(in: bytes) {
      throw Failure(
        .badData,
        "standard input:\(fault.line + 1): byte \(fault.place) (\(fault.byte.hexadecimal)) is not UTF-8; write points as "
          + "text in UTF-8, one x,y per line")
    }
    let text = bytes.dropFirst(ByteOrderMark(of: bytes)?.bytes.count ?? 0)
    return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
      .filter { $0.contains { !$0.isWhitespace } }
  }

  private func point(_ text: String) throws(Failure) -> Point {
    let parts = text.split { $0 == "," || $0 == " " || $0 == "\t" }
    guard parts.count == 2, let x = Double(decimal: parts[0]), let y = Double(decimal: parts[1]) else {
      throw Failure(.usage, "'\(text.excerpt)' is not a point; write x,y in pixels, such as 120.5,80")
    }
    return Point(x, y)
  }
}

extension Hit {
  fileprivate func json(in scene: Scene) -> String {
    func pair(_ point: Point) -> String { JSONText.array([point.x.shortText, point.y.shortText]) }
    return JSONText.object([
      ("layer", JSONText.string(scene.name(of: path))),
      ("path", JSONText.array(path.indices.map(String.init))),
      ("point", pair(point)), ("unitPoint", pair(unitPoint)),
      ("face", face.map { String($0.index) } ?? "null"),
      ("depth", depth.shortText), ("isFrontFacing", "\(isFrontFacing)"),
    ])
  }
}
