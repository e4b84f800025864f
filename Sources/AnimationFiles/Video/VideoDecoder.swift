import CAnimation
import ImageFiles
import MeshTransform

/// ffmpeg as a child process that decodes a file: the times of frames from one pipe, their pixels from another.
///
/// The time of a frame arrives before its pixels. The program is at most a few frames ahead.
final class VideoDecoder {
  private let input: VideoInput
  private var child = child_process()
  private var isRunning = true
  /// Bytes of the pipe of times that are not used yet.
  private var notes: ArraySlice<UInt8> = []

  /// - Parameters:
  ///   - pixelLimit: frames with more pixels are refused by the decoder, before their memory is taken.
  ///   - isLenient: whether decoding continues after damaged data.
  init(
    _ input: VideoInput, _ properties: VideoProperties, pixelLimit: Int, isLenient: Bool
  ) throws(FrameSourceError) {
    self.input = input
    var words = ["ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error"]
    words += isLenient ? [] : ["-xerror"]
    words += ["-max_pixels", "\(pixelLimit)"] + (properties.decoder.map { ["-c:v", $0] } ?? [])
    words += input.arguments(descriptor: 3) + ["-map", "0:V:0", "-vf", Self.filters(properties)]
    // The frames have one constant rate by now, so that none is repeated or dropped; it is below that of any file,
    // because older releases repeat frames that last longer in the file.
    words += ["-r", "1/1000", "-c:v", "rawvideo", "-f", "rawvideo", "pipe:1"]
    try start(words)
  }

  /// ffprobe, whose output ``readAll(limit:)`` returns.
  init(probing input: VideoInput, pixelLimit: Int) throws(FrameSourceError) {
    self.input = input
    let stream = [
      "codec_type", "codec_name", "width", "height", "pix_fmt", "sample_aspect_ratio", "field_order",
      "color_space",
      "color_transfer", "avg_frame_rate", "r_frame_rate", "time_base", "start_time", "duration",
    ]
    let entries = [
      "stream=\(stream.joined(separator: ","))", "stream_tags=rotate,alpha_mode,DURATION",
      "stream_side_data=rotation", "stream_disposition=attached_pic", "format=start_time,duration",
      "packet=stream_index,pts_time",
    ]
    try start(
      ["ffprobe", "-hide_banner", "-loglevel", "error", "-max_pixels", "\(pixelLimit)"]
        + ["-read_intervals", "%+#\(VideoProperties.packetCount)"]
        + ["-show_entries", entries.joined(separator: ":"), "-of", "flat"] + input.arguments(descriptor: 3))
  }

  deinit { stop() }

  /// Upright RGBA of 8 bits; times in microseconds, written before the frame.
  private static func filters(_ properties: VideoProperties) -> String {
    let size = "\(properties.size.width):\(properties.size.height)"
    let matrix = properties.encoding?.matrix.map { ":in_color_matrix=\($0.rawValue)" } ?? ""
    let range = properties.encoding?.range.map { ":in_range=\($0.rawValue)" } ?? ""
    return
      "scale=\(size):flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp\(matrix)\(range),format=rgba,"
      + "settb=1/1000000,metadata=mode=add:key=frame:value=1,metadata=mode=print:file=pipe\\\\:4:direct=1,"
      + "settb=1000,setpts=N"
  }

  private func start(_ words: [String]) throws(FrameSourceError) {
    guard !ChildPrograms.areForbidden else {
      isRunning = false
      throw .programForbidden(name: input.name, program: words[0])
    }
    let result = words.withArguments { child_process_start_reader($0, input.file.descriptor, &child) }
    guard result != 0 else { return }
    isRunning = false
    throw .programMissing(name: input.name, program: words[0], SystemError(code: result))
  }

  /// The time of the next frame in microseconds from the beginning of the file; nil after the last frame, or when the
  /// program has failed, which ``finish()`` reports. A frame without a time repeats `previous`.
  func nextTime(after previous: Int) throws(FrameSourceError) -> Int? {
    while true {
      while let end = notes.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: notes[..<end], as: UTF8.self)
        notes = notes[(end + 1)...]
        // "frame:3    pts:120000  pts_time:0.12", then a line for each value added.
        guard line.hasPrefix("frame:"), let mark = line.firstRange(of: " pts:") else { continue }
        let time = Int(line[mark.upperBound...].prefix { $0 == "-" || $0.isNumber }) ?? previous
        // Files may state any time; sums and differences of these cannot overflow.
        return min(max(time, -1 << 60), 1 << 60)
      }
      var block = [UInt8](repeating: 0, count: 4096)
      let count = child_process_read_some(child.notes, &block, block.count, 1000 * Int32(VideoInput.patience))
      guard count >= 0 else { throw stalled("ffmpeg") }
      if count == 0 { return nil }
      notes = ArraySlice(notes + block[..<count])
    }
  }

  /// Fills the buffer with the next frame; false when the program ends before.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FrameSourceError) -> Bool {
    let count = child_process_read(
      child.output, buffer.baseAddress!, buffer.count, 1000 * Int32(VideoInput.patience))
    guard count >= 0 else { throw stalled("ffmpeg") }
    return count == buffer.count
  }

  /// All that ffprobe writes, at most `limit` bytes.
  func readAll(limit: Int) throws(FrameSourceError) -> String {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = child_process_read(child.output, &bytes, limit, 1000 * Int32(VideoInput.patience))
    guard count >= 0 else { throw stalled("ffprobe") }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Waits for the end of the program after its last frame. If it wrote more, it would end by a signal.
  /// - Returns: the end of its error output, which is not empty where it has skipped damaged data.
  func finish() throws(FrameSourceError) -> String {
    isRunning = false
    child_process_stop_reading(&child)
    let status = child_process_wait(&child)
    let words = child.errorOutput(naming: [VideoInput.path(3): input.name])
    child_process_close(&child)
    guard status == 0 else {
      throw .programFailed(name: input.name, status: ExitStatus.words(status), words: words)
    }
    return words
  }

  /// Kills the program. Does nothing when it has ended.
  func stop() {
    guard isRunning else { return }
    isRunning = false
    child_process_kill(&child)
    _ = child_process_wait(&child)
    child_process_close(&child)
  }

  private func stalled(_ program: String) -> FrameSourceError {
    stop()
    return .programStalled(name: input.name, program: program, seconds: VideoInput.patience)
  }
}
