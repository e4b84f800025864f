import AnimationFiles
import Glibc
import ImageFiles
import MeshFormats
import MeshTransform
import SceneDocument
import TextImages

/// The resources of a scene, relative to the folder of its file.
final class SceneFiles: SceneResources {
  /// Ends in a slash; empty for the working directory.
  private let folder: String
  /// The path of the scene file; nil for standard input.
  private let scenePath: String?
  private let limits: ImageLimits
  /// Whether damaged JPEGs are read as far as they go.
  private let isLenient: Bool
  private let colors: ColorConversion
  /// The largest depth of images.
  private let depth: Image.Depth
  /// The folders from which the scene may name files; nil for files named on the command line.
  private let scope: ReadScope?
  private var notes: [String] = []
  private var profiles = ColorProfileChoice()
  /// The failure of a missing resource; keeps the exit code that the error's sentence lacks.
  private(set) var failure: Failure?
  private var hasReadStandardInput: Bool
  /// The opened moving contents; each has delivered its first frame.
  private(set) var sources: [MovingContent: FrameSource] = [:]
  /// Images that have already been read, by their names in the scene.
  private let given: [String: Image]
  /// Fonts that have been read, by their names in the scene.
  private var fonts: [String: FontFile] = [:]
  /// The largest number of fonts of a scene: each has its own list of the installed ones.
  private static let fontLimit = 100

  /// - `allowed`: folders and files besides the scene's own folder and the working directory.
  /// - `given`: images that have already been read, by their names in the scene.
  init(
    scene: InputFile, limits: ImageLimits, allowed: [String], isLenient: Bool = false,
    colors: ColorConversion = .keep, depth: Image.Depth = .eight, given: [String: Image] = [:]
  ) {
    (self.limits, self.isLenient, self.colors, self.given) = (limits, isLenient, colors, given)
    self.depth = depth
    if let path = scene.path {
      folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      (scenePath, hasReadStandardInput) = (path, false)
    } else {
      (folder, scenePath, hasReadStandardInput) = ("", nil, true)
    }
    scope = ReadScope(folders: [folder, "."].filter { !$0.isEmpty }, allowed: allowed)
  }

  /// The resources of a scene without a file: names are paths from the working directory.
  init(given: [String: Image], sources: [MovingContent: FrameSource] = [:], limits: ImageLimits) {
    (self.limits, isLenient, colors, self.given, self.sources) = (limits, false, .keep, given, sources)
    depth = .eight
    (folder, scenePath, hasReadStandardInput, scope) = ("", nil, false, nil)
  }

  var warnings: [String] { notes + [profiles.warning].compactMap { $0 } }
  /// The picture's profile: that of the first image, in the order of the layers, that has one.
  var colorProfile: ColorProfile? { profiles.profile }

  func image(_ path: String) throws(SceneResourceError) -> Image {
    let image: Image
    if let known = given[path] {
      image = known
    } else {
      let file = try file(path, "an image")
      do {
        let read = try ImageFile.read(
          from: file, limits: limits, isLenient: isLenient, colors: colors, depth: depth)
        image = read.image
        notes += read.warnings.map(\.description).filter { !notes.contains($0) }
      } catch { throw remember(Failure(error)) }
    }
    profiles.add(path, image.colorProfile)
    return image
  }

  func meshFile(_ path: String) throws(SceneResourceError) -> [UInt8] {
    let file = try file(path, "a mesh file")
    do { return try file.readDocument(limit: MeshFile.defaultByteLimit) } catch { throw remember(error) }
  }

  func mesh(_ bytes: [UInt8], _ path: String, layerSize: Size) throws(DocumentError) -> Mesh {
    let read = try MeshInput.read(
      bytes, from: InputFile(argument: path), coordinates: .published(layerSize: layerSize))
    for note in read.notes where !notes.contains("\(path): \(note)") {
      notes.append("\(path): \(note)")
    }
    do { return try read.contents.mesh() } catch {
      throw DocumentError(name: path, problem: error.description)
    }
  }

  func meshDependsOnLayer(_ path: String) -> Bool { MeshInput.format(of: InputFile(argument: path)) == .warp }

  func text(_ text: SceneText, scale: Double) throws(SceneResourceError) -> SceneTextImage {
    let fontFile = try text.fontFile.map { path throws(SceneResourceError) in try font(path) }
    var style = TextStyle(
      font: text.font, fontFile: fontFile, fontSize: text.fontSize, width: text.width,
      letterSpacing: text.letterSpacing ?? 0, scale: scale)
    if let alignment = text.alignment {
      style.alignment = TextStyle.Alignment(rawValue: alignment.rawValue) ?? .start
    }
    if let color = text.color { style.color = color }
    style.outline = text.outline
    do {
      let drawn = try TextImage.render(
        text.text, style: style, limit: PixelSize(limits.side, limits.side), areaLimit: limits.pixels,
        memoryLimit: limits.memory)
      for warning in drawn.warnings where !notes.contains(warning.description) {
        notes.append(warning.description)
      }
      return SceneTextImage(image: drawn.image, size: drawn.size)
    } catch {
      let failure = Failure(error)
      throw remember(failure.kind == .usage ? Failure(.badData, failure.sentence) : failure)
    }
  }

  private func font(_ path: String) throws(SceneResourceError) -> FontFile {
    if let known = fonts[path] { return known }
    guard fonts.count < Self.fontLimit else {
      throw remember(
        Failure(.badData, "there are more than \(Self.fontLimit) font files, the limit; use fewer"))
    }
    let file = try file(path, "a font file")
    // Fonts stay in memory, so the limit applies to all of them together.
    let left = FontFile.byteLimit - fonts.values.reduce(0) { $0 + $1.byteCount }
    do throws(Failure) {
      let font = try FontFile(file, limit: left)
      fonts[path] = font
      return font
    } catch { throw remember(error) }
  }

  func firstFrame(_ content: MovingContent) throws(SceneResourceError) -> Image {
    // A second reader of the same stream would receive only a part of it.
    let source = if let known = sources[content] { known } else { try open(content) }
    sources[content] = source
    notes += source.warnings.filter { !notes.contains($0) }
    do throws(FrameSourceError) {
      guard let image = try source.frame(at: 0) else { throw .noFrames(name: source.name) }
      profiles.add(source.name, image.colorProfile)
      return image
    } catch { throw remember(Failure(error)) }
  }

  private func open(_ content: MovingContent) throws(SceneResourceError) -> FrameSource {
    let rate = content.framesPerSecond.flatMap { FrameSource.Rate($0) }
    let end = FrameSource.End(rawValue: content.end.rawValue) ?? .hold
    switch content.source {
    case .sequence(let pattern):
      let path = pattern.hasPrefix("/") ? pattern : folder + pattern
      do {
        return try .sequence(
          path, rate: rate ?? FrameSource.defaultRate, end: end, limits: limits, within: scope,
          colors: colors)
      } catch { throw remember(Failure(error)) }
    case .stream(let path):
      let file = try file(path, "a y4m stream")
      do { return try .y4m(file, rate: rate, end: end, limits: limits) } catch {
        throw remember(Failure(error))
      }
    case .video(let path):
      var file = try file(path, "a video")
      if file == .standardInput {
        do {
          file = .memory(try file.readDocument(limit: ImpliedScene.streamLimit), name: file.description)
        } catch {
          throw remember(error)
        }
      }
      do {
        return try .file(file, end: end, limits: limits, isLenient: isLenient, colors: colors)
      } catch { throw remember(Failure(error)) }
    }
  }

  private func file(_ path: String, _ what: String) throws(SceneResourceError) -> InputFile {
    guard path != "-" else {
      guard !hasReadStandardInput else {
        throw remember(Failure(.badData, "standard input has been read already; name a file"))
      }
      hasReadStandardInput = true
      return .standardInput
    }
    let resolved = path.hasPrefix("/") ? path : folder + path
    if let scenePath, Self.areSame(resolved, scenePath) {
      throw remember(Failure(.badData, "\(path) is this scene file itself; name \(what)"))
    }
    return scope.map { .confined(resolved, to: $0) } ?? .path(resolved)
  }

  private func remember(_ failure: Failure) -> SceneResourceError {
    self.failure = failure
    return SceneResourceError(failure.sentence)
  }

  /// True when both paths refer to the same file.
  private static func areSame(_ a: String, _ b: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(a, &first) == 0, stat(b, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}

extension SceneFile {
  /// The scene of a file with its resources.
  func scene(files: SceneFiles, margin: Double = 0) throws(Failure) -> Scene {
    do { return try scene(resources: files, margin: margin) } catch {
      throw Failure(files.failure?.kind ?? .badData, error.description)
    }
  }
}
