import AnimationFiles
import ArgumentParser
import GLRenderer
import ImageFiles
import MeshTransform
import SceneDocument

/// Renders a moving image, text or scene to a clip.
struct Animate: BatchContentCommand, ThreadedCommand, SandboxedCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "animate",
    abstract: "Make a clip of an image, a video, a text or a scene with bending, motion and light.",
    usage: "meshrender animate [<image|video|scene.json>] -o <file> [<options>]",
    discussion: """
      Each frame is the picture of 'meshrender render' with the same flags at one time.

      \(DefaultMotion.help)

      EXAMPLES
        meshrender render --text "Hello, mesh" --background white \\
          --size 320x120 -o card.png
        meshrender animate card.png --mesh flag --fit --fps 12 -o flag.apng
        meshrender animate card.png --mesh ripple --fps 12 \\
          --animate "phase 0..2 2s linear loop" -o ripple/
        meshrender animate card.png --mesh pageCurl --fit \\
          --sheet 4x3 -o curl.png
        meshrender animate card.png --from flat --to genie --fps 12 \\
          --duration 500ms --background black --format y4m -o genie.y4m

      VIDEOS, GIFs, animated PNGs and WebPs are moving content, decoded by an installed FFmpeg (WebP without), as \
      are numbered sequences (in-%04d.png) and y4m streams. The clip lasts as long as they do; MP4, WebM, MOV and MKV \
      keep their sound.

      A SCENE shows them as images of its layers, and --image art=clip.gif sets one for the layers of a name. Each plays at \
      its own rate and then holds its last frame, or repeats if the layer or --content-end says so. The clip lasts as long \
      as the scene's animations, or else until the last of them ends, and has the highest of their rates.

      PIPES of y4m need the matrix at each step, because the format has no standard tag for it: ffmpeg with \
      -vf scale=out_color_matrix=bt709:out_range=tv,format=yuv444p before, --color-matrix bt709 here, and \
      -colorspace bt709 before the -i of the ffmpeg after it.

      TIME is exact: frame k shows the time k / fps. A clip of an endless motion is one period \
      of it, whose last frame leads to the first. Frames are numbered from 1.

      PASSES of the frames, such as depth, normals and the motion to the next frame, are written beside the clip with \
      --passes truth/{pass}-%04d.npy; 'meshrender help passes' describes them.

      ARRAY JOBS divide the work of a PNG sequence with --shard 1/8 ... --shard 8/8; --resume continues a job that was \
      stopped. Folders of frames are created; only the file name is a pattern.
      """)

  @OptionGroup(title: "Content") var content: ContentOptions
  @OptionGroup(title: "Content") var sceneImages: SceneImageOptions
  @OptionGroup(title: "Moving content") var contentFrames: ContentFrameOptions
  @OptionGroup(title: "Moving content") var streamColors: StreamColorOptions
  @OptionGroup(title: "Motion") var motion: MotionOptions
  @OptionGroup(title: "Frames") var frames: FrameOptions
  @OptionGroup(title: "Output") var output: ClipOutputOptions
  @OptionGroup(title: "Output") var viewing: ViewingOptions
  @OptionGroup(title: "Passes") var passes: ClipPassOptions
  @OptionGroup(title: "Mesh") var mesh: MeshOptions
  @OptionGroup(title: "Mesh") var mapConvention: MapConventionOptions
  @OptionGroup(title: "Transform and light") var space: SpaceOptions
  @OptionGroup(title: "Gestures") var gestures: GestureOptions
  @OptionGroup(title: "Canvas") var canvas: CanvasOptions
  @OptionGroup(title: "Drawing") var drawing: DrawingOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Limits") var reading: ReadOptions
  @OptionGroup(title: "Limits") var trust: TrustOptions
  @OptionGroup(title: "Messages") var verbosity: VerbosityOptions

  var access: CommandAccess {
    CommandAccess(
      inputs: (content.files + mesh.files + gestures.files + sceneImages.files).map(\.value)
        + [motion.from, motion.to, content.colors.colorSpace],
      scene: content.scene, allowed: reading.allowRead,
      outputs: output.prints
        ? [] : [output.output, output.sheetJSON ?? "-", passes.names?.placeOfOutputs ?? "-"],
      device: drawing.device, keepsShaders: drawing.shaderCache,
      refused: viewing.refusedForStrangers + content.refusedForStrangers)
  }

  func validate() throws {
    if content.input == "-", mesh.mesh == "-" {
      throw ValidationError(
        "Both the image and the mesh are read from standard input; use a file for one of them.")
    }
    if [content.input, motion.from, motion.to].count(where: { $0 == "-" }) > 1 {
      throw ValidationError(
        "Two of the content, --from and --to are read from standard input; use files for all but one.")
    }
    try mapConvention.requireMap(mesh.mesh)
    try mesh.requireMesh(isMorph: motion.from != nil)
    try mesh.placement.requireFile(among: [mesh.mesh, motion.from, motion.to])
    try viewing.validate(
      output: output.output, prints: output.prints,
      inputs: content.files + mesh.files + gestures.files + sceneImages.files
        + [("--from", motion.from), ("--to", motion.to)])
    try checkPasses()
    guard !output.prints else { return }
    if output.sheet != nil {
      if let flag = frames.givenForSequences.first {
        throw ValidationError(
          "\(flag) applies only to a PNG sequence, but --sheet writes one file; remove it.")
      }
    } else if let kind = try? output.kind(), kind != .pngSequence {
      if let flag = frames.givenForSequences.first {
        throw ValidationError(
          "\(flag) needs one file per frame, but \(kind.title) is a single file; write a PNG sequence "
            + "(frame-%04d.png or a folder, frames/).")
      }
    }
  }

  func run() throws {
    if viewing.watch { try watchAndDraw() }
    try run(scene: nil, in: nil, viewing.makePreview(verbosity))
    if viewing.open { show() }
  }

  /// - Parameters:
  ///   - scene: a scene in memory in place of the input.
  ///   - opened: a renderer that is open already.
  func run(scene: InputFile?, in opened: OpenedRenderer?, _ preview: Preview? = nil) throws {
    try DriverStart.prepare(keepsShaders: drawing.shaderCache)
    Renderer.keepFreedMemory()
    let watch = Stopwatch(isOn: verbosity.verbose)
    let options = try drawing.options(limits)
    let driver = output.prints || opened != nil ? nil : drawing.startDriver()
    defer { driver?.wait() }
    let inputs = InputList.current ?? InputList()
    let made = try InputList.$current.withValue(inputs) {
      try watch.measure("read the input") { () throws(Failure) in try document(scene) }
    }
    if output.printScene {
      try drawing.checkDevice(verbosity)
      try verbosity.requireNoWarning()
      return try ImpliedScene.print(made.file)
    }
    if output.printMesh {
      let clip = try clipDescription(made, margin: drawing.margin(options))
      made.files.warnings.forEach(verbosity.warn)
      guard let scene = try clip.scene(of: clip.frames(frames).lowerBound) else {
        throw Failure(.badData, "the content ends before the first frame that is to be made")
      }
      try verbosity.requireNoWarning()
      return try Console.report(scene.meshFile())
    }
    let opened =
      opened
      ?? watch.measure("open EGL") {
        driver?.wait()
        return drawing.openRenderer(verbosity)
      }
    let clip = try InputList.$current.withValue(inputs) {
      try watch.measure("build the scene") { () throws(Failure) -> ClipDescription in
        try clipDescription(made, margin: drawing.margin(options))
      }
    }
    let kind = output.sheet == nil ? try output.kind() : nil
    try streamColors.check(clip.contents.map(\.source), writesStream: kind == .y4m)
    made.files.warnings.forEach(verbosity.warn)
    try viewing.check(inputs, outputs: outputs(count: clip.times.count))
    try checkColorSpace(made.colors)
    do throws(RenderError) { try clip.animated.scene.canvas.check(options.limits, isBanded: false) } catch {
      throw Failure(error).of(clip.sceneFile, canvas)
    }
    let size = clip.animated.scene.canvas.pixelSize
    let inFlight = kind.map { framesInFlight($0, size) + 1 } ?? 2
    try MemoryBudget.current.requireToDraw(
      MemoryEstimate.drawing(clip.animated.scene, options, frames: inFlight), for: "a clip of \(size) px")
    let frameRenderer = FrameRenderer(opened, options, profile: made.files.colorProfile, verbosity)
    // A device that is named has to be there, even where every frame is an image as it is.
    if drawing.device != .automatic { _ = try opened.renderer() }
    try verbosity.requireNoWarning()
    // Warns of the frames before their file is published.
    let check = { () throws(Failure) in
      if let warning = frameRenderer.contentWarning(
        fits: made.file.canvas.fit, moves: clip.motion.animates, hasWholeTurn: clip.animated.hasWholeTurn)
      {
        verbosity.warn(warning)
      }
      try verbosity.requireNoWarning()
    }
    do {
      if let grid = output.sheet {
        let sheet = try writeSheet(grid, clip, frameRenderer, check)
        preview?.show([sheet].compactMap { $0 }, opened)
      } else {
        if preview != nil { frameRenderer.keepFrames(of: try clip.frames(frames).count) }
        try writeClip(clip, frameRenderer, try record(scene: scene, inputs), check)
        try writePasses(scene: scene, in: opened)
        preview?.show(frameRenderer.keptFrames, opened)
      }
    } catch let failure as Failure { throw failure.of(clip.sceneFile, canvas) }
    watch.finish()
  }

  /// Checks that the output can hold the color space of the canvas.
  private func checkColorSpace(_ colors: CanvasColors) throws(Failure) {
    guard let profile = colors.profile, profile != .sRGB, output.sheet == nil else { return }
    let kind = try output.kind()
    guard ![.pngSequence, .apng, .rgba, .npy].contains(kind) else { return }
    throw Failure(
      .usage,
      "\(kind.title) cannot store \(ColorProfile.words(profile)); use a PNG sequence or an APNG, or remove "
        + "the color space")
  }

  /// The record of the frames of a PNG sequence; nil for other outputs.
  private func record(scene: InputFile?, _ inputs: InputList) throws(Failure) -> SequenceRecord? {
    guard try output.kind() == .pngSequence else { return nil }
    let pattern: FramePattern
    do { pattern = try FramePattern(output.output) } catch { throw Failure(error) }
    if let input = OutputPlace.overwritten(by: pattern, among: inputs.files) {
      throw Failure(
        .usage,
        "\(output.output.excerpt) would overwrite \(input.excerpt) while it is read; write to another folder"
      )
    }
    // What selects frames or reports on them does not change them.
    var command = self
    command.output.file = nil
    command.frames.frames = nil
    command.frames.shard = nil
    command.frames.resume = false
    command.frames.overwriteSequence = false
    command.frames.threads = nil
    (command.passes.passes, command.passes.choice.given) = (nil, [])
    (command.verbosity.warnings.quiet, command.verbosity.warnings.strict) = (false, false)
    command.verbosity.verbose = false
    (command.viewing.watch, command.viewing.open) = (false, false)
    (command.viewing.preview, command.viewing.previewProtocol) = (false, nil)
    var job = "\(Meshrender.configuration.version)\n\(command)\n"
    if case .memory(let bytes, _) = scene { job += String(decoding: bytes, as: UTF8.self) }
    return SequenceRecord(
      of: pattern, job: job, inputs: inputs.stamps + (readsStandardInput ? [InputList.standardInput] : []))
  }

  private var readsStandardInput: Bool {
    ([content.input, mesh.mesh, motion.from, motion.to] + sceneImages.files.map(\.value)).contains("-")
  }

  func clipDescription(_ made: ClipDocument, margin: Double) throws(Failure) -> ClipDescription {
    let animated = try made.animatedScene(margin: margin)
    do throws(Failure) { try implied.checkVertices(of: animated.scene) } catch {
      throw made.sceneFile.map { error.prefixed("\($0)") } ?? error
    }
    var made = made
    if made.lengthSource == nil, frames.duration == nil, animated.animations.isEmpty {
      made.lengthSource = made.longestSource
    }
    let rate: FrameRate
    if let given = frames.fps {
      rate = given
    } else {
      let rates = made.contents().map(\.source.rate)
      do { rate = try FrameRate(of: rates.max { $0.framesPerSecond < $1.framesPerSecond }) } catch {
        throw Failure(error)
      }
    }
    var length = frames.duration?.seconds
    // These have to know the number of frames before the last one; they hold the last frame until the stated end.
    let kind = output.sheet == nil && !output.prints ? try output.kind() : nil
    let needsLength = kind == nil || kind == .apng || frames.shard != nil
    let last = made.contents().first(where: \.setsLength)
    if length == nil, needsLength, let last, last.duration == nil, let stated = last.statedDuration {
      (length, made.lengthSource) = (stated, nil)
    }
    let times = try FrameTimes(
      of: animated, length: length, content: last,
      turn: animated.animations.isEmpty ? length.flatMap(made.turn) : nil, rate: rate, limit: frames.maxFrames
    )
    if times.mayEndEarly, output.sheet != nil || frames.shard != nil {
      throw Failure(
        .usage,
        "--\(output.sheet == nil ? "shard" : "sheet") needs the length of the clip; add --duration")
    }
    return ClipDescription(
      animated: animated, times: times, rate: rate, fault: made.fault, contents: made.contents(),
      colors: made.colors, stillMesh: made.stillMesh, sceneFile: made.sceneFile)
  }

  var implied: ImpliedScene {
    ImpliedScene(
      content: content, mesh: mesh, mapConvention: mapConvention, space: space, canvas: canvas,
      limits: limits, verbosity: verbosity,
      isClip: true)
  }
}
