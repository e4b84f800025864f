import ArgumentParser
import ImageFiles
import MeshFormats
import MeshTransform
import SceneDocument

/// Makes a mesh that takes measured points to their places.
struct Fit: ParsableCommand, ThreadedCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Make a mesh of measured points: where each of them lies in a picture, and where it is to lie.",
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

      THE REPORT on standard output is JSON: the distance of each point from its place in pixels of the canvas \
      (residuals), their root mean square, the worst point, points that were left out, and a fold, where there is one. \
      Points are counted from 1.

      THE MESH is for a layer of --to-size, within a quarter of a pixel of the map. Every --mesh takes the points \
      themselves, too: fit:points.csv,method=projective,to=1920x1080.

      EXAMPLES
        printf '10,10,30,20\\n620,15,600,40\\n630,470,640,440\\n15,465,5,480\\n' > four.csv
        meshrender fit four.csv --from-size 640x480 --method projective \\
          -o bent.json
        meshrender render --text "Hello, mesh" --size 640x480 \\
          --background white --mesh bent.json -o fitted.png
      """)

  @Argument(help: ArgumentHelp("The file of points; '-' is standard input.", valueName: "points"))
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
    help: ArgumentHelp("The size of the canvas in pixels. Default: that of the content.", valueName: "WxH"),
    transform: CanvasSize.init)
  var toSize: CanvasSize?

  @OptionGroup(title: "Method") var fit: FitOptions

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
    if let output, output != "-" {
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
    var description = fit.description(of: points)
    description.canvasSize = toSize?.value
    let input = try FitInput(
      description, from: InputFile(argument: points), contentSize: contentSize(), vertexLimit: maxVertices)
    for warning in input.warnings { warnings.warn("\(points.excerpt): \(warning)") }
    try warnings.requireNone()
    if let output {
      do { try OutputFile(argument: output).write(Self.encoded(input.mesh, for: output)) } catch {
        throw Failure(error)
      }
    }
    if output != "-" { try Console.report(report(input)) }
  }

  private func contentSize() throws(Failure) -> Size {
    if let size = statedSize { return Size(Double(size.width), Double(size.height)) }
    do throws(ImageFileError) {
      let size = try ImageFile.readSize(from: InputFile(argument: fromSize))
      return Size(Double(size.width), Double(size.height))
    } catch { throw Failure(error) }
  }

  private func report(_ input: FitInput) -> String {
    let residuals = input.fit.residuals
    let squares = residuals.reduce(0) { $0 + $1 * $1 }
    // The numbers of the points in the file, from which copies may be missing.
    let left = Set(input.outliers)
    let numbers = input.file.points.indices.filter { !left.contains($0) }.map { $0 + 1 }
    var members: [(key: String, value: String)] = [
      ("form", JSONText.string(input.file.form.rawValue)), ("method", JSONText.string(fit.method.rawValue)),
      ("points", "\(residuals.count)"),
      ("rms", (squares / Double(residuals.count)).squareRoot().pixelText),
    ]
    if let worst = residuals.indices.max(by: { residuals[$0] < residuals[$1] }),
      numbers.count == residuals.count
    {
      members.append(
        (
          "worst",
          JSONText.object([("point", "\(numbers[worst])"), ("pixels", residuals[worst].pixelText)])
        ))
    }
    members.append(("residuals", JSONText.array(residuals.map(\.pixelText))))
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
  fileprivate var pixelText: String { ((self * 1e6).rounded() / 1e6).shortText }
}
