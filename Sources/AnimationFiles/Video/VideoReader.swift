import ImageFiles
import MeshTransform

/// The frames of a video, GIF or animated PNG, decoded forward into one buffer. An earlier frame starts decoding again.
///
/// Times are seconds from the first frame. A frame counts from a millisecond before its time, because Matroska and
/// other containers round times to milliseconds.
final class VideoReader: TimedFrameReader {
  let size: PixelSize
  private let input: VideoInput
  private let properties: VideoProperties
  private let limits: ImageLimits
  private let isLenient: Bool
  private let colorProfile: ColorProfile?
  private let colors: ColorConversion
  private let frame: UnsafeMutableRawBufferPointer
  private var decoder: VideoDecoder?
  /// The number of the frame in the buffer, and its time.
  private var position = -1
  private var time = 0.0
  /// The time of the frame after it; nil before it is known, and after the last frame.
  private var nextTime: Double?
  private(set) var frameCount: Int?
  /// In seconds. A GIF or an animated PNG lasts for the sum of its delays. The duration of other files is nil before the
  /// last frame, because their headers state it only approximately.
  private(set) var duration: Double?
  /// The time of the first frame in the file, in microseconds.
  private(set) var start: Int?

  private static let tolerance = 0.001_001

  /// - Parameters:
  ///   - isLenient: whether damaged data are skipped.
  ///   - colorProfile: the profile of the frames, which ffmpeg leaves out.
  init(
    _ input: VideoInput, _ properties: VideoProperties, limits: ImageLimits, isLenient: Bool,
    colorProfile: ColorProfile?, colors: ColorConversion
  ) throws(FrameSourceError) {
    (self.input, self.properties, self.limits) = (input, properties, limits)
    (self.isLenient, self.colorProfile, self.colors) = (isLenient, colorProfile, colors)
    (size, duration) = (properties.size, input.format == nil ? nil : properties.duration)
    try size.check(name: input.name, limits)
    frame = .allocate(byteCount: 4 * size.area, alignment: 16)
  }

  deinit { frame.deallocate() }

  var name: String { input.name }
  var hasRandomAccess: Bool { true }
  var statedDuration: Double? { properties.duration }

  /// The file's sound from the first frame on; nil without sound.
  var sound: SoundTrack? {
    properties.soundCodec.map { codec in
      SoundTrack(input, codec: codec, videoStart: Double(start ?? 0) / 1e6)
    }
  }

  /// Makes the number of frames known if there is only one.
  func lookAhead() throws(FrameSourceError) { _ = try timeAfterFrame() }

  func image(at index: Int) throws(FrameSourceError) -> Image? {
    if index < position { rewind() }
    while position < index { guard try advance() else { return nil } }
    let bytes = Array(frame)
    let isOpaque = Image(size: size, alpha: .straight, bytes: bytes).hasOpaquePixels
    let image = Image(
      size: size, alpha: isOpaque ? .opaque : .straight, bytes: bytes, colorProfile: colorProfile)
    do { return try image.converted(by: colors, name: name).image } catch {
      throw .picture(frame: index, error)
    }
  }

  func index(at time: Double) throws(FrameSourceError) -> Int? {
    if position > 0, time + Self.tolerance < self.time { rewind() }
    if position < 0 { guard try advance() else { return nil } }
    while let next = try timeAfterFrame() {
      if time + Self.tolerance < next { return position }
      guard try advance() else { break }
    }
    return time + Self.tolerance < duration ?? 0 ? position : nil
  }

  private func rewind() {
    decoder = nil
    (position, time, nextTime) = (-1, 0, nil)
  }

  /// Decodes the next frame into the buffer; false after the last one, which stays there.
  private func advance() throws(FrameSourceError) -> Bool {
    guard let next = try timeAfterFrame() else { return false }
    guard let decoder, try decoder.read(into: frame) else {
      // The program ended within a frame.
      let words = try self.decoder?.finish() ?? ""
      throw .programFailed(name: name, status: "a frame is incomplete", words: words)
    }
    (position, time, nextTime) = (position + 1, next, nil)
    return true
  }

  /// The time of the frame after the one in the buffer; nil after the last one.
  private func timeAfterFrame() throws(FrameSourceError) -> Double? {
    if let nextTime { return nextTime }
    if let frameCount, position == frameCount - 1 { return nil }
    let decoder = try running()
    let first = start ?? 0
    guard let microseconds = try decoder.nextTime(after: first + Int(clamping: min(1e6 * time, 1e18))) else {
      try end(decoder)
      return nil
    }
    if start == nil { start = microseconds }
    let next = max(Double(microseconds - (start ?? 0)) / 1e6, time)
    nextTime = next
    return next
  }

  private func running() throws(FrameSourceError) -> VideoDecoder {
    if let decoder { return decoder }
    let started = try VideoDecoder(input, properties, pixelLimit: limits.pixels, isLenient: isLenient)
    decoder = started
    return started
  }

  /// Notes the number of frames and their duration. The rate gives the duration of the last frame. Without a rate, the
  /// last frame ends at the time that the file states, if that time is near.
  private func end(_ decoder: VideoDecoder) throws(FrameSourceError) {
    let words = try decoder.finish()
    frameCount = position + 1
    let interval = 1 / (properties.rate?.framesPerSecond ?? 25)
    let stated = properties.duration ?? 0
    // ffmpeg complains where frames are missing; other files state a duration of the sound, or none.
    if !isLenient, !words.isEmpty, time + 2 * interval + 0.1 < stated {
      let sentence = words.split(separator: " | ").last.map(String.init) ?? ""
      throw .endsEarly(name: name, seconds: time + interval, expected: stated, words: sentence)
    }
    if duration == nil {
      let isNear = properties.rate == nil && stated > time && stated < time + 1
      duration = position < 0 ? 0 : isNear ? stated : time + interval
    }
  }
}
