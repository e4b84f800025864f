import ArgumentParser
import ImageFiles
import MeshFormats
import MeshTransform
import SceneDocument

/// Makes a mesh that takes measured points to their places.
struct Fit: ParsableCommand, ThreadedCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract:
      "Make a mesh of measured points: pairs of places in two pictures, or the edges of a page in a photo.",
    usage: "meshrender fit <points> --from-size <size> [-o <mesh>] [<options>]",
    discussion: """
      THE POINTS are pairs, x and y in the content, then x and y on the canvas, in pixels from the top left corners; the \
      middle of the first pixel is 0.5,0.5. The file's contents determine its form:
        a table of numbers, or with a header: x,y,X,Y or content_x,content_y,canvas_x,canvas_y
        JSON: [[x, y, X, Y], ...], or objects {"content": [x, y], "canvas": [X, Y]}, also one a line, as 'meshrender \
      project' writes them
        the places of an even grid: JSON rows [[[X, Y], ...], ...], or a table with the columns row, column, x and y
        QGIS's .points, and GDAL's -gcp arguments and (x,y) -> (X,Y) lines: the map's coordinates, with north at the top, \
      are scaled to the size of the content
        BigWarp's landmarks, whose moving picture is the content
        the numbers of ImageMagick's -distort

      A PAGE in a photo is a JSON object of points of its edges in pixels of the photo: {"top": [[x, y], ...], "bottom": \
      [...]}, from left to right, or {"corners": [[x, y], ...]}, from the top left one clockwise; also left, right, lines of \
      text, aspect, focal, center, from, to and model (see 'meshrender schema scene'). The mesh shows it flat. Without \
      --to-size, it has as many pixels as the photo has of it.

      THE REPORT on standard output is JSON: the size of the canvas, the distance of each point from its place in pixels of the canvas \
      (residuals, null for none), and of those that count their root mean square and the worst; the points that were left \
      out, and a fold, where there is one. Points are counted from 1. Of a page it is the model, its size, its width divided \
      by its height, the focal length, and the distances of the points from a bent sheet.

      THE MESH is for a layer of --to-size, within a quarter of a pixel of the map. Every --mesh takes the points \
      themselves, too: fit:points.csv,method=projective,to=1920x1080 and page:page.json,aspect=0.707.

      EXAMPLES
        printf '10,10,30,20\\n620,15,600,40\\n630,470,640,440\\n15,465,5,480\\n' > four.csv
        meshrender fit four.csv --from-size 640x480 --method projective \\
          -o bent.json
        meshrender render --text "Hello, mesh" --size 640x480 \\
          --background white --mesh bent.json -o fitted.png
      """)

  @Argument(
    help: ArgumentHelp(
      "The file of points, or of the edges of a page; '-' is standard input.", valueName: "points"))
  var points: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The mesh to write: .json, .obj or .camesh. Default: only the report.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The size of the content in pixels, such as 640x480, or an image of that size.", valueName: "size"))
  var fromSize: String

  @Option(
    help: ArgumentHelp(
      "The size of the canvas in pixels. Default: that of the content, or of the page.", valueName: "WxH"),
    transform: CanvasSize.init)
  var toSize: CanvasSize?

  @OptionGroup(title: "Method") var fit: FitOptions
  @OptionGroup(title: "Page") var page: PageOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The maximum number of vertices of the mesh.", valueName: "count"))
  var maxVertices = FitInput.vertexLimit

  @OptionGroup var memory: MemoryOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var warnings: WarningOptions

  private static let formats: [MeshFormat] = [.json, .obj, .coreAnimation]

  /// Nil where an image has the size.
  private var statedSize: PixelSize? {
    (try? CanvasSize(fromSize)).flatMap { PixelSize(whole: $0.value) }
  }

  var access: CommandAccess {
    CommandAccess(
      inputs: [points, statedSize == nil ? fromSize : nil], outputs: output.map { [$0] } ?? [])
  }

  func validate() throws {
    guard (4...Int(Int32.max)).contains(maxVertices) else {
      throw ValidationError("--max-vertices is \(maxVertices); use a number from 4 to \(Int32.max).")
    }
    if let output, output != "-", !SharedFiles.contains(FilePath(output)) {
      guard let format = MeshFormat(path: output), Self.formats.contains(format) else {
        throw ValidationError(
          "\(output.excerpt) is no .json, .obj or .camesh; write one of them, and convert it with 'meshrender convert'."
        )
      }
    }
    // A text that begins with a digit is a size, unless a file has that name.
    if fromSize.first?.isNumber == true, !InputFile(argument: fromSize).isExistingFile {
      guard PixelSize(whole: try CanvasSize(fromSize).value) != nil else {
        throw ValidationError("--from-size is \(fromSize.excerpt); use whole pixels, such as 640x480.")
      }
    }
    if points == "-", fromSize == "-" {
      throw ValidationError(
        "The points and --from-size are both read from standard input; use a file for one of them.")
    }
  }

  func run() throws {
    let source = InputFile(argument: points)
    InputList.add(source)
    let bytes = try source.readDocument(limit: ControlPointFile.byteLimit)
    if PageDescription.isPage(bytes) {
      guard fit.isDefault else {
        throw Failure(
          .usage,
          "\(source) is the outline of a page, which has no method; remove --method, --degree, --smoothing, --reject and "
            + "--units")
      }
      let page = try PageInput(
        bytes, of: source, photoSize: contentSize(), pageSize: toSize?.value, known: page,
        vertexLimit: maxVertices)
      try finish(page.output.mesh, [page.output.warning].compactMap { $0 }, page.report)
    } else {
      if let flag = page.given {
        throw Failure(
          .usage, "\(flag) applies to the outline of a page, and \(source) is a list of points; remove it")
      }
      var description = fit.description(of: points)
      description.canvasSize = toSize?.value
      let input = try FitInput(
        description, bytes, of: source, contentSize: contentSize(), vertexLimit: maxVertices)
      try finish(input.mesh, input.warnings, report(input))
    }
  }

  private func finish(_ mesh: Mesh, _ sentences: [String], _ report: String) throws {
    for sentence in sentences { warnings.warn("\(points.excerpt): \(sentence)") }
    try warnings.requireNone()
    if let output {
      do { try OutputFile(argument: output).write(Self.encoded(mesh, for: output)) } catch {
        throw Failure(error)
      }
    }
    if output != "-" { try Console.report(report) }
  }

  private func contentSize() throws(Failure) -> Size {
    if let size = statedSize { return Size(Double(size.width), Double(size.height)) }
    do throws(ImageFileError) {
      let size = try ImageFile.readSize(from: InputFile(argument: fromSize))
      return Size(Double(size.width), Double(size.height))
    } catch { throw Failure(error) }
  }

  private func report(_ input: FitInput) -> String {
    let residuals = input.file.points.map(input.fit.residual)
    let left = Set(input.outliers)
    let kept = residuals.indices.filter { !left.contains($0) }.compactMap { index in
      residuals[index].map { (point: index + 1, pixels: $0) }
    }
    let squares = kept.reduce(0) { $0 + $1.pixels * $1.pixels }
    let size = input.canvasSize
    var members: [(key: String, value: String)] = [
      ("form", JSONText.string(input.file.form.rawValue)), ("method", JSONText.string(fit.method.rawValue)),
      ("size", JSONText.array([size.width.shortText, size.height.shortText])),
      ("points", "\(residuals.count)"),
      ("rms", (squares / Double(max(kept.count, 1))).squareRoot().pixelText),
    ]
    if let worst = kept.max(by: { $0.pixels < $1.pixels }) {
      members.append(
        ("worst", JSONText.object([("point", "\(worst.point)"), ("pixels", worst.pixels.pixelText)])))
    }
    members.append(("residuals", JSONText.array(residuals.map { $0?.pixelText ?? "null" })))
    members.append(("outliers", JSONText.array(input.outliers.map { "\($0 + 1)" })))
    if let fold = input.fold {
      members.append(
        (
          "fold",
          JSONText.object([
            ("content", JSONText.array([fold.content.x.pixelText, fold.content.y.pixelText])),
            ("share", fold.share.shortText), ("points", JSONText.array(fold.points.map { "\($0 + 1)" })),
          ])
        ))
    }
    members += [
      ("vertices", "\(input.mesh.vertices.count)"), ("faces", "\(input.mesh.faces.count)"),
      ("tolerance", input.tolerance.shortText),
    ]
    return JSONText.object(members)
  }

  private static func encoded(_ mesh: Mesh, for output: String) -> [UInt8] {
    switch MeshFormat(path: output) ?? .json {
    case .obj: OBJFile.encode(mesh)
    case .coreAnimation: CoreAnimationText.encode(mesh)
    default: MeshFile.encode(mesh)
    }
  }
}

extension Double {
  /// Pixels, to a millionth.
  var pixelText: String { ((self * 1e6).rounded() / 1e6).shortText }
}
