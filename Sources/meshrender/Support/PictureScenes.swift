import AnimationFiles
import ArgumentParser
import ImageFiles
import MeshTransform

/// The scenes that `render` and `animate` draw with the same flags, for commands that compute with them: the meshes of exact
/// maps stand for these.
enum PictureScenes {
  /// The picture of `render`.
  /// - Parameters:
  ///   - scene: a scene in memory in place of the input.
  ///   - change: sets the flags of a command that has the defaults.
  static func still(scene: InputFile? = nil, _ change: (inout Render) -> Void) throws -> PreparedPicture {
    var render = try parsed(Render.self, output: "picture.png")
    change(&render)
    let prepared = try render.prepared(scene: scene, drawsExactMaps: false)
    try prepared.check(render.limits)
    return prepared
  }

  /// The clip of `animate`, and the numbers of the frames to make, counted from 0.
  /// - Parameters:
  ///   - scene: a scene in memory in place of the input.
  ///   - change: sets the flags of a command that has the defaults.
  static func clip(
    scene: InputFile? = nil, _ change: (inout Animate) -> Void
  ) throws -> (clip: ClipDescription, frames: Range<Int>) {
    var animate = try parsed(Animate.self, output: "frames/")
    change(&animate)
    let document = try animate.document(scene, drawsExactMaps: false)
    let clip = try animate.clipDescription(document, margin: 0)
    document.files.warnings.forEach(animate.verbosity.warn)
    try animate.verbosity.requireNoWarning()
    return (clip, try clip.frames(animate.frames))
  }

  private static func parsed<Command: ParsableCommand>(
    _: Command.Type, output: String
  ) throws -> Command {
    do { return try Command.parse(["content.png", "--output", output]) } catch {
      throw Failure(.internalFault, "the flags of \(Command._commandName) have no defaults: \(error)")
    }
  }
}

extension PreparedPicture {
  /// Checks that the scene can be drawn, and that hit testing has the memory for it.
  fileprivate func check(_ limits: LimitOptions) throws(Failure) {
    do { try scene.validate() } catch {
      throw Failure(.badData, "\(sceneFile.map { "\($0): " } ?? "")\(error)")
    }
    try MemoryBudget.current.require(
      MemoryEstimate.contents(of: scene, vertexLimit: limits.maxVertices), for: "the scene")
  }
}

extension Scene {
  /// The layer of `--layer`.
  /// - Parameter name: nil for the only layer of the scene.
  func layer(named name: String?) throws(Failure) -> LayerPath {
    if let path = try layer(named: name, flag: "--layer") { return path }
    let paths = layersDepthFirst.prefix(2).map(\.path)
    guard let first = paths.first else { throw Failure(.badData, "the scene has no layers; add one") }
    guard paths.count == 1 else {
      throw Failure(.usage, "the scene has several layers; name one with --layer: \(layerNames)")
    }
    return first
  }

  /// - Returns: nil without a name.
  func layer(named name: String?, flag: String) throws(Failure) -> LayerPath? {
    guard let name else { return nil }
    guard let path = path(named: name) else {
      throw Failure(
        .usage, "\(flag): the scene has no layer '\(name.excerpt)'; its layers are \(layerNames)")
    }
    return path
  }

  /// The names of the first layers.
  var layerNames: String {
    layersDepthFirst.prefix(10).map { name(of: $0.path).excerpt }.joined(separator: ", ")
  }
}
