import ImageFiles
import MeshTransform

extension FrameSource {
  /// The frames of a file that has several: a video, a GIF, an animated PNG or WebP, or a y4m stream. The first bytes
  /// determine its kind, never its name.
  ///
  /// Each frame has its own time, as in the file: the frame at a time is the one whose interval contains it. FFmpeg
  /// decodes videos, GIFs and animated PNGs as a child process that delivers one frame after another, and libwebp
  /// animated WebPs. FFmpeg reads single files only, no playlists, and no other file. Frames are upright by the file's
  /// rotation, and in RGB by the matrix and range that the file names; a file without a matrix has BT.709 from 720 lines
  /// on and BT.601 below. Delays of 10 ms and less in a GIF, an animated PNG or
  /// WebP count as 100 ms, as in browsers. An earlier frame starts decoding again. A pipe has to be read into memory
  /// first.
  /// - Parameters:
  ///   - encoding: the matrix and the range of a y4m stream where they differ from the defaults.
  ///   - videoEncoding: the matrix and the range of a video that states none, or wrong ones.
  ///   - isLenient: whether damaged videos are read as far as they go.
  ///   - colors: the conversion of color values. Frames of videos and GIFs are sRGB.
  public static func file(
    _ file: InputFile, encoding: Encoding = Encoding(), videoEncoding: Encoding = Encoding(),
    end: End = .hold, limits: ImageLimits = .standard, isLenient: Bool = false,
    colors: ColorConversion = .keep
  ) throws(FrameSourceError) -> FrameSource {
    let name = file.description
    switch MovingFile(file) {
    case .y4m: return try y4m(file, encoding: encoding, end: end, limits: limits)
    case .animatedWebP: return try webP(file, end: end, limits: limits, colors: colors)
    case .gif(let header):
      try header.size.check(name: name, limits)
      return try video(VideoInput(file, format: "gif"), end, limits, isLenient, plays: header.plays)
    case .animatedPNG(let header):
      try header.size.check(name: name, limits)
      let profile: ColorProfile?
      do { profile = try PNG.readColorProfile(from: file) } catch { throw .picture(frame: 0, error) }
      return try video(
        VideoInput(file, format: "apng"), end, limits, isLenient, plays: header.plays,
        duration: header.duration, profile, colors)
    case .video:
      return try video(VideoInput(file, format: nil), end, limits, isLenient, encoding: videoEncoding)
    case nil:
      do { _ = try InputFile.Descriptor.reading(file) } catch { throw .input(error) }
      throw .notMoving(name: name, looksLike: MovingFile.otherKind(of: file))
    }
  }

  /// The sound of a video; nil for other sources.
  public var sound: SoundTrack? { (reader as? VideoReader)?.sound }

  /// - `duration`: replaces what ffprobe says, which is nothing for an animated PNG.
  private static func video(
    _ input: VideoInput, _ end: End, _ limits: ImageLimits, _ isLenient: Bool,
    encoding: Encoding = Encoding(), plays: Int? = nil, duration: Double? = nil,
    _ colorProfile: ColorProfile? = nil,
    _ colors: ColorConversion = .keep
  ) throws(FrameSourceError) -> FrameSource {
    let probe = try VideoDecoder(probing: input, pixelLimit: limits.pixels)
    let report = try probe.readAll(limit: 1 << 20)
    _ = try probe.finish()
    var properties = try VideoProperties(report, name: input.name, given: encoding)
    if let duration { properties.duration = duration }
    let reader = try VideoReader(
      input, properties, limits: limits, isLenient: isLenient, colorProfile: colorProfile, colors: colors)
    let source = try FrameSource(
      reader, rate: properties.rate ?? Rate(30)!, end: end, plays: plays, warnings: properties.warnings,
      encoding: properties.encoding, assumed: Encoding(matrix: properties.assumedMatrix))
    try reader.lookAhead()
    return source
  }
}
