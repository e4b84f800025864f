import ImageFiles
import MeshTransform

/// The first video stream of a file, and the codec of its first sound, as ffprobe reports them.
struct VideoProperties: Hashable, Sendable {
  /// The size of the frames as they are shown, turned by the file's rotation.
  var size = PixelSize(0, 0)
  /// Nil for frames of different durations.
  var rate: FrameSource.Rate?
  /// From the first frame to the end of the last one, in seconds; nil when the file does not state it.
  var duration: Double?
  /// The matrix and the range of Y'CbCr where they are given or assumed; nil for frames of RGB or gray.
  var encoding: FrameSource.Encoding?
  /// The matrix where neither the file nor the caller names one: BT.709 from 720 lines on, else BT.601.
  var assumedMatrix: FrameSource.ColorMatrix?
  /// A decoder other than the default one, which drops the alpha.
  var decoder: String?
  /// FFmpeg's name of the codec; nil without sound.
  var soundCodec: String?
  var warnings: [String] = []

  /// - Parameters:
  ///   - report: ffprobe's output in its form `flat`.
  ///   - name: the file's name in messages.
  ///   - given: the matrix and the range in place of those that the file names.
  init(
    _ report: String, name: String, given: FrameSource.Encoding = FrameSource.Encoding()
  ) throws(FrameSourceError) {
    let values = Self.values(report)
    let indices = (0..<64).filter { values["streams.stream.\($0).codec_type"] != nil }
    func first(_ kind: String) -> Int? {
      indices.first {
        values["streams.stream.\($0).codec_type"] == kind
          && values["streams.stream.\($0).disposition.attached_pic"] != "1"
      }
    }
    soundCodec = first("audio").flatMap { values["streams.stream.\($0).codec_name"] }
    guard let index = first("video") else { throw .noVideo(name: name, hasSound: soundCodec != nil) }
    let stream = { (key: String) in values["streams.stream.\(index).\(key)"] }
    guard let width = stream("width").flatMap({ Int($0) }),
      let height = stream("height").flatMap({ Int($0) }),
      width > 0, height > 0
    else { throw .noVideo(name: name, hasSound: soundCodec != nil) }
    let isUpright = abs(abs(Self.rotation(stream)).truncatingRemainder(dividingBy: 180) - 90) > 1
    size = isUpright ? PixelSize(width, height) : PixelSize(height, width)
    duration = Self.duration(stream, values)
    rate = Self.rate(Self.times(ofStream: index, values), duration, stream)
    let format = stream("pix_fmt") ?? ""
    if ["yuv", "nv", "p0"].contains(where: format.hasPrefix) {
      if given.matrix == nil, ["unknown", nil].contains(stream("color_space")) {
        assumedMatrix = FrameSource.ColorMatrix(lines: height)
      }
      encoding = FrameSource.Encoding(matrix: given.matrix ?? assumedMatrix, range: given.range)
    }
    if stream("tags.alpha_mode") == "1" {
      decoder = ["vp8": "libvpx", "vp9": "libvpx-vp9"][stream("codec_name") ?? ""]
    }
    addWarnings(stream, name)
  }

  private mutating func addWarnings(_ stream: (String) -> String?, _ name: String) {
    if let transfer = ["smpte2084": "PQ", "arib-std-b67": "HLG"][stream("color_transfer") ?? ""] {
      warnings.append(
        "\(name.excerpt) is HDR video (\(transfer)); its colors are not tone-mapped and look pale"
      )
    }
    if ["tt", "bb", "tb", "bt"].contains(stream("field_order")) {
      warnings.append("\(name.excerpt) is interlaced; its frames are not deinterlaced")
    }
    if let shape = stream("sample_aspect_ratio"), !["1:1", "0:1", "N/A"].contains(shape) {
      warnings.append(
        "\(name.excerpt) has a pixel aspect ratio of \(shape), but its pixels are shown as squares; scale the layer's width"
      )
    }
  }

  /// The lines `key="value"`.
  private static func values(_ report: String) -> [String: String] {
    var values: [String: String] = [:]
    for line in report.split(whereSeparator: \.isNewline) {
      guard let mark = line.firstIndex(of: "=") else { continue }
      let value = line[line.index(after: mark)...]
      values[String(line[..<mark])] =
        value.hasPrefix("\"") ? String(value.dropFirst().dropLast()) : String(value)
    }
    return values
  }

  /// In degrees.
  private static func rotation(_ stream: (String) -> String?) -> Double {
    for index in 0..<8 {
      if let text = stream("side_data_list.side_data.\(index).rotation"), let angle = Double(decimal: text) {
        return angle
      }
    }
    return stream("tags.rotate").flatMap { Double(decimal: $0) } ?? 0
  }

  /// The number of packets whose times ffprobe reports.
  static let packetCount = 400

  /// The times of a stream's first packets in seconds, in order of presentation. Frames that are stored after later
  /// ones may be missing from the end of a part of a file, so that is left out.
  private static func times(ofStream index: Int, _ values: [String: String]) -> [Double] {
    var times: [Double] = []
    var count = 0
    while let stream = values["packets.packet.\(count).stream_index"] {
      if stream == "\(index)",
        let time = values["packets.packet.\(count).pts_time"].flatMap({ Double(decimal: $0) })
      {
        times.append(time)
      }
      count += 1
    }
    return Array(times.sorted().dropLast(count < packetCount ? 0 : 16))
  }

  /// The rate of frames of which nine in ten last equally long, but for the rounding of their times or a tenth; else
  /// nil.
  private static func rate(
    _ times: [Double], _ duration: Double?, _ stream: (String) -> String?
  ) -> FrameSource.Rate? {
    func ratio(_ key: String) -> (Int, Int)? {
      let parts = (stream(key) ?? "").split(separator: "/").compactMap { Int($0) }
      return parts.count == 2 && parts[1] > 0 ? (parts[0], parts[1]) : nil
    }
    let durations = zip(times.dropFirst(), times).map { $0 - $1 }
    // A file without times may have a rate.
    if durations.isEmpty {
      return ratio("r_frame_rate").flatMap { FrameSource.Rate($0.0, $0.1) }
    }
    let tick = ratio("time_base").map { Double($0.0) / Double($0.1) } ?? 0
    let median = durations.sorted()[durations.count / 2]
    let usual = durations.filter { abs($0 - median) <= max(tick, median / 10) + 1e-6 }
    let mean = usual.reduce(0, +) / Double(usual.count)
    guard 10 * usual.count >= 9 * durations.count, mean > 0 else { return nil }
    // FFmpeg knows the exact fraction of most files.
    for key in ["r_frame_rate", "avg_frame_rate"] {
      if let (numerator, denominator) = ratio(key), let known = FrameSource.Rate(numerator, denominator),
        abs(known.framesPerSecond * mean - 1) < 0.05
      {
        return known
      }
    }
    let whole = duration.map { Double(times.count) / $0 } ?? 0
    return FrameSource.Rate(abs(whole * mean - 1) < 0.2 ? whole : 1 / mean)
  }

  /// The stream's own duration, else the end that Matroska states for it, else that of the whole file.
  private static func duration(_ stream: (String) -> String?, _ values: [String: String]) -> Double? {
    func seconds(_ text: String?) -> Double? {
      text.flatMap { Double(decimal: $0) }.flatMap { $0 > 0 ? $0 : nil }
    }
    if let own = seconds(stream("duration")) { return own }
    let start = stream("start_time").flatMap { Double(decimal: $0) } ?? 0
    let offset = start - (values["format.start_time"].flatMap { Double(decimal: $0) } ?? 0)
    let parts = (stream("tags.DURATION") ?? "").split(separator: ":").compactMap { Double(decimal: $0) }
    if parts.count == 3 { return seconds("\(3600 * parts[0] + 60 * parts[1] + parts[2] - start)") }
    return seconds(values["format.duration"]).map { max($0 - offset, 0) }
  }
}
