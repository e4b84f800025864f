import ArgumentParser
import GLRenderer
import ImageFiles
import MeshTransform
import SceneDocument

/// A deformation as numbers, for other programs to bend pictures by.
struct MapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: "Write for every pixel of the picture its place in the content, or the other way around.",
    usage: "meshrender map <input.png> -o <map.npy|map.pgm> [<options>]",
    discussion: """
      The picture is the one that 'meshrender render' draws of the same image with the same flags; the map says where \
      each of its pixels comes from, also through folds, depth and perspective, where no mesh has an exact inverse. \
      Where surfaces lie behind one another the nearest counts.

      NPY   32-bit floats of the shape (height, width, 2): x and y in pixels, whole numbers in the middles of pixels, \
      as OpenCV's remap takes them: cv2.remap(image, map[..., 0], map[..., 1], cv2.INTER_LINEAR). Where there is \
      nothing both are -1000000, or what --outside says. Places in the content are held between the middles of its \
      outermost pixels, as the renderer continues its edges.
      PGM   two 16-bit pictures, the nearest column and row, as FFmpeg's remap filter takes them; 65535 where there \
      is nothing. The names are map-x.pgm and map-y.pgm for -o map.pgm; with --y the two are named as given.

      With --forward the map has a place on the canvas for every pixel of the content, seen or hidden.

      EXAMPLES
        meshrender map photo.png --mesh pageCurl -o map.npy
        meshrender map --content-size 640x360 --mesh lens -o lens.pgm
        ffmpeg -i in.mp4 -i lens-x.pgm -i lens-y.pgm \\
          -lavfi remap=fill=black out.mp4
      """)

  @OptionGroup(title: "Content") var content: ContentSizeOptions
  @OptionGroup(title: "Output") var output: MapOutputOptions
  @OptionGroup(title: "Mesh") var mesh: MeshOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A CSS transform list, such as \"perspective(800) rotateX(-45deg)\".", valueName: "list"))
  var transform: String?

  @OptionGroup(title: "Canvas") var canvas: CanvasOptions

  @Option(help: .device) var device: DeviceChoice = .automatic

  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Messages") var verbosity: VerbosityOptions

  func validate() throws {
    if canvas.background != nil {
      throw ValidationError("--background colors a picture, and a map has no colors; leave it out.")
    }
    if content.input == "-", mesh.mesh == "-" {
      throw ValidationError(
        "Both the image and the mesh are to come from standard input; name a file for one of them.")
    }
  }

  func run() throws {
    let watch = Stopwatch(isOn: verbosity.verbose)
    let size = try content.size(limits.image)
    let scene = try scene(size)
    let map = try watch.measure("draw") { () throws(Failure) -> CoordinateMap in
      let opened = OpenedRenderer(device, warn: verbosity.warn)
      if verbosity.verbose { Console.write("  \(try opened.renderer().capabilities.summary)") }
      let map = try opened.draw { renderer throws(RenderError) -> Result<CoordinateMap, CoordinateError> in
        do throws(CoordinateError) {
          return .success(
            try renderer.coordinates(
              of: scene.layers[0], on: scene.canvas, contentSize: size,
              direction: output.forward ? .contentToCanvas : .canvasToContent, limits: limits.render))
        } catch {
          if case .render(let error) = error { throw error }
          return .failure(error)
        }
      }
      switch map {
      case .success(let map): return map
      case .failure(let error): throw Failure(error)
      }
    }
    if map.isEmpty {
      verbosity.warn(
        output.forward
          ? "the map is empty: the mesh shows nothing of the content"
          : "the map is empty: nothing falls on the canvas" + (canvas.fit ? "" : "; try --fit"))
    }
    try watch.measure("write \(output.file)") { () throws(Failure) -> Void in
      try output.write(map, into: output.forward ? scene.canvas.pixelSize : size)
    }
    watch.finish()
  }

  /// One layer of that many points in the middle of its canvas, as 'render' has it.
  private func scene(_ content: PixelSize) throws(Failure) -> Scene {
    let size = Size(Double(content.width), Double(content.height))
    var layer = Layer(
      bounds: Rect(origin: .zero, size: size), position: .zero, contents: .color(.black))
    layer.mesh = try mesh.load(contentSize: size, limits: limits, warn: verbosity.warn)
    if let transform {
      do { layer.transform = try TransformList.parse(transform, layerSize: size) } catch {
        throw Failure(error, of: "--transform")
      }
    }
    let canvas = try self.canvas.canvas(contentSize: size)
    layer.position = self.canvas.position(of: layer, on: canvas)
    var scene = Scene(canvas: canvas, layers: [layer])
    scene.canvas = try self.canvas.fitted(scene, margin: 0)
    return scene
  }
}
