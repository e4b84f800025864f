import ArgumentParser
import GLRenderer
import ImageFiles
import MapFiles
import MeshTransform
import SceneDocument

/// Exports a deformation as numbers for other programs.
struct MapCommand: BatchCommand, ThreadedCommand, SandboxedCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: "Write a map from each pixel of the picture to its position in the content, or the reverse.",
    usage:
      "meshrender map <input.png|scene.json> -o <map.npy|map.pgm|map.png|map.exr|map.yaml|map.flo> [<options>]",
    discussion: """
      The picture is the one that 'meshrender render' draws of the same image with the same flags; the map contains the \
      source position of each of its pixels, also through folds, depth and perspective, where no mesh has an exact inverse. \
      Where surfaces overlap, the nearest counts.

      NPY: 32-bit floats of the shape (height, width, 2), x and y in pixels, whole numbers at pixel centers, \
      as OpenCV's remap expects them: cv2.remap(image, map[..., 0], map[..., 1], cv2.INTER_LINEAR). Outside the \
      content both are -1000000, or the value of --outside. Positions are clamped to the centers of its \
      outermost pixels, as the renderer clamps its edges.
      PGM: two 16-bit pictures, the nearest column and row, as FFmpeg's remap filter expects them; 65535 outside \
      the content. The names are map-x.pgm and map-y.pgm for -o map.pgm, or those of -o and --y.
      PNG and EXR: an ST map, x and y of 0...1 in red and green, y from the bottom, alpha 0 outside the content.
      YAML and JSON: the matrices map1 and map2 for OpenCV's FileStorage. FLO: differences in pixels, as optical flow.
      --map-units, --map-origin, --map-relative and --map-valid choose another convention where the format has one.

      OF A SCENE, a map leads to the content of one layer: the pixels of its image, else its points. It follows the meshes of \
      the layers in which the layer lies, and has holes where other layers hide it. With --frames, --fps or --duration \
      there is a map for each frame, numbered from 1: -o map-%04d.npy. The device draws the map of a scene with a single \
      layer; other maps are computed by hit testing, about half a million pixels a second on each core.

      A map is made and written in bands, and takes at most 0.6 GB of memory, whatever its size.

      With --forward the map contains the canvas position of every pixel of the content, visible or hidden.

      EXAMPLES
        meshrender map photo.png --mesh pageCurl -o map.npy
        meshrender map --content-size 640x360 --mesh lens -o lens.pgm
        ffmpeg -i in.mp4 -i lens-x.pgm -i lens-y.pgm \\
          -lavfi remap=fill=black out.mp4
        meshrender new scene.json && meshrender map scene.json \
          --layer photo -o photo.npy
      """)

  @OptionGroup(title: "Content") var content: ContentSizeOptions
  @Option(
    help: ArgumentHelp(
      "The layer of a scene by its name, as 'meshrender hit' names it: card/label. Default: the only one.",
      valueName: "name"))
  var layer: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Set a value of the scene: layer.key.key=value, or canvas.key=value; may be repeated.",
      valueName: "path=value"))
  var set: [String] = []

  /// The values of a batch's jobs, as JSON.
  @Option(name: .customLong("set-json"), parsing: .unconditionalSingleValue, help: .hidden)
  var setJSON: [String] = []

  @OptionGroup(title: "Output") var output: MapOutputOptions
  @OptionGroup(title: "Mesh") var mesh: MeshOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A CSS transform list, such as \"perspective(800) rotateX(-45deg)\".", valueName: "list"))
  var transform: String?

  @OptionGroup(title: "Canvas") var canvas: CanvasOptions

  @OptionGroup var sceneTime: SceneTimeOptions

  @OptionGroup(title: "Frames") var frames: ClipFrameOptions

  @Option(help: .device) var device: DeviceChoice = .automatic

  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Limits") var reading: ReadOptions
  @OptionGroup(title: "Limits") var trust: TrustOptions
  @OptionGroup(title: "Messages") var verbosity: VerbosityOptions

  var access: CommandAccess {
    CommandAccess(
      inputs: [content.input] + mesh.files.map(\.value), scene: content.scene, allowed: reading.allowRead,
      outputs: [output.file] + [output.y].compactMap { $0 },
      device: device)
  }

  func validate() throws {
    if canvas.background != nil {
      throw ValidationError("--background does not apply to a map, which has no colors; remove it.")
    }
    if content.input == "-", mesh.mesh == "-" {
      throw ValidationError(
        "Both the image and the mesh are read from standard input; use a file for one of them.")
    }
    try mesh.requireMesh()
    try mesh.placement.requireFile(among: [mesh.mesh])
  }

  func run() throws { try run(scene: nil, in: nil) }

  /// - Parameters:
  ///   - scene: a scene in memory in place of the input.
  ///   - opened: a renderer that is open already.
  func run(scene: InputFile?, in opened: OpenedRenderer?) throws {
    if scene != nil || content.scene != nil { return try runScene(scene, in: opened) }
    try refuseFlagsOfScenes()
    try DriverStart.prepare()
    let watch = Stopwatch(isOn: verbosity.verbose)
    let size = try content.size(limits.image)
    let scene = try self.scene(size)
    try checkCanvas(of: scene)
    let mapSize = output.forward ? size : scene.canvas.pixelSize
    try MemoryBudget.current.requireToDraw(
      MemoryEstimate.map(mapSize) + MemoryEstimate.contents(of: scene, vertexLimit: limits.maxVertices),
      for: "a map of \(mapSize) px")
    try watch.measure("draw and write \(output.file)") { () throws(Failure) -> Void in
      try draw(scene, size, to: output, in: opened ?? OpenedRenderer(device, warn: verbosity.warn))
    }
    watch.finish()
  }

  /// Draws a map of a single layer on the device, and writes it.
  func draw(
    _ scene: Scene, _ contentSize: PixelSize, to output: MapOutputOptions, in opened: OpenedRenderer
  ) throws(Failure) {
    let (size, picture) =
      output.forward ? (contentSize, scene.canvas.pixelSize) : (scene.canvas.pixelSize, contentSize)
    let summary = try opened.renderer().capabilities.summary
    if verbosity.verbose { Console.write("  \(summary)") }
    try write(scene, contentSize, size, into: picture, to: output, by: opened)
  }

  private func refuseFlagsOfScenes() throws(Failure) {
    let given = [
      ("--layer", layer != nil), ("--time", sceneTime.time != nil),
      ("--set", !set.isEmpty || !setJSON.isEmpty),
      ("--fps", frames.fps != nil), ("--duration", frames.duration != nil),
      ("--frames", frames.frames != nil),
    ]
    guard let flag = given.first(where: \.1)?.0 else { return }
    throw Failure(
      .usage,
      "\(flag) applies only to a scene; write one with 'meshrender render --print-scene', or remove it")
  }

  /// Before the size is used. Where a file decides it, its data are wrong.
  func checkCanvas(of scene: Scene) throws(Failure) {
    do throws(RenderError) { try scene.canvas.check(limits.render, isBanded: true) } catch {
      let failure = Failure(error)
      let isOfFile = canvas.fit && canvas.givenScale == nil && mesh.mesh.map(MeshArgument.namesFile) == true
      throw isOfFile ? Failure(.badData, failure.sentence) : failure
    }
  }

  func warn(ofEmpty scene: Scene) {
    let reason =
      output.forward
      ? "the mesh shows no part of the content"
      : scene.reasonForBlankness(fits: canvas.fit) ?? "nothing is on the canvas"
    verbosity.warn("the map is empty: \(reason)")
  }

  /// Draws and writes in bands.
  private func write(
    _ scene: Scene, _ contentSize: PixelSize, _ size: PixelSize, into picture: PixelSize,
    to output: MapOutputOptions, by opened: OpenedRenderer
  ) throws(Failure) {
    try verbosity.requireNoWarning()
    var (isEmpty, writer, failure) = (true, MapWriter?.none, Failure?.none)
    let fault = try opened.draw { renderer throws(RenderError) -> CoordinateError? in
      // After a reset the file starts again.
      (isEmpty, writer) = (true, nil)
      do throws(CoordinateError) {
        try renderer.coordinates(
          of: scene.layers[0], on: scene.canvas, contentSize: contentSize,
          direction: output.forward ? .contentToCanvas : .canvasToContent, limits: limits.render
        ) { band in
          isEmpty = isEmpty && band.isEmpty
          do throws(Failure) {
            // Rendering must succeed before the file is created.
            let file = if let writer { writer } else { try output.writer(size: size, into: picture) }
            writer = file
            try append(band, to: file, picture)
            return true
          } catch {
            failure = error
            return false
          }
        }
        return nil
      } catch {
        if case .render(let error) = error { throw error }
        return error
      }
    }
    if let failure = failure ?? fault.map(Failure.init) { throw failure }
    if isEmpty { warn(ofEmpty: scene) }
    try verbosity.requireNoWarning()
    do throws(MapFileError) { try writer?.commit() } catch { throw Failure(error) }
  }

  /// Appends a few rows at a time, which bounds the memory of their conversion.
  func append(_ band: CoordinateMap, to file: MapWriter, _ picture: PixelSize) throws(Failure) {
    do throws(MapFileError) {
      for rows in band.slices(ofRows: 64) {
        try file.append(output.forward ? rows : rows.clamped(to: picture))
      }
    } catch { throw Failure(error) }
  }

  /// One layer of that many points in the middle of its canvas, as in 'render'.
  private func scene(_ content: PixelSize) throws(Failure) -> Scene {
    let size = Size(Double(content.width), Double(content.height))
    var layer = Layer(
      bounds: Rect(origin: .zero, size: size), position: .zero, contents: .color(.black))
    let loaded = try mesh.load(
      contentSize: size, content: content, canvasSize: self.canvas.size?.value, scale: 1,
      displacement: try mesh.displacement(limits), limits: limits, warn: verbosity.warn)
    layer.mesh = loaded.mesh
    layer.bounds = Rect(origin: .zero, size: loaded.layerSize)
    if let transform {
      do { layer.transform = try TransformList.parse(transform, layerSize: loaded.layerSize) } catch {
        throw Failure(error, of: "--transform")
      }
    }
    if layer.mesh?.brightness.isEmpty == false {
      verbosity.warn(
        "a map holds places, and not the brightness that the mesh has; 'meshrender render' of a white picture with the "
          + "same mesh draws it")
    }
    self.canvas.cropping(of: loaded.layerSize).map(verbosity.note)
    let canvas = try self.canvas.canvas(contentSize: loaded.layerSize)
    layer.position = self.canvas.position(of: layer, on: canvas)
    var scene = Scene(canvas: canvas, layers: [layer])
    scene.canvas = try self.canvas.fitted(scene, margin: 0)
    return scene
  }
}

extension CoordinateMap {
  /// Slices of `count` rows each; the last one may have fewer.
  fileprivate func slices(ofRows count: Int) -> some Sequence<CoordinateMap> {
    stride(from: 0, to: size.height, by: count).lazy.map { first in
      let rows = first..<min(first + count, size.height)
      return CoordinateMap(
        size: PixelSize(size.width, rows.count),
        values: Array(values[2 * size.width * rows.lowerBound..<2 * size.width * rows.upperBound]))
    }
  }
}
