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
        "the color profile \"\(name.excerpt)\" was not written to the PNG: \(reason)"
      }
    }
  }

  /// Writes a picture as RGBA of its depth with straight alpha, or as RGB, by rows or strips; the output appears whole or
  /// not at all, see ``FileWriter``. Includes its color profile and its density for print.
  ///
  /// A premultiplied picture is divided by its alpha, as by ``MeshTransform/Image/straightened()``.
  /// - Parameter alphaChannel: a file without one takes longer to encode with ``Compression/fast``.
  @discardableResult
  public static func write(
    _ image: Image, to file: OutputFile, compression: Compression = .fast,
    alphaChannel: AlphaChannel = .always
  ) throws(ImageFileError) -> [Warning] {
    let sink = try FileSink(file)
    let warnings = try encode(
      image, into: sink, name: file.description, compression, hasAlpha: alphaChannel.isIncluded(of: image))
    try sink.commit()
    return warnings
  }

  /// The bytes of the file that ``write(_:to:compression:alphaChannel:)`` writes.
  public static func encode(
    _ image: Image, compression: Compression = .fast, alphaChannel: AlphaChannel = .always
  ) throws(ImageFileError) -> (bytes: [UInt8], warnings: [Warning]) {
    try encode(image, compression: compression, hasAlpha: alphaChannel.isIncluded(of: image))
  }

  /// - Parameter hasAlpha: without alpha, the picture must be opaque.
  package static func encode(
    _ image: Image, compression: Compression, hasAlpha: Bool
  ) throws(ImageFileError) -> (bytes: [UInt8], warnings: [Warning]) {
    let sink = MemorySink()
    let warnings = try encode(image, into: sink, name: "the picture", compression, hasAlpha: hasAlpha)
    return (sink.bytes, warnings)
  }

  private static func encode(
    _ image: Image, into sink: ByteSink, name: String, _ compression: Compression, hasAlpha: Bool
  ) throws(ImageFileError) -> [Warning] {
    func encodeOnce(_ sink: ByteSink, _ compression: Compression) throws(ImageFileError) -> [Warning] {
      try encodeUnchecked(image, into: sink, name: name, compression, hasAlpha: hasAlpha)
    }
    guard compression == .small else { return try encodeOnce(sink, compression) }
    // Without repetitions, as in noise, the fast encoder gives the smaller file because it chooses filters by their
    // results. Trying it takes a few percent of the time.
    let fast = CountingSink()
    _ = try encodeOnce(fast, .fast)
    let small = MemorySink()
    let warnings = try encodeOnce(small, .small)
    if fast.count < small.bytes.count { return try encodeOnce(sink, .fast) }
    guard small.bytes.withUnsafeBytes({ sink.take($0) }) else {
      throw sink.failure.map(ImageFileError.output)
        ?? .notEncodable(name: name, reason: "the bytes were refused")
    }
    return warnings
  }

  private static func encodeUnchecked(
    _ image: Image, into sink: ByteSink, name: String, _ compression: Compression, hasAlpha: Bool
  ) throws(ImageFileError) -> [Warning] {
    let hasStrips = compression == .fast && hasAlpha && PNGStrips(image.size, image.alpha, image.depth) != nil
    let isProbed = compression.level == 1 && !hasStrips && image.depth == .eight
    let encoder = try PNGEncoder(
      image.size, image.alpha, image.depth, image.colorProfile, image.pixelDensity, into: sink, name: name,
      compression, hasAlpha: hasAlpha,
      onlyRuns: isProbed ? try RunProbe.prefersRuns(image, compression) : false)
    try encoder.append(image)
    try encoder.finish()
    return encoder.warning.map { [$0] } ?? []
  }
}
