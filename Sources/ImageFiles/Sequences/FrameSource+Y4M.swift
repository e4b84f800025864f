import MeshTransform

extension FrameSource {
  /// Frames of a YUV4MPEG2 stream with 8 bits per sample, opaque.
  ///
  /// Chroma is interpolated linearly at the luma samples, by the siting that the stream names. Primaries and transfer
  /// curve are not converted. Interlaced frames are read without conversion, with a warning.
  /// - Parameters:
  ///   - encoding: the matrix and the range where they differ from the defaults.
  ///   - rate: replaces the stream's own; required when it has none.
  public static func y4m(
    _ file: InputFile, encoding: Encoding = Encoding(), rate: Rate? = nil, end: End = .hold,
    limits: ImageLimits = .standard
  ) throws(FrameSourceError) -> FrameSource {
    try y4m(ByteStream.opening(file), encoding, rate, end, limits)
  }

  /// A stream if the input begins as one; otherwise all of its bytes, which may be a picture.
  public enum StreamOrBytes {
    /// A source of frames.
    case stream(FrameSource)
    /// The bytes that were read, which are no y4m stream.
    case bytes([UInt8])
  }

  /// Detects the kind of an input that can be read only once. The parameters are those of
  /// ``y4m(_:encoding:rate:end:limits:)``.
  /// - Parameter byteLimit: the maximum size of an input that is not a stream.
  public static func y4mOrBytes(
    _ file: InputFile, encoding: Encoding = Encoding(), rate: Rate? = nil, end: End = .hold,
    limits: ImageLimits = .standard, byteLimit: Int
  ) throws(FrameSourceError) -> StreamOrBytes {
    let stream = try ByteStream.opening(file)
    do {
      guard try stream.peek(Y4MHeader.magic.count).elementsEqual(Y4MHeader.magic) else {
        return .bytes(try stream.readAll(limit: byteLimit))
      }
    } catch { throw .input(error) }
    return .stream(try y4m(stream, encoding, rate, end, limits))
  }

  private static func y4m(
    _ stream: ByteStream, _ encoding: Encoding, _ rate: Rate?, _ end: End, _ limits: ImageLimits
  ) throws(FrameSourceError) -> FrameSource {
    let header = try stream.readY4MHeader()
    let size = header.size
    try size.check(name: stream.name, limits)
    guard let rate = rate ?? header.rate else {
      throw .header(
        name: stream.name, problem: "has no frame rate; add one, such as F25:1, or set it for the stream")
    }
    let stated = Encoding(
      matrix: encoding.matrix ?? header.encoding.matrix, range: encoding.range ?? header.encoding.range)
    let (matrix, range) = (stated.matrix ?? ColorMatrix(lines: size.height), stated.range ?? .limited)
    let picture = PlanarPicture(
      size: size, chroma: header.chroma,
      coefficients: ColorCoefficients(matrix, isFullRange: range == .full))
    // Gray has no matrix.
    let assumed = Encoding(
      matrix: stated.matrix == nil && !header.chroma.isGray ? matrix : nil,
      range: stated.range == nil ? range : nil)
    let reader = StreamReader(
      stream, size: size, byteCount: header.chroma.byteCount(size),
      header: { stream, frame throws(FrameSourceError) in try stream.readY4MFrameHeader(frame) },
      picture: picture.image)
    return try FrameSource(
      reader, rate: rate, end: end, warnings: header.warnings,
      encoding: Encoding(matrix: header.chroma.isGray ? nil : matrix, range: range), assumed: assumed)
  }
}

extension ByteStream {
  fileprivate func readY4MHeader() throws(FrameSourceError) -> Y4MHeader {
    let start: [UInt8]
    do { start = Array(try peek(64)) } catch { throw .input(error) }
    guard start.starts(with: Y4MHeader.magic) else {
      let kind = start.withUnsafeBufferPointer(FileKind.init)
      throw kind == .empty ? .noFrames(name: name) : .notY4M(name: name, looksLike: kind.words)
    }
    let line: (bytes: [UInt8], isWhole: Bool)?
    do { line = try self.line(limit: Y4MHeader.lineLimit) } catch { throw .input(error) }
    guard let line else {
      throw .header(name: name, problem: "has more than \(Y4MHeader.lineLimit) bytes; the stream is damaged")
    }
    guard line.isWhole else {
      throw .header(name: name, problem: "ends after \(line.bytes.count) bytes, where the stream ends too")
    }
    return try Y4MHeader(line.bytes, name: name)
  }

  /// Reads `FRAME` and its parameters up to the line feed. False at the end of the stream.
  fileprivate func readY4MFrameHeader(_ frame: Int) throws(FrameSourceError) -> Bool {
    let start = offset
    let line: (bytes: [UInt8], isWhole: Bool)?
    do { line = try self.line(limit: Y4MHeader.lineLimit) } catch { throw .input(error) }
    if let line, line.bytes.isEmpty, !line.isWhole { return false }
    guard let line, line.isWhole, line.bytes.starts(with: Array("FRAME".utf8)),
      line.bytes.count == 5 || line.bytes[5] == UInt8(ascii: " ")
    else { throw .noFrameHeader(name: name, frame: frame, offset: start) }
    return true
  }
}
