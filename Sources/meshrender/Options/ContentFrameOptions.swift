import AnimationFiles
import ArgumentParser
import ImageFiles
import MeshTransform
import SceneDocument

/// Moving content: the frames of a sequence, a stream, a video or an animated picture.
struct ContentFrameOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format of a stream of frames: y4m, or raw pixels as rgba, premultiplied or rgb24. Default: y4m if the "
        + "input is one.", valueName: "form"))
  var contentFormat: Form?

  @Option(
    help: ArgumentHelp("The size of raw frames in pixels, such as 1920x1080.", valueName: "WxH"),
    transform: CanvasSize.init)
  var contentSize: CanvasSize?

  @Option(
    help: ArgumentHelp(
      "The frame rate of a sequence or a stream; a video, GIF, animated PNG or WebP has its own times. Default: that of a "
        + "y4m stream, else 25.", valueName: "rate"),
    transform: FrameRate.init(parsing:))
  var contentFps: FrameRate?

  @Option(
    help: ArgumentHelp(
      "The content, or that of --image, after its last frame: hold it, loop (not for streams) or stop. Default: the clip ends "
        + "there, unless it has a --duration; for --image what the layer says, or hold.",
      valueName: "what"))
  var contentEnd: FrameSource.End?

  enum Form: String, CaseIterable, ExpressibleByArgument {
    case y4m, rgba, premultiplied, rgb24

    var raw: FrameSource.RawFormat? { FrameSource.RawFormat(rawValue: rawValue) }
  }

  /// The detected kind of an input.
  enum Input {
    case frames(FrameSource, MovingContent)
    /// An image or a scene; carries the bytes that have already been read from standard input.
    case other(InputFile?)
  }

  func validate() throws {
    let isRaw = contentFormat?.raw != nil
    if isRaw, contentSize == nil {
      throw ValidationError("Raw frames have no header with their size; add --content-size.")
    }
    if !isRaw, contentSize != nil {
      throw ValidationError("--content-size applies only to raw frames; add their --content-format.")
    }
    if let size = contentSize?.value,
      Int32(exactly: size.width) == nil || Int32(exactly: size.height) == nil
    {
      throw ValidationError(
        "--content-size is \(size.width)x\(size.height); use whole pixels, such as 1920x1080.")
    }
  }

  /// A pattern such as `in-%04d.png` names a sequence, a name that ends in `.y4m` a stream; the first bytes of other
  /// files determine their kind. A GIF of one frame is an image.
  func open(
    _ input: String?, _ limits: ImageLimits, isLenient: Bool, colors: ColorConversion,
    encoding: ContentEncoding
  ) throws(Failure) -> Input {
    guard let input else { return .other(nil) }
    // A pattern is a path, too.
    InputList.add(InputFile.argumentScope.map { .confined(input, to: $0) } ?? .path(input))
    let (file, rate, end) = (InputFile(argument: input), try self.rate(), contentEnd ?? .hold)
    var content = MovingContent(
      .stream(input), framesPerSecond: rate?.framesPerSecond,
      end: MovingContent.End(rawValue: end.rawValue) ?? .hold)
    content.setEncoding(encoding.stream)
    do throws(FrameSourceError) {
      if let raw = contentFormat?.raw, let size = contentSize?.value {
        let source = try FrameSource.raw(
          raw, from: file, size: PixelSize(Int(clamping: size.width), Int(clamping: size.height)),
          rate: rate ?? FrameSource.defaultRate, end: end, limits: limits)
        return .frames(source, content)
      }
      if contentFormat == .y4m || input.lowercased().hasSuffix(".y4m") || MovingFile(file) == .y4m {
        return .frames(
          try .y4m(file, encoding: encoding.stream, rate: rate, end: end, limits: limits), content)
      }
      if input == "-" {
        let read = try FrameSource.y4mOrBytes(
          file, encoding: encoding.stream, rate: rate, end: end, limits: limits,
          byteLimit: ImpliedScene.streamLimit)
        switch read {
        case .stream(let source): return .frames(source, content)
        case .bytes(let bytes):
          let bytes = InputFile.memory(bytes, name: file.description)
          let source = try openFile(bytes, limits, isLenient: isLenient, colors: colors, encoding.video)
          content = MovingContent(.video(input), end: content.end)
          content.setEncoding(encoding.video)
          return source.map { .frames($0, content) } ?? .other(bytes)
        }
      }
      if let source = try openFile(file, limits, isLenient: isLenient, colors: colors, encoding.video) {
        content = MovingContent(.video(input), end: content.end)
        content.setEncoding(encoding.video)
        return .frames(source, content)
      }
      guard SequenceFileNames.isPattern(input) else { return .other(nil) }
      content = MovingContent(.sequence(input), framesPerSecond: rate?.framesPerSecond, end: content.end)
      return .frames(
        try .sequence(
          input, rate: rate ?? FrameSource.defaultRate, end: end, limits: limits,
          within: InputFile.argumentScope, colors: colors), content)
    } catch { throw Failure(error) }
  }

  /// The frames of a video, a GIF, an animated PNG or WebP; nil for other files and for a GIF of one frame.
  private func openFile(
    _ file: InputFile, _ limits: ImageLimits, isLenient: Bool, colors: ColorConversion,
    _ encoding: FrameSource.Encoding
  ) throws(FrameSourceError) -> FrameSource? {
    guard MovingFile(file) != nil else { return nil }
    let source = try FrameSource.file(
      file, videoEncoding: encoding, end: contentEnd ?? .hold, limits: limits, isLenient: isLenient,
      colors: colors)
    return source.frameCount == 1 ? nil : source
  }

  /// The first given option that applies only to frames; nil when none is given.
  var given: String? {
    contentFps != nil ? "--content-fps" : contentEnd != nil ? "--content-end" : nil
  }

  /// The first given option that does not apply to files with frame times of their own; nil when none is given.
  var givenForStreams: String? {
    contentFps != nil ? "--content-fps" : contentFormat != nil ? "--content-format" : nil
  }

  private func rate() throws(Failure) -> FrameSource.Rate? {
    guard let contentFps else { return nil }
    return FrameSource.Rate(contentFps.numerator, contentFps.denominator)
  }
}

extension FrameSource.End: ExpressibleByArgument {}

extension FrameRate {
  /// The rate of the source, or 30 when no output can have that rate.
  init(of rate: FrameSource.Rate?) throws(ClipError) {
    if let rate, let same = try? FrameRate(rate.numerator, per: rate.denominator) {
      self = same
    } else {
      try self.init(30)
    }
  }
}
