import ArgumentParser
import ImageFiles
import MeshTransform
import SceneDocument

/// Projects points of a layer to the picture, or back.
struct Project: BatchContentCommand, ThreadedCommand, SandboxedCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "project",
    abstract:
      "Compute where points, boxes and polygons of an image or a layer lie in its picture, or the reverse.",
    usage: "meshrender project <image|scene.json> [<points>] [<options>]",
    discussion: """
      The picture is the one that 'meshrender render' draws with the same flags, or one of the frames of 'meshrender animate'.

      THE LIST is JSON Lines or CSV, '-' or nothing for standard input:
        {"x": 120, "y": 80}                    a point
        {"box": [100, 60, 40, 30]}             a box: x, y, width, height
        {"polygon": [[0, 0], [40, 0], [20, 30]]}
      A key "layer" names the layer of a line; other keys, and other columns than x and y of a CSV, are kept.

      THE RESULT has the same lines in the same order, with "canvas", the place in pixels of the picture, "side" (front, \
      back, or both for a shape), "visible" and "inside". A box becomes the bounding box of its bent outline, a polygon \
      gets points where its edges bend, both within 0.1 pixels; they are cut at the edge of a bent layer. Points that \
      the mesh does not show, and points behind the eye, have null. Visible is what 'meshrender hit' finds at that place; a shape \
      is visible if a part of it is. Inside says whether all of it lies in the picture. Where a mesh shows a point \
      several times, the place nearest to the viewer counts, and --all lists all of them, nearest first.

      COORDINATES, here and there, begin at the top left corner, as those of 'meshrender hit': the middle of the first \
      pixel is 0.5,0.5, and an image of 640x480 ends at 640,480. (Maps of 'meshrender map' have whole numbers at the \
      middle of a pixel: subtract 0.5.)

      With --inverse, the lines are places in the picture, and the result has "content", the point of the layer under \
      each, hidden or not. Lines that have a "canvas" already are read from there.

      EXAMPLES
        meshrender render --text "Hello, mesh" --background white -o in.png
        echo '{"box": [20, 10, 100, 40], "label": "word"}' |
          meshrender project in.png --mesh wave --fit
        echo '{"x": 60, "y": 20}' | meshrender project in.png --mesh flag \\
          --fps 5 --duration 1s
      """)

  @OptionGroup(title: "Content") var content: ContentOptions
  @Argument(
    help: ArgumentHelp("The list of points, JSON Lines or CSV; '-' is standard input.", valueName: "points"))
  var points: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The .jsonl or .csv to write; '-' is standard output, in the form of the list. Default: -.",
      valueName: "file"))
  var output = "-"

  @Flag(help: "Compute the points of the layer at places in the picture.")
  var inverse = false

  @Option(
    help: ArgumentHelp(
      "The layer of a scene by its name, as 'meshrender hit' names it: card/label. Default: the only one, or that of the line.",
      valueName: "name"))
  var layer: String?

  @Option(
    help: ArgumentHelp(
      "The units of the layer's points: pixels of its image, points, or unit (0...1 over its bounds). Default: pixels for an "
        + "image, points for a text or a scene.", valueName: "units"))
  var units: PointUnits?

  @Flag(help: "List all places of a point at which the mesh shows it, as \"all\".")
  var all = false

  @OptionGroup(title: "Content") var sceneImages: SceneImageOptions
  @OptionGroup(title: "Mesh") var mesh: MeshOptions
  @OptionGroup(title: "Transform and light") var space: SpaceOptions
  @OptionGroup(title: "Gestures") var gestures: GestureOptions
  @OptionGroup(title: "Canvas") var canvas: CanvasOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time of a scene with animations, a video or an animated picture, such as 1.5 or 250ms. "
        + "Default: without animations, or the first frame.",
      valueName: "time"), transform: Moment.init)
  var time: Moment?

  @OptionGroup(title: "Frames") var frames: ClipFrameOptions
  @OptionGroup(title: "Motion") var motion: MotionOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Limits") var reading: ReadOptions
  @OptionGroup(title: "Limits") var trust: TrustOptions
  @OptionGroup(title: "Messages") var verbosity: VerbosityOptions

  /// The flags that may name standard input, with their values.
  private var files: [(flag: String, value: String?)] {
    content.files + mesh.files + gestures.files + sceneImages.files
      + [("--from", motion.from), ("--to", motion.to), ("The list of points", list)]
  }

  private var list: String { points ?? "-" }

  var access: CommandAccess {
    CommandAccess(
      inputs: files.map(\.value) + [content.colors.colorSpace], scene: content.scene,
      allowed: reading.allowRead, outputs: [output], refused: content.refusedForStrangers)
  }

  /// Whether a clip is meant instead of a picture.
  private var isClip: Bool {
    frames.isGiven || motion.from != nil || !motion.animate.isEmpty || motion.motion || motion.still
  }

  func validate() throws {
    let streams = files.filter { $0.value == "-" }.map(\.flag)
    if streams.count > 1 {
      throw ValidationError(
        "\(streams[0]) and \(streams[1].lowercased()) are both read from standard input; use a file for one of them."
      )
    }
    if isClip, time != nil {
      throw ValidationError(
        "--time selects one picture, and --frames, --fps, --duration and the flags of motion a clip; use one of them."
      )
    }
    if output != "-", !SharedFiles.contains(FilePath(output)) {
      try OutputEnding.require(
        [".jsonl", ".ndjson", ".json", ".csv", ".tsv"], of: output, for: "a list of points")
    }
    try mesh.requireMesh(isMorph: motion.from != nil)
    try mesh.placement.requireFile(among: [mesh.mesh, motion.from, motion.to])
  }

  func run() throws { try run(scene: nil, in: nil) }

  /// - `scene`: a scene in memory in place of the input.
  func run(scene: InputFile?, in _: OpenedRenderer?) throws {
    if output != "-",
      files.contains(where: {
        $0.value.map { $0 != "-" && OutputPlace.of($0) == OutputPlace.of(output) } == true
      })
    {
      throw Failure(.usage, "\(output.excerpt) is also an input; write to another file")
    }
    try isClip ? projectFrames(scene) : projectPicture(scene)
  }

  private var plane: PointRecord.Plane { inverse ? .canvas : .content }

  private func projectPicture(_ memory: InputFile?) throws {
    let picture = try PictureScenes.still(scene: memory) { render in
      (render.content, render.sceneImages, render.mesh) = (content, sceneImages, mesh)
      (render.space, render.gestures, render.canvas) = (space, gestures, canvas)
      (render.time, render.limits, render.reading) = (time, limits, reading)
      (render.trust, render.verbosity) = (trust, verbosity)
    }
    try verbosity.requireNoWarning()
    var reader = try PointListReader(list, plane)
    defer { reader.close() }
    var writer = try writer(of: reader)
    var job = try ProjectionJob(picture.scene, self, name: reader.name)
    try job.run(&reader, &writer, frame: nil)
    try writer.commit()
  }

  /// All points for the first frame, then for the next one, and so on.
  private func projectFrames(_ memory: InputFile?) throws {
    let file = InputFile(argument: list)
    InputList.add(file)
    let bytes = try file.readDocument(limit: SceneFile.defaultByteLimit)
    let (clip, range) = try PictureScenes.clip(scene: memory) { animate in
      (animate.content, animate.sceneImages, animate.mesh) = (content, sceneImages, mesh)
      (animate.space, animate.gestures, animate.canvas) = (space, gestures, canvas)
      (animate.motion, animate.limits, animate.reading) = (motion, limits, reading)
      (animate.trust, animate.verbosity) = (trust, verbosity)
      frames.apply(to: &animate.frames)
    }
    var writer: PointListWriter?
    for frame in range {
      guard let scene = try clip.scene(of: frame) else { break }
      var reader = PointListReader(bytes, of: file, plane)
      var open = try writer ?? self.writer(of: reader)
      var job = try ProjectionJob(scene, self, name: reader.name)
      try job.run(&reader, &open, frame: frame + 1)
      writer = open
    }
    try writer?.commit()
  }

  private func writer(of reader: PointListReader) throws(Failure) -> PointListWriter {
    let form = output == "-" ? reader.form : PointListForm(endingOf: output) ?? reader.form
    if form == .table, reader.form == .jsonLines {
      throw Failure(
        .usage, "\(reader.name) is JSON Lines, whose lines need not have the same keys; write a .jsonl file")
    }
    if form == .table, all {
      throw Failure(
        .usage, "--all needs JSON Lines, in which a point can have several places; write a .jsonl file")
    }
    return try PointListWriter(output, form, isInverse: inverse, listsAll: all)
  }
}

/// The projection of a list by the layers of one scene, which are prepared at their first use.
private struct ProjectionJob {
  private let scene: Scene
  private let tester: HitTester
  private let command: Project
  private let units: PointUnits
  /// The name of the list in messages.
  private let name: String
  /// By the names in the list.
  private var projectors: [ByteString?: LayerPointProjector] = [:]

  /// The lines that a thread takes at once.
  private static let blockSize = 128

  /// The most layers of a list.
  private static let layerLimit = 10_000

  init(_ scene: Scene, _ command: Project, name: String) throws(Failure) {
    (self.scene, self.command, self.name) = (scene, command, name)
    tester = HitTester(scene, vertexLimit: command.limits.maxVertices)
    let isImage = command.content.scene == nil && command.content.text == nil && command.content.input != "-"
    units = command.units ?? (isImage ? .pixels : .points)
  }

  /// Writes the records before the first fault of the list, and throws that.
  mutating func run(
    _ reader: inout PointListReader, _ writer: inout PointListWriter, frame: Int?
  ) throws(Failure) {
    while let batch = try reader.next() {
      let blocks = mapBlocks(batch.lines.count, of: Self.blockSize, batch.records)
      let fault = blocks.firstIndex { $0.fault != nil }
      let records = blocks.prefix((fault ?? blocks.count) + 1).map(\.records)
      for record in records.joined() { try prepare(record.layer, line: record.line) }
      try writer.write(records, of: batch.table, frame: frame) { [projectors] layer in
        projectors[layer.map { ByteString($0) }]!
      }
      if let fault = fault.flatMap({ blocks[$0].fault }) { throw fault }
    }
  }

  private mutating func prepare(_ layer: String?, line: Int) throws(Failure) {
    let key = layer.map { ByteString($0) }
    guard projectors[key] == nil else { return }
    guard projectors.count < Self.layerLimit else {
      throw Failure(.badData, "\(name):\(line): the list names more than \(Self.layerLimit) layers; split it")
    }
    let path: LayerPath
    if let layer {
      guard let named = scene.path(named: layer) else {
        throw Failure(
          .badData,
          "\(name):\(line): the scene has no layer \"\(layer.excerpt)\"; its layers are \(scene.layerNames)")
      }
      path = named
    } else {
      path = try command.content.scene == nil ? LayerPath(0) : scene.layer(named: command.layer)
    }
    projectors[key] = try LayerPointProjector(
      tester, path, in: scene, units, isInverse: command.inverse)
  }
}
