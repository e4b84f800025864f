import AnimationFiles
import ArgumentParser
import ImageFiles
import MeshTransform
import SceneDocument

/// Moving content: the frames of a sequence or a stream.
struct ContentFrameOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The form of a stream of frames: y4m, or raw pixels as rgba, premultiplied or rgb24. Default: y4m where the "
        + "input is one.", valueName: "form"))
  var contentFormat: Form?

  @Option(
    help: ArgumentHelp("The size of raw frames in pixels, such as 1920x1080.", valueName: "WxH"),
    transform: CanvasSize.init)
  var contentSize: CanvasSize?

  @Option(
    help: ArgumentHelp(
      "Frames a second of the content. Default: what a y4m stream says, else 25.", valueName: "rate"),
    transform: FrameRate.init(parsing:))
  var contentFps: FrameRate?

  @Option(
    help: ArgumentHelp(
      "What shows after the content's last frame: hold it, loop (sequences only) or stop. Default: the clip ends "
        + "there, unless it has a --duration.", valueName: "what"))
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
      throw ValidationError("Raw frames do not say how large they are; give a --content-size.")
    }
    if !isRaw, contentSize != nil {
      throw ValidationError("--content-size is about raw frames; give their --content-format with it.")
    }
    if let size = contentSize?.value,
      Int32(exactly: size.width) == nil || Int32(exactly: size.height) == nil
    {
      throw ValidationError(
        "--content-size is \(size.width)x\(size.height); give whole pixels, such as 1920x1080.")
    }
  }

  /// A pattern such as `in-%04d.png` names a sequence, a name that ends in `.y4m` a stream.
  func open(_ input: String?, _ limits: ImageLimits, colors: ColorConversion) throws(Failure) -> Input {
    guard let input else { return .other(nil) }
    let (file, rate, end) = (InputFile(argument: input), try self.rate(), contentEnd ?? .hold)
    var content = MovingContent(
      .stream(input), framesPerSecond: rate?.framesPerSecond,
      end: MovingContent.End(rawValue: end.rawValue) ?? .hold)
    do throws(FrameSourceError) {
      if let raw = contentFormat?.raw, let size = contentSize?.value {
        let source = try FrameSource.raw(
          raw, from: file, size: PixelSize(Int(size.width), Int(size.height)),
          rate: rate ?? FrameSource.defaultRate, end: end, limits: limits)
        return .frames(source, content)
      }
      if contentFormat == .y4m || input.lowercased().hasSuffix(".y4m") {
        return .frames(try .y4m(file, rate: rate, end: end, limits: limits), content)
      }
      if input == "-" {
        let read = try FrameSource.y4mOrBytes(
          file, rate: rate, end: end, limits: limits, byteLimit: ImpliedScene.streamLimit)
        switch read {
        case .stream(let source): return .frames(source, content)
        case .bytes(let bytes): return .other(.memory(bytes, name: file.description))
        }
      }
      guard SequenceFileNames.isPattern(input) else { return .other(nil) }
      content.source = .sequence(input)
      return .frames(
        try .sequence(
          input, rate: rate ?? FrameSource.defaultRate, end: end, limits: limits, colors: colors), content)
    } catch { throw Failure(error) }
  }

  /// The first given option that applies only to frames; nil when none is given.
  var given: String? {
    contentFps != nil ? "--content-fps" : contentEnd != nil ? "--content-end" : nil
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
