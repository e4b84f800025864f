import ArgumentParser
import GLRenderer
import ImageFiles
import MeshFormats
import MeshTransform
import SceneDocument

/// Reports every fault and anomaly of a mesh file or a scene.
struct Validate: ParsableCommand, ThreadedCommand, SandboxedCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check a mesh or scene and report its faults and anomalies.",
    usage: "meshrender validate <file> [<options>]",
    discussion: """
      Exits with 0 when the file can be drawn, even with warnings, and with 65 when it cannot. A scene is checked with \
      its images, texts and meshes, and at several times if it moves. Faults are the errors of 'meshrender render' \
      with the same limits; warnings are those that 'meshrender render --strict' turns into errors, except those about \
      the picture, which is not drawn, such as an empty one.

      EXAMPLE
        echo '{"vertices": [[0,0,0,0,0], [1,0,1,0,0.2], [1,1,1,1,0],
          [0,1,0,1,0]], "faces": [[0,1,2,3]]}' > quad.json
        meshrender validate quad.json
        meshrender validate ripple:rows=20
      """)

  @Argument(
    help: ArgumentHelp(
      "The mesh (.json, .obj, .camesh, .warp, .data, .gltf, .glb) or scene, '-' for JSON from standard input, or a preset "
        + "with its parameters (./ripple is a file with the name of a preset).", valueName: "file"))
  var file: String

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The maximum number of faults to list.", valueName: "count"))
  var limit = 20

  @OptionGroup var placement: PlacementOptions

  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Limits") var reading: ReadOptions
  @OptionGroup(title: "Limits") var trust: TrustOptions

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var warnings: WarningOptions

  var access: CommandAccess {
    CommandAccess(
      inputs: [file], scene: MeshArgument.namesFile(file) ? file : nil, allowed: reading.allowRead)
  }

  func validate() throws {
    try placement.requireFile(among: [file])
    guard limit > 0 else { throw ValidationError("--limit is \(limit); use a number above 0.") }
  }

  func run() throws {
    var report = Report(limits: limits, placement: placement)
    switch try MeshArgument(file) {
    case .file(let source, let shape):
      try report.check(source, shape, limit: limit, allowed: reading.allowRead)
    case let preset: try report.check(MeshReading.preset(preset), name: file)
    }
    if json {
      try Console.report(report.json)
    } else {
      for error in report.errors { Console.write("Error: \(error)") }
      if report.errorCount > report.errors.count {
        let more = report.countsAll ? "\(report.errorCount - report.errors.count) " : ""
        Console.write("... and \(more)more; raise --limit to see them")
      }
      report.warnings.forEach(warnings.warn)
      if report.errorCount == 0 {
        try warnings.requireNone()
        if !warnings.quiet {
          try Console.report("\(InputFile(argument: MorphShape.path(of: file))): \(report.summary)".onOneLine)
        }
      }
    }
    if report.errorCount > 0 || warnings.strict && !report.warnings.isEmpty {
      throw ExitCode(report.exitKind.rawValue)
    }
  }
}

/// The faults found in a file.
private struct Report {
  private(set) var errors: [String] = []
  private(set) var errorCount = 0
  /// Whether ``errorCount`` is the number of all errors; the search in JSON ends at the limit.
  private(set) var countsAll = true
  /// That of a missing file where nothing else is at fault.
  private(set) var exitKind = Failure.Kind.badData
  private(set) var warnings: [String] = []
  private var vertexCount = 0, faceCount = 0
  /// The number of layers; nil for a mesh.
  private var layerCount: Int?
  private var animationCount = 0

  private let limits: LimitOptions
  private let placement: PlacementOptions

  init(limits: LimitOptions, placement: PlacementOptions) {
    (self.limits, self.placement) = (limits, placement)
  }

  /// Checks a valid mesh against the limits.
  mutating func check(_ mesh: Mesh, name: String) throws(Failure) {
    (vertexCount, faceCount) = (mesh.vertices.count, mesh.faces.count)
    do throws(Failure) { try limits.checkDrawing(of: mesh) } catch { try fail(error, in: name) }
  }

  /// Reports the failure of a drawing as the only error.
  private mutating func fail(_ failure: Failure, in name: String) throws(Failure) {
    guard [.badData, .usage].contains(failure.kind) else { throw failure }
    (errors, errorCount) = (["\(name): \(failure.sentence)"], 1)
  }

  /// - Throws: ``Failure`` when the file cannot be read.
  mutating func check(
    _ source: InputFile, _ shape: MorphShape, limit: Int, allowed: [String]
  ) throws(Failure) {
    let bytes = try MeshInput.bytes(of: source)
    let format = MeshInput.format(of: source)
    if format == .json, DocumentKind(of: bytes) == .scene {
      if let flag = placement.given {
        throw Failure(
          .usage,
          "\(source) is a scene; \(flag) applies to a mesh file; in a scene, use the key beside \"file\"")
      }
      guard shape.isRest else {
        throw Failure(.usage, "\(source) is a scene, which has no shapes; use a mesh file")
      }
      try check(scene: bytes, from: source, limit: limit, allowed: allowed)
      return
    }
    let read: MeshImport
    var failure: Failure?
    do {
      // The units of x and y in a warp mesh do not affect its validity.
      read = try MeshInput.read(
        bytes, from: source, .square(placement.placement), failed: { failure = $0 })
    } catch {
      if let failure { exitKind = failure.kind }
      let hasLines = format == .json && InputFile.binaryKind(of: bytes) == nil
      let faults =
        hasLines ? MeshFile.faults(in: bytes, name: source.description, limit: limit + 1) : []
      add(faults.isEmpty ? [error.description] : faults.map(\.description), limit)
      return
    }
    warnings = read.notes.map { "\(source): \($0)" }
    let contents = try read.contents.inShape(shape, of: source)
    (vertexCount, faceCount) = (contents.vertices.count, contents.faces.count)
    let report = Mesh.validate(vertices: contents.vertices, faces: contents.faces, limit: limit)
    errors = report.errors.map { "\(source): \($0)" }
    errorCount = report.errorCount
    warnings += report.warnings.map { "\(source): \($0)" }
    guard report.isValid else { return }
    // The remaining errors concern no element, but subdivision for example.
    let mesh: Mesh
    do throws(MeshError) { mesh = try contents.mesh() } catch {
      (errors, errorCount) = (["\(source): \(error)"], 1)
      return
    }
    warnings += mesh.anomalies(named: "\(source)")
    try check(mesh, name: source.description)
  }

  private mutating func add(_ sentences: [String], _ limit: Int) {
    errorCount += sentences.count
    errors += sentences.prefix(limit - errors.count)
    countsAll = errorCount <= limit
  }

  /// The most faults of a scene to find: each costs a search for its line.
  private static let sceneLimit = 500

  private mutating func check(
    scene bytes: [UInt8], from source: InputFile, limit: Int, allowed: [String]
  ) throws(Failure) {
    let limit = min(limit, Self.sceneLimit)
    let paths = ScenePaths(of: source, allowed: allowed)
    let files = SceneFiles(paths, limits: limits.image)
    let (file, faults) = SceneFile.examine(bytes, name: source.description, faultLimit: limit + 1)
    add(faults.map(\.description), limit)
    layerCount = 0
    guard let file, errorCount <= limit else { return }
    let (animated, others) = file.examine(resources: files, faultLimit: limit + 1 - errorCount)
    let kinds = files.failures.map(\.kind)
    if errorCount == 0, others.count == kinds.count, let kind = kinds.first { exitKind = kind }
    add(others.map(\.description), limit)
    let colors = Result { () throws(Failure) in try CanvasColors(of: file, paths) }
    let canvas = Result { () throws(Failure) in try limits.checkCanvas(of: file, isBanded: true) }
    for case .failure(let failure) in [colors.map { _ in }, canvas] {
      guard failure.kind == .badData || errorCount > 0 else { throw failure }
      add([failure.sentence], limit)
    }
    warnings = files.warnings.map { "\(source): \($0)" }
    guard let animated, errorCount == 0 else { return }
    count(animated)
    if let error = animated.firstFault { return add(["\(source): \(error)"], limit) }
    let scene = animated.scene
    warnings +=
      (scene.depthWarnings() + scene.anomalies(isMoving: file.isAnimated, isStated: file.statesMesh)).map {
        "\(source): \($0)"
      }
    if let refusal = animated.firstRefusal(limits) { try fail(refusal, in: source.description) }
  }

  private mutating func count(_ animated: AnimatedScene) {
    animationCount = animated.animations.values.reduce(0) { $0 + $1.count }
    var layers = 0
    for (_, layer) in animated.scene.layersDepthFirst {
      layers += 1
      vertexCount += layer.mesh?.vertices.count ?? 0
      faceCount += layer.mesh?.faces.count ?? 0
    }
    layerCount = layers
  }

  var summary: String {
    if let layerCount {
      let animations =
        animationCount == 0 ? "" : ", \(animationCount) \(animationCount == 1 ? "animation" : "animations")"
      return "valid, \(layerCount) \(layerCount == 1 ? "layer" : "layers")\(animations)"
    }
    return meshSummary
  }

  private var meshSummary: String {
    "valid, \(vertexCount) \(vertexCount == 1 ? "vertex" : "vertices"), \(faceCount) "
      + (faceCount == 1 ? "face" : "faces")
  }

  var json: String {
    JSONText.object(
      (layerCount.map { [("layers", "\($0)"), ("animations", "\(animationCount)")] } ?? []) + [
        ("valid", "\(errorCount == 0)"), ("vertices", "\(vertexCount)"), ("faces", "\(faceCount)"),
        ("errorCount", "\(errorCount)"), ("errors", JSONText.array(errors.map(JSONText.string))),
        ("warnings", JSONText.array(warnings.map(JSONText.string))),
      ])
  }
}

extension AnimatedScene {
  /// The first fault that appears only while time passes, such as a parameter that leaves its range, at one of a few
  /// sample times.
  fileprivate var firstFault: AnimationError? {
    for time in sampleTimes {
      do { _ = try scene(at: time) } catch { return error }
    }
    return nil
  }

  /// The first failure of drawing the scene as it stands, or at one of the sample times, which are valid.
  fileprivate func firstRefusal(_ limits: LimitOptions) -> Failure? {
    var options = RenderOptions()
    options.limits = limits.render
    do throws(Failure) {
      try limits.checkDrawing(of: scene, options)
      for time in sampleTimes {
        if let moved = try? scene(at: time) { try limits.checkDrawing(of: moved, options) }
      }
    } catch { return error }
    return nil
  }

  /// A few times of the motion, in seconds; none without one.
  private var sampleTimes: [Double] {
    guard !animations.isEmpty else { return [] }
    let length = duration ?? steadyTime + (cycle ?? 60)
    return (0...16).map { length * Double($0) / 16 }
  }
}
