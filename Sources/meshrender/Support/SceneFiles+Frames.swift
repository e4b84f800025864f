import AnimationFiles
import ImageFiles
import MeshTransform
import SceneDocument

/// Images, and contents that move.
extension SceneFiles {
  /// The largest number of moving contents of a scene: most have a decoder, which is a process of its own.
  private static let sourceLimit = 32

  func firstFrame(_ content: MovingContent) throws(SceneResourceError) -> Image {
    let name = content.source.path
    if case .image = content.source, let image = given[ByteString(name)] {
      profiles.add(name, image.colorProfile)
      return image
    }
    // A second reader of the same stream would receive only a part of it.
    if let source = sources[content] { return try firstFrame(of: source) }
    let file = try file(of: content.source)
    if case .image = content.source, let image = try still(file) {
      profiles.add(name, image.colorProfile)
      if arguments[ByteString(name)] != nil { given[ByteString(name)] = image }
      return image
    }
    guard sources.count < Self.sourceLimit else {
      throw remember(
        Failure(.badData, "there are more than \(Self.sourceLimit) contents that move, the limit; use fewer"))
    }
    let source: FrameSource
    do { source = try open(content, file) } catch { throw remember(Failure(error)) }
    let image = try firstFrame(of: source)
    if case .image = content.source {
      // A GIF of one frame.
      guard source.frameCount != 1 else { return image }
      if !showsFrames {
        note(["\(source.name) moves, and its first frame is used; \(ContentOptions.hintOfFrames)"])
      }
    }
    sources[content] = source
    return image
  }

  /// Reads an image; nil for a file whose frames show, and for one that no reader of images reads.
  private func still(_ file: InputFile) throws(SceneResourceError) -> Image? {
    do {
      let (image, warnings) = try InputCache.image(
        from: file, limits: limits, isLenient: isLenient, colors: colors.conversion, depth: depth)
      if showsFrames, warnings.contains(where: \.isOfAnimation) { return nil }
      note(warnings.map { $0.isOfAnimation ? "\($0); \(ContentOptions.hintOfFrames)" : $0.description })
      return image
    } catch .movingPicture { return nil } catch { throw remember(Failure(error)) }
  }

  /// Reads an image, or opens moving contents, before the scene is built.
  /// - Returns: whether it moves.
  func open(_ content: MovingContent) throws(Failure) -> Bool {
    // The layers choose the profile, in their order.
    let profiles = profiles
    defer { self.profiles = profiles }
    do { _ = try firstFrame(content) } catch { throw failure ?? Failure(.badData, error.description) }
    return sources[content] != nil
  }

  private func firstFrame(of source: FrameSource) throws(SceneResourceError) -> Image {
    note(source.warnings)
    do throws(FrameSourceError) {
      guard let image = try source.frame(at: 0) else { throw .noFrames(name: source.name) }
      profiles.add(source.name, image.colorProfile)
      return image
    } catch { throw remember(Failure(error)) }
  }

  /// The file of moving contents, or the pattern of a sequence.
  private func file(of source: MovingContent.Source) throws(SceneResourceError) -> InputFile {
    switch source {
    case .sequence(let pattern):
      let file = arguments[ByteString(pattern)] ?? paths.place(pattern)
      InputList.add(file)
      return file
    case .stream(let path): return try file(path, "a y4m stream")
    case .image(let path), .video(let path):
      let file = try file(path, source == .image(path) ? "an image" : "a video")
      guard file == .standardInput else { return file }
      do {
        return .memory(try file.readDocument(limit: ImpliedScene.streamLimit), name: file.description)
      } catch { throw remember(error) }
    }
  }

  private func open(_ content: MovingContent, _ file: InputFile) throws(FrameSourceError) -> FrameSource {
    let rate = content.framesPerSecond.flatMap { FrameSource.Rate($0) }
    let end = FrameSource.End(rawValue: content.end.rawValue) ?? .hold
    let limits = limits.now(for: file.description.excerpt)
    switch content.source {
    case .sequence:
      return try .sequence(
        file.path?.text ?? "", rate: rate ?? FrameSource.defaultRate, end: end, limits: limits,
        within: file.scope, colors: colors.conversion)
    case .stream:
      return try .y4m(
        file, encoding: content.encoding(encoding.stream), rate: rate, end: end, limits: limits)
    case .image, .video:
      return try .file(
        file, encoding: encoding.stream, videoEncoding: content.encoding(encoding.video), end: end,
        limits: limits, isLenient: isLenient, colors: colors.conversion)
    }
  }
}
