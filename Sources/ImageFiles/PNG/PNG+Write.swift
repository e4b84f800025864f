import CPNG
import MeshTransform

extension PNG {
  /// A loss in a written file.
  public enum Warning: Hashable, Sendable, CustomStringConvertible {
    /// The ICC profile is not an RGB profile, or is damaged.
    case droppedICCProfile(name: String, reason: String)

    public var description: String {
      switch self {
      case .droppedICCProfile(let name, let reason):
        "the color profile \"\(name.excerpt)\" was left out of the PNG: \(reason)"
      }
    }
  }

  /// Writes a picture as RGBA of its depth with straight alpha, by rows or strips; the output appears whole or not at
  /// all, see ``FileWriter``. Includes its color profile and its density for print.
  ///
  /// A premultiplied picture is divided by its alpha, as by ``MeshTransform/Image/straightened()``.
  @discardableResult
  public static func write(
    _ image: Image, to file: OutputFile, compression: Compression = .fast
  ) throws(ImageFileError) -> [Warning] {
    let sink = try FileSink(file)
    let warnings = try encode(image, into: sink, name: file.description, compression: compression)
    try sink.commit()
    return warnings
  }

  /// The bytes of the file that ``write(_:to:compression:)`` writes.
  public static func encode(
    _ image: Image, compression: Compression = .fast
  ) throws(ImageFileError) -> (bytes: [UInt8], warnings: [Warning]) {
    let sink = MemorySink()
    let warnings = try encode(image, into: sink, name: "the picture", compression: compression)
    return (sink.bytes, warnings)
  }

  private static func encode(
    _ image: Image, into sink: ByteSink, name: String, compression: Compression
  ) throws(ImageFileError) -> [Warning] {
    guard compression == .small else {
      return try encodeUnchecked(image, into: sink, name: name, compression: compression)
    }
    // Without repetitions, as in noise, the fast encoder gives the smaller file because it chooses filters by their
    // results. Trying it takes a few percent of the time.
    let fast = CountingSink()
    _ = try encodeUnchecked(image, into: fast, name: name, compression: .fast)
    let small = MemorySink()
    let warnings = try encodeUnchecked(image, into: small, name: name, compression: .small)
    if fast.count < small.bytes.count {
      return try encodeUnchecked(image, into: sink, name: name, compression: .fast)
    }
    guard small.bytes.withUnsafeBytes({ sink.take($0) }) else {
      throw sink.failure.map(ImageFileError.output)
        ?? .notEncodable(name: name, reason: "the bytes were refused")
    }
    return warnings
  }

  private static func encodeUnchecked(
    _ image: Image, into sink: ByteSink, name: String, compression: Compression
  ) throws(ImageFileError) -> [Warning] {
    let hasStrips = compression == .fast && PNGStrips(image.size, image.alpha, image.depth) != nil
    let isProbed = compression.level == 1 && !hasStrips && image.depth == .eight
    let encoder = try PNGEncoder(
      image.size, image.alpha, image.depth, image.colorProfile, image.pixelDensity, into: sink, name: name,
      compression, onlyRuns: isProbed ? try RunProbe.prefersRuns(image, compression) : false)
    try encoder.append(image)
    try encoder.finish()
    return encoder.warning.map { [$0] } ?? []
  }
}
