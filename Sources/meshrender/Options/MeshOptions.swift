import ArgumentParser
import ImageFiles
import MeshFormats
import MeshTransform
import SceneDocument

/// The mesh that bends the content: a preset by name or a mesh file.
struct MeshOptions: ParsableArguments {
  @Option(
    name: [.customLong("mesh"), .customShort("m")],
    help: ArgumentHelp(
      "A preset with its parameters, such as ripple:waves=6,amplitude=0.08 or style:arc,bend=0.5 (see "
        + "'meshrender meshes'), or a mesh file (.json, .obj, .camesh, .warp, .data, .gltf, .glb), with weights of its shapes, such as "
        + "face.glb:smile=0.7; '-' is JSON from standard input. lens:file=camera.yaml is the lens of a calibration file, "
        + "fit:points.csv,method=projective leads through measured points, and page:page.json makes a photographed page flat (see "
        + "'meshrender fit'). A map of another program (.npy, .png, .exr, .yaml, .flo, two .pgm) follows map: with keys for what its "
        + "format does not say: "
        + "map:lens.npy,units=ndc or map:x.pgm+y.pgm; the picture then has the size of the map.",
      valueName: "preset|file|map:file"))
  var ownMesh: String?

  @Option(
    help: ArgumentHelp(
      "A calibration file, whose lens's distortion is removed: OpenCV's or ROS's YAML, Kalibr's camchain, COLMAP's "
        + "cameras.txt, a Hugin project, lines k1=..., or ImageMagick's Barrel arguments; with model=fisheye, camera=1, and "
        + "the view alpha=0.5 (0 no border, 1 the whole picture) or fov=90 after commas: camera.yaml,alpha=0.5.",
      valueName: "file"))
  var undistort: String?

  @Option(
    help: ArgumentHelp(
      "A calibration file, whose lens's distortion is added, as --undistort removes it.",
      valueName: "file"))
  var distort: String?

  @OptionGroup var placement: PlacementOptions

  @Option(
    help: ArgumentHelp(
      "An image whose brightness moves the points of the content, after the mesh, by x, y and z points where it is "
        + "white, and the opposite way where it is black: cloth.png:x=12,y=12,blur=2. In an image with colors, red "
        + "moves along x, green along y and blue along z.",
      valueName: "image[:x=..,...]"))
  var displace: String?

  @Flag(help: "Repeat the content's edge pixels where the mesh extends beyond it. Default: transparent.")
  var replicateEdges = false

  @Option(
    help: ArgumentHelp(
      "Catmull-Clark steps, for a smooth surface of which the mesh's vertices are control points; "
        + "'auto' chooses the number by the size of the picture. Default: that of the mesh, else 0.",
      valueName: "n|auto"))
  var subdivisionSteps: SubdivisionSteps?

  @Option(
    help: ArgumentHelp(
      "The interpolation inside a face: on two triangles (triangles), or without a diagonal (bilinear, "
        + "projective). Default: that of the mesh, else triangles.", valueName: "kind"))
  var faceInterpolation: Mesh.FaceInterpolation?

  @Flag(
    help: ArgumentHelp(
      "Apply the inverse of the mesh, which undoes its bending. Exact for a flat, one-to-one mesh of triangles or "
        + "projective faces; others are rejected ('meshrender map' computes their inverse)."))
  var inverse = false

  @Flag(
    help: ArgumentHelp(
      "Read the intact part of damaged files, with a warning: drop a mesh file's faces that can never be drawn, and "
        + "fill the missing part of a JPEG with gray. A damaged video holds its last complete frame, without a warning."
    ))
  var lenient = false

  /// The mesh as a text; nil when none is given.
  var mesh: String? { ownMesh ?? undistort ?? distort }

  /// The flag of the mesh.
  var flag: String { ownMesh != nil ? "--mesh" : undistort != nil ? "--undistort" : "--distort" }

  /// The mesh of a text that a flag has.
  private func argument(_ text: String) throws(Failure) -> MeshArgument {
    guard ownMesh == nil else { return try MeshArgument(text, option: flag) }
    do {
      return .measured(.lens(try LensDescription.parse(file: text, undistort != nil ? .undistort : .distort)))
    } catch { throw Failure(error, of: flag) }
  }

  func validate() throws {
    let given = [("--mesh", ownMesh), ("--undistort", undistort), ("--distort", distort)].filter {
      $0.1 != nil
    }
    if given.count > 1 {
      throw ValidationError("\(given[0].0) and \(given[1].0) are both a mesh; keep one.")
    }
  }

  /// Checks that there is a mesh for the flags that apply to one.
  /// - Parameter isMorph: whether the meshes are those of `--from` and `--to`, which get all settings.
  func requireMesh(isMorph: Bool = false) throws {
    if isMorph { return try refuseOtherMeshes() }
    guard mesh == nil, displace == nil else { return }
    for (flag, isGiven) in [
      ("--replicate-edges", replicateEdges), ("--inverse", inverse),
      ("--subdivision-steps", subdivisionSteps != nil),
      ("--face-interpolation", faceInterpolation != nil),
    ] where isGiven {
      throw ValidationError("\(flag) applies only to a mesh; add --mesh or --displace.")
    }
  }

  /// Refuses flags of a mesh other than those of `--from` and `--to`.
  private func refuseOtherMeshes() throws {
    if mesh != nil {
      throw ValidationError("--from and --to replace \(flag); use \(flag), or both of them.")
    }
    if displace != nil {
      throw ValidationError(
        "--displace applies to --mesh or flat content, not to the meshes of --from and --to; remove it.")
    }
    if inverse {
      throw ValidationError(
        "--inverse applies to --mesh and --displace, not to the meshes of --from and --to; remove it.")
    }
  }

  /// The flags that may name standard input, with their values.
  var files: [(flag: String, value: String?)] {
    meshFiles.map { (flag, $0) } + [("--displace", displace.map { String($0.prefix { $0 != ":" }) })]
  }

  private var meshFiles: [String?] {
    guard let mesh else { return [] }
    guard ownMesh == nil else { return MeshArgument.files(of: mesh) }
    guard case .measured(let lens)? = try? argument(mesh) else { return [] }
    return [lens.file?.path]
  }

  /// A mesh with the size of its layer in points: that of the content, except for a map.
  struct Loaded {
    var mesh: Mesh?
    var layerSize: Size
    /// The filter of an exact map, which the content goes through; nil for other meshes.
    var remapping: Remapping?
  }

  /// The mesh; nil when none is given.
  ///
  /// - `scale`: pixels of the picture per point, for the detail of a displacement.
  /// - `contentSize`: in points. The default aspect of presets with circles.
  /// - `content`: the size of the content in pixels.
  /// - `canvasSize`: in points, where it is given.
  /// - `convention`: what flags say about a map.
  /// - `displacement`: see ``displacement(_:)``.
  /// - `warn`: receives a description of everything that a lenient reading leaves out.
  func load(
    contentSize: Size, content: PixelSize, canvasSize: Size?, scale: Double,
    displacement: (Displacement, Image)?, convention: MapConventionOptions? = nil, limits: LimitOptions,
    warn: (String) -> Void
  ) throws(Failure) -> Loaded {
    var made: Mesh
    var layerSize = contentSize
    var remapping: Remapping?
    let argument = try mesh.map { text throws(Failure) in try self.argument(text) }
    if case .map(let map)? = argument, let exact = convention?.applied(to: map), exact.isExact {
      let read = try exactMap(exact, content, limits)
      layerSize = Size(Double(read.layer.width), Double(read.layer.height))
      read.notes.forEach(warn)
      remapping = read.value
      made = .singleFace
      if displacement == nil { return Loaded(mesh: nil, layerSize: layerSize, remapping: remapping) }
    } else if let argument {
      let map = { (map: MapDescription) throws(Failure) -> MeshArgument.Loaded in
        let read = try MapInput.mesh(
          convention?.applied(to: map) ?? map, map.inputs, content: content,
          layer: (canvasSize ?? contentSize).pixels(scale: 1), limits: limits.image,
          vertexLimit: limits.maxVertices)
        read.notes.forEach(warn)
        return (read.value, Size(Double(read.layer.width), Double(read.layer.height)))
      }
      let loaded = try argument.load(
        layerSize: contentSize, content: content, option: flag, map: map, warn: warn
      ) { file, shape throws(Failure) in
        try MeshInput.mesh(
          from: file, shape, MeshInput.Options(placement.placement, layerSize: contentSize), lenient: lenient,
          warn: warn)
      }
      (made, layerSize) = (loaded.mesh, loaded.layerSize ?? contentSize)
      if let warning = argument.warning(layerSize: contentSize) { warn(warning) }
    } else if displacement == nil {
      return Loaded(mesh: nil, layerSize: contentSize)
    } else {
      made = .singleFace
    }
    settings.apply(to: &made)
    if let (displacement, image) = displacement {
      do {
        made = try made.displaced(by: displacement, image, layerSize: layerSize, scale: scale)
      } catch { throw Failure(.usage, "--displace: \(error)") }
    }
    try limits.checkVertices(of: made)
    return Loaded(
      mesh: inverse ? try inverted(made, mesh ?? "--displace") : made, layerSize: layerSize,
      remapping: remapping)
  }

  private func exactMap(
    _ map: MapDescription, _ content: PixelSize, _ limits: LimitOptions
  ) throws(Failure) -> MapInput.Loaded<Remapping> {
    for (flag, isGiven) in [
      ("--inverse", inverse), ("--subdivision-steps", subdivisionSteps != nil),
      ("--face-interpolation", faceInterpolation != nil),
    ] where isGiven {
      throw Failure(
        .usage, "\(flag) applies to a mesh, which an exact map does not become; remove one of them")
    }
    var read = try MapInput.remapping(map, map.inputs, content: content, limits: limits.image)
    read.value.replicatesEdges = replicateEdges
    return read
  }

  private var displacementText: DisplacementDescription? {
    get throws(Failure) {
      guard let displace else { return nil }
      do { return try DisplacementDescription(text: displace) } catch {
        throw Failure(error, of: "--displace")
      }
    }
  }

  /// The displacement with its image; nil when none is given.
  func displacement(_ limits: LimitOptions) throws(Failure) -> (Displacement, Image)? {
    guard let described = try displacementText else { return nil }
    do {
      let read = try InputCache.image(
        from: InputFile(argument: described.image.path), limits: limits.image, isLenient: lenient,
        colors: .values, depth: .sixteen)
      return (described.displacement, read.image)
    } catch { throw Failure(error) }
  }

  private func inverted(_ mesh: Mesh, _ name: String) throws(Failure) -> Mesh {
    do { return try mesh.inverted() } catch {
      throw Failure(
        .badData,
        "--inverse: \(MeshArgument.namesFile(name) ? InputFile(argument: name).description : name): \(error)")
    }
  }

  var settings: MeshSettings {
    MeshSettings(
      replicatesEdges: replicateEdges ? true : nil, subdivisionSteps: subdivisionSteps?.count,
      faceInterpolation: faceInterpolation)
  }

  /// The mesh as a scene file describes it: the same text, after ``load(contentSize:limits:)`` has checked it.
  /// - Parameter convention: what flags say about a map.
  func description(_ convention: MapConventionOptions? = nil) throws(Failure) -> MeshDescription? {
    let displacement = try displacementText
    guard let mesh else {
      return displacement.map { MeshDescription(.grid, settings: settings, displacement: $0) }
    }
    switch try argument(mesh) {
    case .measured(let measured):
      return MeshDescription(.measured(measured), settings: settings, displacement: displacement)
    case .file(_, let shape):
      return MeshDescription(
        .file(SceneReference(MorphShape.path(of: mesh))), placement: placement.placement, settings: settings,
        displacement: displacement, morph: shape)
    case .map(let map):
      return MeshDescription(
        .map(convention?.applied(to: map) ?? map), settings: settings, displacement: displacement)
    case .preset(let name, let values):
      return MeshDescription(.preset(name, values), settings: settings, displacement: displacement)
    }
  }
}
