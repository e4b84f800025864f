import ArgumentParser
import GLRenderer
import ImageFiles
import MeshTransform

/// Renders an image, a text or one frame of a scene to one picture.
struct Render: ParsableCommand, ThreadedCommand, SandboxedCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract:
      "Render an image, a text or a scene, bent by meshes, in perspective and lit, to a PNG, JPEG, WebP or EXR.",
    usage: "meshrender render [<image|scene.json>] -o <file> [<options>]",
    discussion: """
      The content is one layer in the middle of a canvas of its own size, with one point per image pixel. The mesh \
      bends it, the transform places it in space, the light shades it.

      EXAMPLES
        meshrender render --text "Hello, mesh" --mesh wave \\
          --background white -o hello.png
        meshrender render --text "Depth" --font-size 160 --color teal \\
          --mesh ripple --transform "perspective(800) rotateX(-45deg)" \\
          --light directional --fit -o depth.png
        meshrender render hello.png --mesh flag --light directional \\
          --wireframe --fit -o flag.png

        meshrender new scene.json && meshrender render scene.json -o scene.png
        meshrender render scene.json -o scene.png --watch --open

      A SCENE (a JSON file) contains all of that for any number of layers; --size, --scale, --fit, --padding and \
      --background override its canvas. 'meshrender new' writes a starter scene, --print-scene the scene that the \
      other flags imply, 'meshrender schema' the JSON schema.

      TRANSFORMS are CSS transform lists, the leftmost outermost, about the center of the layer: perspective, rotate, \
      rotateX, rotateY, rotateZ, rotate3d, scale, scaleX, scaleY, scaleZ, scale3d, translate, translateX, translateY, \
      translateZ, translate3d, skew, skewX, skewY, matrix, matrix3d. Lengths are points, y points down, z toward you.

      LIGHTS have a kind (ambient, directional, point, spot) with properties after a colon: \
      directional:direction=0.3/0.5/-1,ambient=0.2,color=#fff. Give --light again for more, up to 64. Positions are \
      points of the canvas, z toward you. 'meshrender lights' lists every kind and key with its range and default, and \
      how light adds up. --linear computes in light instead of encoded values.
      """)

  @OptionGroup(title: "Content") var content: ContentOptions
  @OptionGroup(title: "Content") var sceneImages: SceneImageOptions
  @OptionGroup(title: "Content") var streamColors: StreamColorOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var viewing: ViewingOptions
  @OptionGroup(title: "Mesh") var mesh: MeshOptions
  @OptionGroup(title: "Mesh") var mapConvention: MapConventionOptions
  @OptionGroup(title: "Transform and light") var space: SpaceOptions
  @OptionGroup(title: "Gestures") var gestures: GestureOptions
  @OptionGroup(title: "Canvas") var canvas: CanvasOptions
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time at which a scene with animations, a video or an animated picture is drawn, such as 1.5 or 250ms. "
        + "Default: without animations, or the first frame.",
      valueName: "time"), transform: Moment.init)
  var time: Moment?

  @OptionGroup(title: "Drawing") var drawing: DrawingOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Limits") var reading: ReadOptions
  @OptionGroup(title: "Limits") var trust: TrustOptions
  @OptionGroup(title: "Messages") var verbosity: VerbosityOptions

  var access: CommandAccess {
    CommandAccess(
      inputs: (content.files + mesh.files + gestures.files + sceneImages.files).map(\.value) + [
        content.colors.colorSpace
      ],
      scene: content.scene, allowed: reading.allowRead, outputs: output.prints ? [] : [output.output],
      device: drawing.device, keepsShaders: drawing.shaderCache,
      refused: viewing.refusedForStrangers + content.refusedForStrangers)
  }

  func validate() throws {
    if time != nil, output.printScene {
      throw ValidationError("--print-scene does not depend on the time; remove --time.")
    }
    if content.input == "-", mesh.mesh == "-" {
      throw ValidationError(
        "Both the image and the mesh are read from standard input; use a file for one of them.")
    }
    try mapConvention.requireMap(mesh.mesh)
    try mesh.requireMesh()
    try mesh.placement.requireFile(among: [mesh.mesh])
    try viewing.validate(
      output: output.output, prints: output.prints,
      inputs: content.files + mesh.files + gestures.files + sceneImages.files)
  }

  private var implied: ImpliedScene {
    ImpliedScene(
      content: content, mesh: mesh, mapConvention: mapConvention, space: space, canvas: canvas,
      limits: limits, verbosity: verbosity,
      encoding: streamColors.content, depth: output.depth)
  }

  func run() throws {
    try DriverStart.prepare(keepsShaders: drawing.shaderCache)
    Renderer.keepFreedMemory()
    if !viewing.watch { Renderer.preferLargePages(upTo: MemoryBudget.current.available / 2) }
    if viewing.watch { try watchAndDraw() }
    try drawOnce()
    if viewing.open { DesktopViewer.show(output.output, verbosity) }
  }

  private func drawOnce() throws {
    let implied = implied
    let source: InputFile?
    switch try implied.source() {
    case .scene(let file, let input): return try renderScene(file, from: input, implied)
    case .content(let input): source = input
    }
    let description = try contentDescription(source)
    if output.printScene { return try printScene(source, implied) }
    if output.printMesh {
      let content = try implied.read(source, at: time?.seconds, description.colors)
      let mesh = try prepare(content, description, implied).scene.meshFile()
      try verbosity.requireNoWarning()
      return try Console.report(mesh)
    }
    let watch = Stopwatch(isOn: verbosity.verbose)
    let reader = implied.startReading(source, at: time?.seconds, description.colors)
    // Opening EGL and reading the content are independent and both slow.
    let opened = watch.measure("open EGL") { drawing.openRenderer(verbosity) }
    let content = try watch.measure("wait for the content") { () throws(Failure) -> ContentOptions.Content in
      try reader.wait().get()
    }
    let picture = try watch.measure("build the scene") { () throws(Failure) -> PreparedPicture in
      try prepare(content, description, implied)
    }
    try draw(picture, opened, watch, viewing.makePreview(verbosity))
  }

  /// Reads everything that the picture needs, and opens no driver.
  /// - `scene`: a scene in memory in place of the input.
  /// - `drawsExactMaps`: whether exact maps are drawn as such; otherwise their meshes stand for them.
  func prepared(scene: InputFile?, drawsExactMaps: Bool = true) throws(Failure) -> PreparedPicture {
    var implied = implied
    implied.drawsExactMaps = drawsExactMaps
    switch try implied.source(opened: scene) {
    case .scene(let file, let input):
      let prepared = try prepareScene(file, from: input, implied, Stopwatch(isOn: false))
      let scene = prepared.scene
      let isMoving = file.isAnimated || gestures.gestures != nil
      let warnings = scene.warnings(
        isStrict: verbosity.strict, isMoving: isMoving, isStated: file.statesMesh)
      (scene.depthWarnings() + warnings).forEach(verbosity.warn)
      return prepared
    case .content(let input):
      let description = try contentDescription(input)
      let content = try implied.read(input, at: time?.seconds, description.colors)
      return try prepare(content, description, implied)
    }
  }

  /// The flags about an image or a text, parsed.
  private struct ContentDescription {
    let options: RenderOptions
    let lights: [Light]
    let surface: Surface?
    let colors: CanvasColors
  }

  private func contentDescription(_ source: InputFile?) throws(Failure) -> ContentDescription {
    try sceneImages.requireNone()
    if time != nil, source.flatMap({ MovingFile($0) }) == nil {
      throw Failure(
        .usage,
        "--time applies only to a scene with animations, a video or an animated picture, but the input does not move; see "
          + "'meshrender animate'")
    }
    return ContentDescription(
      options: try renderOptions(), lights: try space.lights(), surface: try space.surfaceValue(),
      colors: try content.colors.colors(isLinear: canvas.linear))
  }

  private func prepare(
    _ content: ContentOptions.Content, _ description: ContentDescription, _ implied: ImpliedScene
  ) throws(Failure) -> PreparedPicture {
    let sources = [content.source].compactMap(\.self)
    try streamColors.check(sources)
    content.warnings.forEach(verbosity.warn)
    EncodingSummary.sentence(sources).map(verbosity.note)
    let (options, colors) = (description.options, description.colors)
    let scene = try makeScene(
      content, description.lights, description.surface, colors.conversion, margin: drawing.margin(options),
      implied)
    implied.flagsWithoutEffect(in: scene, hasWireframe: options.wireframe != nil).forEach(verbosity.warn)
    let isStated = mesh.displace == nil && mesh.mesh.map(MeshArgument.namesFile) == true
    scene.warnings(isStrict: verbosity.strict, isMoving: gestures.gestures != nil, isImplied: true) { _ in
      isStated
    }
    .forEach(verbosity.warn)
    return PreparedPicture(
      scene: colors.applied(to: scene), options: options,
      profile: colors.profile ?? content.image.colorProfile, density: content.image.pixelDensity,
      fits: canvas.fit)
  }

  func renderOptions() throws(Failure) -> RenderOptions {
    var options = try drawing.options(limits)
    options.depth = output.depth
    return options
  }

  /// The implied scene: one layer in the middle of its canvas.
  func makeScene(
    _ content: ContentOptions.Content, _ lights: [Light], _ surface: Surface?,
    _ colors: ColorConversion, margin: Double, _ implied: ImpliedScene
  ) throws(Failure) -> Scene {
    var scene = try implied.scene(content, lights, surface, colors)
    try gestures.apply(to: &scene)
    implied.place(&scene, on: try canvas.fitted(scene, margin: margin), content)
    return scene
  }
}
