import ArgumentParser
import GLRenderer
import ImageFiles
import MapFiles
import MeshTransform

/// Writes the exact labels of the pixels of a picture, or of each frame of a clip.
struct PassesCommand: BatchContentCommand, ThreadedCommand, SandboxedCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "passes",
    abstract:
      "Write what each pixel of a picture shows: depth, normals, positions, layers, motion, colors without light.",
    usage: "meshrender passes [<image|scene.json>] -o <{pass}.npy|{pass}.exr|{pass}.png|all.exr> [<options>]",
    discussion: """
      The picture is the one that 'meshrender render' draws with the same flags. The labels are exact, and of the surface \
      at the center of each pixel; a JSON file beside them has the names of the layers, the channels and the conventions.

      PASSES: uv and backward lead to the place in the content, forward from the content to the picture. depth (toward the \
      viewer, from the plane of the canvas), distance (from the eye) and position are in points; x points right, y down, z \
      toward the viewer. normal is of unit length, on the visible side, as light sees it; normal-layer is the same in the \
      space of the layer. layer and face are numbers, as of 'meshrender hit'. albedo is the color without light, and shading \
      the light on a white surface, each with one sample; coverage is antialiased. motion is the way of each point to the \
      next frame, in pixels, and occlusion is 1 where that frame does not show the point.

      NPY: 32-bit floats of the shape (height, width, channels), or without channels for a single number; whole numbers are \
      32-bit integers. NaN, or -1, where nothing is seen. EXR: channels such as normal.X; a name without {pass} has all \
      passes. PNG: 16 bits, with the scale that the JSON file states; motion as KITTI's flow. FLO: motion.

      A CLIP (--fps, --duration, --frames) has files for each frame, numbered from 1: -o out/{pass}-%04d.npy. \
      'meshrender animate' with --passes writes them beside the clip.

      Sublayers have their own depth where their superlayer is unbent and parallel to the canvas; elsewhere they are a flat \
      picture on it. Labels are computed in bands, about half a million pixels a second on each core.

      EXAMPLES
        meshrender new scene.json
        meshrender passes scene.json -o "{pass}.npy"
        meshrender passes scene.json --pass depth,normal,layer -o truth.exr
        meshrender render --text "Depth" --mesh wave -o text.png
        meshrender passes text.png --mesh flag --fps 4 \\
          --pass motion,occlusion -o "{pass}-%02d.npy"
      """)

  @OptionGroup(title: "Content") var content: ContentOptions
  @OptionGroup(title: "Content") var sceneImages: SceneImageOptions
  @OptionGroup(title: "Passes") var output: PassOptions
  @OptionGroup(title: "Mesh") var mesh: MeshOptions
  @OptionGroup(title: "Mesh") var mapConvention: MapConventionOptions
  @OptionGroup(title: "Transform and light") var space: SpaceOptions
  @OptionGroup(title: "Gestures") var gestures: GestureOptions
  @OptionGroup(title: "Canvas") var canvas: CanvasOptions
  @OptionGroup var sceneTime: SceneTimeOptions
  @OptionGroup(title: "Frames") var motion: MotionOptions
  @OptionGroup(title: "Frames") var frames: ClipFrameOptions
  @Option(help: .device) var device: DeviceChoice = .automatic
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Limits") var reading: ReadOptions
  @OptionGroup(title: "Limits") var trust: TrustOptions
  @OptionGroup(title: "Messages") var verbosity: VerbosityOptions

  var access: CommandAccess {
    CommandAccess(
      inputs: inputs.map(\.value) + [motion.from, motion.to, content.colors.colorSpace],
      scene: content.scene, allowed: reading.allowRead,
      outputs: [output.names.placeOfOutputs, output.info ?? "-"], device: device,
      refused: content.refusedForStrangers)
  }

  /// The flags that may name files to read, with their values.
  private var inputs: [(flag: String, value: String?)] {
    content.files + mesh.files + gestures.files + sceneImages.files
  }

  /// The passes of the picture, or of each frame.
  private var passes: [PicturePass] {
    output.choice.passes(output.format ?? .npy, isClip: frames.isGiven)
  }

  func validate() throws {
    if content.input == "-", mesh.mesh == "-" {
      throw ValidationError(
        "Both the image and the mesh are read from standard input; use a file for one of them.")
    }
    try mapConvention.requireMap(mesh.mesh)
    try mesh.requireMesh(isMorph: motion.from != nil)
    try mesh.placement.requireFile(among: [mesh.mesh, motion.from, motion.to])
    if frames.isGiven {
      if let problem = output.names.problemOfNumber {
        throw ValidationError("-o is \(output.file): \(problem).")
      }
      if sceneTime.time != nil {
        throw ValidationError(
          "--time selects one picture, and --frames, --fps and --duration a clip; use one of them.")
      }
    } else {
      // A format of motion alone has no other pass.
      if let pass = passes.isEmpty ? .motion : passes.first(where: \.isOfMotion) {
        throw ValidationError(
          "\(pass.rawValue) leads to the next frame, and a single picture has none; use --frames, such as --frames 1..1."
        )
      }
      if !motion.animate.isEmpty || motion.from != nil {
        throw ValidationError(
          "\(motion.from == nil ? "--animate" : "--from") moves the content, but a single picture is made; use --frames or "
            + "--fps for the frames of a clip.")
      }
    }
  }

  func run() throws { try run(scene: nil, in: nil) }

  /// - Parameters:
  ///   - scene: a scene in memory in place of the input.
  ///   - opened: a renderer that is open already.
  func run(scene: InputFile?, in opened: OpenedRenderer?) throws {
    try refuseWritingOverInputs()
    let watch = Stopwatch(isOn: verbosity.verbose)
    var opened = opened
    if opened == nil, device != .automatic || passes.contains(where: \.isDrawn) {
      try DriverStart.prepare()
      opened = OpenedRenderer(device, warn: verbosity.warn)
      // A device that is named has to be there, even where nothing is drawn.
      if device != .automatic { _ = try opened?.renderer() }
    }
    var job = PassJob(
      passes: passes, format: output.format ?? .npy, names: output.names, limits: limits, verbosity: verbosity
    )
    (job.layer, job.minimumAlpha, job.depthSteps) = (output.layer, output.minimumAlpha, output.depthSteps)
    let report = output.info ?? output.names.report
    if frames.isGiven {
      let (clip, range) = try PictureScenes.clip(scene: scene) { animate in
        (animate.content, animate.sceneImages, animate.motion) = (content, sceneImages, motion)
        (animate.mesh, animate.mapConvention, animate.gestures) = (mesh, mapConvention, gestures)
        (animate.space, animate.canvas) = (space, canvas)
        (animate.limits, animate.reading, animate.trust) = (limits, reading, trust)
        animate.verbosity = verbosity
        frames.apply(to: &animate.frames)
      }
      try watch.measure("make and write \(output.file)") { () throws(Failure) -> Void in
        do throws(Failure) {
          try PassClip(job: job, clip: clip, range: range, report: report).make(in: opened)
        } catch { throw error.of(clip.sceneFile, canvas) }
      }
    } else {
      try refuseNumber()
      let picture = try PictureScenes.still(scene: scene) { render in
        (render.content, render.sceneImages, render.time) = (content, sceneImages, sceneTime.time)
        (render.mesh, render.mapConvention, render.gestures) = (mesh, mapConvention, gestures)
        (render.space, render.canvas) = (space, canvas)
        (render.limits, render.reading, render.trust) = (limits, reading, trust)
        render.verbosity = verbosity
      }
      try watch.measure("make and write \(output.file)") { () throws(Failure) -> Void in
        do throws(Failure) { try job.make(picture.scene, next: nil, frame: nil, in: opened) } catch {
          throw error.of(picture.sceneFile, canvas)
        }
      }
      try PassReport(job: job, scene: picture.scene, path: report).write()
    }
    watch.finish()
  }

  /// A number in the names of a single picture is a forgotten flag.
  private func refuseNumber() throws(Failure) {
    guard SequenceFileNames.isPattern(output.file) else { return }
    throw Failure(
      .usage,
      "-o is \(output.file.excerpt), a pattern of numbered files, but a single picture is made; use --frames or --fps for the "
        + "frames of a clip, or remove the number")
  }

  private func refuseWritingOverInputs() throws(Failure) {
    let outputs = Set(output.names.outputs(passes, report: output.info).map(OutputPlace.of))
    for case (_, let value?) in inputs where value != "-" && outputs.contains(OutputPlace.of(value)) {
      throw Failure(
        .usage, "\(value.excerpt) is read, and would be written over; use another name for -o or --info")
    }
  }
}
