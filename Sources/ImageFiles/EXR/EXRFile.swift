import MeshTransform

/// The contents of an OpenEXR file: named channels of floating-point samples.
///
/// The files are those of one part with scan lines, uncompressed or compressed with RLE, ZIPS or ZIP, and every channel
/// has a sample for each pixel. Others are refused with a command that converts them. Format:
/// https://openexr.com/en/latest/OpenEXRFileLayout.html
public struct EXRFile: Hashable, Sendable {
  /// The windows, the channels in the order of ``samples``, and the compression.
  public let header: Header
  /// The samples of the data window: those of a pixel side by side, row by row from the top. NaN and infinite samples are
  /// values like others.
  public let samples: [Float]

  /// - Precondition: `samples` holds `header.channels.count * header.dataWindow.size.area` samples.
  public init(header: Header, samples: [Float]) {
    precondition(
      samples.count == header.channels.count * header.dataWindow.size.area,
      "a sample of each channel for each pixel")
    (self.header, self.samples) = (header, samples)
  }

  /// The size of the data window in pixels.
  public var size: PixelSize { header.dataWindow.size }

  /// The samples of one channel, row by row from the top; nil where there is no channel of that name.
  public func samples(of channel: String) -> [Float]? {
    let count = header.channels.count
    guard let first = header.channels.firstIndex(where: { $0.name == channel }) else { return nil }
    return stride(from: first, to: samples.count, by: count).map { samples[$0] }
  }

  /// Reads some channels of a file.
  ///
  /// Takes four bytes of memory for each sample, and those of the file where it is not a regular file.
  /// - Parameter channels: the names, in the order of the result; nil reads all, by name.
  /// - Throws: ``ImageFileError``: for damaged files, for kinds that are not read, for channels that are missing, and for
  ///   files beyond `limits` (before the samples are allocated).
  public static func read(
    from file: InputFile, channels: [String]? = nil, limits: ImageLimits = .standard
  ) throws(ImageFileError) -> EXRFile {
    let reader = try Reader(file, limits: limits)
    var header = reader.header
    if let channels {
      header.channels = try channels.map { (name) throws(ImageFileError) in try reader.channel(name) }
    }
    let samples = try reader.read(channels: header.channels.map(\.name))
    return EXRFile(header: header, samples: samples)
  }

  /// Reads only the header.
  public static func readHeader(from file: InputFile) throws(ImageFileError) -> Header {
    try Reader(file, limits: ImageLimits(side: .max, pixels: .max)).header
  }

  /// Writes a file, which appears whole or not at all, see ``FileWriter``.
  /// - Throws: ``ImageFileError/output(_:)``.
  public func write(to file: OutputFile) throws(ImageFileError) {
    let writer = try Writer(header, to: file)
    try writer.append(samples)
    try writer.commit()
  }

  /// The bytes of the file that ``write(to:)`` writes.
  public func encoded() -> [UInt8] {
    let writer = Writer(header)
    do { try writer.append(samples) } catch { preconditionFailure("memory takes all bytes: \(error)") }
    return writer.encoded
  }
}

extension EXRFile {
  /// A kind of OpenEXR file that is not read.
  public enum UnreadKind: Hashable, Sendable, CustomStringConvertible {
    /// Tiles instead of scan lines.
    case tiles
    /// Any number of samples for each pixel.
    case deep
    /// Several parts.
    case parts
    /// A compression by its name.
    case compression(String)
    /// A channel with a sample for several pixels.
    case sampling(channel: String)

    /// The kind of the file, and the command that converts it. The program is in Debian's package openimageio-tools.
    public var description: String {
      switch self {
      case .tiles: "is an EXR of tiles, which are not read; convert it to scan lines: \(Self.command())"
      case .deep:
        "is a deep EXR, which is not read; flatten it: \(Self.command("--flatten "))"
      case .parts:
        "is an EXR of several parts, which are not read; extract one of them, here the first: "
          + Self.command("--subimage 0 ")
      case .compression(let name):
        "is an EXR with the compression \(name), which is not read; convert it: \(Self.command())"
      case .sampling(let channel):
        "is an EXR whose channel \"\(channel.excerpt)\" has fewer samples than pixels, which is not read; "
          + "export it as R, G and B with a sampling of 1"
      }
    }

    private static func command(_ operation: String = "") -> String {
      "oiiotool in.exr \(operation)--compression zip --scanline -o out.exr"
    }
  }
}
