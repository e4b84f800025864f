import ArgumentParser
import ImageFiles
import MeshFormats
import MeshTransform
import SceneDocument

/// Converts a mesh file to another format.
struct Convert: ParsableCommand, ThreadedCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert a mesh between JSON, OBJ, warp meshes, Core Animation's text and glTF.",
    usage: "meshrender convert <mesh> <output> [<options>]",
    discussion: """
      File extensions select the formats; --from and --to override them. A warning lists the properties \
      that the output's format cannot store. The mesh may be a preset. A preset, and the mesh of a glTF file, has the \
      proportions of --size (for glTF output else of --image), else of a square.

      json: everything; also Bezier patches and mesh attachments of Spine and DragonBones, as an input
      obj: Wavefront OBJ, where the layer is the square from (0, 0) to (1, 1), y up, z toward the viewer, unless --axes \
      and --fit-mesh place the model of an input
      camesh: Core Animation's text, [fx fy] [tx ty tz] v, and [a b c d] [w0 w1 w2 w3] f
      warp, data, map, xyuv: Paul Bourke's warp meshes, whose x and y --xy explains
      gltf, glb: glTF 2.0, the surface of a layer of --size points, its longer side one metre, with --image as its \
      picture; as an input, all triangles of its scene, in the shape of the weights after its name

      EXAMPLES
        echo '{"bezier": {"points": [[0,0],[0.3,-0.2],[0.7,0.2],[1,0],
          [0,0.3],[0.3,0.1],[0.7,0.5],[1,0.3], [0,0.7],[0.3,0.5],
          [0.7,0.9],[1,0.7], [0,1],[0.3,0.8],[0.7,1.2],[1,1]]}}' > warp.json
        meshrender convert warp.json warp.obj
        meshrender convert warp.json warp.data --aspect 16:9
        meshrender convert warp.data back.json --xy aspect --aspect 16:9
        meshrender convert warp.json warp.glb --size 640x360
        meshrender convert wave:columns=80 wave.obj
        meshrender convert wave wave.glb
        meshrender convert wave.glb surface.json
      """)

  @Argument(help: .mesh())
  var input: String

  @Argument(help: ArgumentHelp("The file to write; '-' is standard output.", valueName: "output"))
  var output: String

  @Option(
    help: ArgumentHelp("The input's format: json, obj, camesh, warp, gltf or glb.", valueName: "format"))
  var from: MeshFormat?

  @Option(
    help: ArgumentHelp("The output's format: json, obj, camesh, warp, gltf or glb.", valueName: "format"))
  var to: MeshFormat?

  @OptionGroup var placement: PlacementOptions
  @OptionGroup(title: "Warp meshes") var warp: WarpOptions
  @OptionGroup(title: "glTF") var surface: SurfaceOptions

  @Option(
    help: ArgumentHelp(
      "The number of Catmull-Clark steps that refine the mesh before it is written.", valueName: "n"))
  var subdivisionSteps: Int?

  @Option(
    help: ArgumentHelp(
      "The length of one unit of depth: none (a point), or the width, height, min, max or average of the layer. Default: that of the "
        + "input, else none.", valueName: "kind"))
  var depthNormalization: Mesh.DepthNormalization?

  @Flag(help: "Drop faces that can never be drawn, with a warning, instead of rejecting the file.")
  var lenient = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The maximum number of vertices of a mesh.", valueName: "count"))
  var maxVertices = 1_000_000

  @OptionGroup var memory: MemoryOptions
  @OptionGroup var trust: TrustOptions

  @OptionGroup var warnings: WarningOptions

  var access: CommandAccess {
    CommandAccess(inputs: [input, surface.image], outputs: [output])
  }

  private static let pictures = [
    ".png", ".jpg", ".jpeg", ".webp", ".gif", ".pgm", ".ppm", ".pnm", ".bmp", ".tif", ".tiff", ".svg", ".npy",
    ".exr",
  ]

  func validate() throws {
    guard (1...Int(Int32.max)).contains(maxVertices) else {
      throw ValidationError("--max-vertices is \(maxVertices); use a number from 1 to \(Int32.max).")
    }
    if let subdivisionSteps, subdivisionSteps < 0 {
      throw ValidationError("--subdivision-steps is \(subdivisionSteps); use 0 or more.")
    }
    for (name, path, format, isInput) in [
      ("--from", MorphShape.path(of: input), from, true), ("--to", output, to, false),
    ] {
      if isInput, isPreset { continue }
      guard let known = format ?? MeshFormat(path: path) else {
        if let ending = OutputEnding(of: path), Self.pictures.contains(ending.text) {
          throw ValidationError(
            "\(path.excerpt) is a picture, and 'convert' converts meshes (\(MeshFormat.extensions)); 'meshrender render "
              + "in.png -o out.jpg' writes a picture in another format.")
        }
        throw ValidationError(
          "The format of \(path == "-" ? "the standard \(isInput ? "input" : "output")" : path) is unknown; "
            + "set it with \(name), or use one of the file extensions \(MeshFormat.extensions).")
      }
      if known == .warp { try warp.requireAspect() }
      if !isInput, known == .glb || known == .gltf {
        if known == .glb, output == "-", Console.standardOutputIsTerminal {
          throw ValidationError("A binary file is not written to a terminal; use a file or a pipe.")
        }
      } else if !isInput {
        try surface.refuse(except: placement.placement.fit != .none || readsSurface || dependsOnSize)
      }
    }
    if isPreset { try placement.requireFile(among: [input]) }
    if !isWarped { try warp.refuse() }
  }

  /// With --from the input is a file, whatever its name.
  private var isPreset: Bool { from == nil && !MeshArgument.namesFile(input) }
  /// Whether the mesh is made for a layer of --size: a preset or measurements, but not a map.
  private var dependsOnSize: Bool { isPreset && !MeshArgument.namesMap(input) }
  private var sourceFormat: MeshFormat { from ?? MeshFormat(path: MorphShape.path(of: input)) ?? .json }
  private var readsSurface: Bool { !isPreset && sourceFormat.isSurface }
  private var targetFormat: MeshFormat { to ?? MeshFormat(path: output) ?? .json }
  private var isWarped: Bool { !isPreset && sourceFormat == .warp || targetFormat == .warp }

  func run() throws {
    let source: MeshArgument = isPreset ? try MeshArgument(input) : try .file(input, option: nil)
    let layerSize =
      try placement.fitMesh == nil && !readsSurface && !dependsOnSize
      ? surface.size?.size ?? Size(1, 1) : surface.options().layerSize
    var mesh = try source.load(layerSize: layerSize) { file, shape throws(Failure) in
      try MeshInput.mesh(
        from: file, shape,
        MeshInput.Options(
          placement.placement, layerSize: layerSize, as: sourceFormat, coordinates: warp.coordinates),
        lenient: lenient, warn: warn)
    }.mesh
    if let depthNormalization { mesh.depthNormalization = depthNormalization }
    if let subdivisionSteps {
      try refine(&mesh, steps: subdivisionSteps)
    } else if mesh.subdivisionSteps > 0, targetFormat.isSurface {
      try refine(&mesh, steps: mesh.subdivisionSteps)
    } else if mesh.subdivisionSteps < 0, targetFormat.isSurface {
      throw Failure(
        .usage,
        "\(input): the subdivision of the mesh depends on the resolution of a picture, which a surface does not have; "
          + "set it with --subdivision-steps (3 splits each edge into eight)")
    }
    guard mesh.vertices.count <= maxVertices else {
      throw Failure(
        .badData,
        "\(input): the mesh has \(mesh.vertices.count) vertices, but the limit is \(maxVertices); raise it with "
          + "--max-vertices")
    }
    let bytes = try encode(mesh)
    let losses = targetFormat.losses(of: mesh)
    if !losses.isEmpty {
      warn("\(output): \(targetFormat.title) cannot store \(losses.joined(separator: " or "))")
    }
    try warnings.requireNone()
    do { try OutputFile(argument: output).write(bytes) } catch { throw Failure(error) }
  }

  /// A format for display gets the exact normals of the smooth surface and duplicated vertices along sharp creases; a
  /// format for editing keeps the vertices joined.
  private func refine(_ mesh: inout Mesh, steps: Int) throws(Failure) {
    try requireMemory(forRefining: mesh, steps: steps, limit: maxVertices)
    do throws(MeshError) {
      mesh =
        targetFormat.isSurface
        ? try mesh.tessellated(steps: steps, limit: maxVertices)
        : try mesh.subdivided(steps: steps, limit: maxVertices)
    } catch { throw Failure(.badData, "\(input): \(error) (--subdivision-steps, --max-vertices)") }
  }

  private func encode(_ mesh: Mesh) throws(Failure) -> [UInt8] {
    let name = OutputFile(argument: output).description
    do {
      switch targetFormat {
      case .json: return MeshFile.encode(mesh)
      case .obj: return OBJFile.encode(mesh)
      case .coreAnimation: return CoreAnimationText.encode(mesh)
      case .warp: return try WarpFile.encode(mesh, name: name, coordinates: warp.coordinates)
      case .gltf, .glb:
        return try GLTFFile.encode(
          mesh, name: name, binary: targetFormat == .glb, options: try surface.options())
      }
    } catch let error as DocumentError {
      throw Failure(error)
    } catch let failure as Failure {
      throw failure
    } catch { throw Failure(.internalFault, "\(error)") }
  }

  private func warn(_ sentence: String) { warnings.warn(sentence) }
}

extension MeshFormat: ExpressibleByArgument {
  public init?(argument: String) { self.init(rawValue: argument) }
}

extension Mesh.DepthNormalization: ExpressibleByArgument {}
