/// The sound of a video, to be written beside frames. Decoded or copied by ffmpeg.
public struct SoundTrack: Sendable {
  let input: VideoInput
  /// FFmpeg's name of its codec.
  let codec: String
  /// The time of the video's first frame in the file, in seconds.
  let videoStart: Double
  /// The beginning of the part, in seconds from the video's first frame.
  private(set) var start = 0.0
  /// In seconds; nil: as long as the frames.
  private(set) var duration: Double?

  init(_ input: VideoInput, codec: String, videoStart: Double) {
    (self.input, self.codec, self.videoStart) = (input, codec, videoStart)
  }

  /// The name of the file.
  public var name: String { input.name }

  /// The part from a time on.
  /// - Parameters:
  ///   - start: seconds from the video's first frame; 0 or more.
  ///   - duration: seconds; nil for a part as long as the frames beside it.
  public func part(from start: Double, duration: Double?) -> SoundTrack {
    var part = self
    (part.start, part.duration) = (start, duration)
    return part
  }

  /// The options of ffmpeg that make it an input, as descriptor 4.
  var inputArguments: [String] {
    let place = start > 0 ? ["-ss", Self.seconds(start)] : []
    let shift = videoStart != 0 ? ["-itsoffset", Self.seconds(-videoStart)] : []
    let length = duration.map { ["-t", Self.seconds($0)] } ?? []
    // Damaged packets are dropped. The reader of the frames decides whether the file is refused.
    return place + shift + length + ["-fflags", "+discardcorrupt", "-vn", "-sn", "-dn"]
      + input.arguments(descriptor: 4)
  }

  /// The options of the output. A codec's preparation before the beginning of the file is kept, so that the first
  /// samples are decoded; sound before a later beginning is not.
  var outputArguments: [String] { start > 0 ? ["-copypriorss", "0"] : [] }

  /// In microseconds, without an exponent.
  private static func seconds(_ value: Double) -> String { "\(Int(clamping: (1e6 * value).rounded()))us" }
}
