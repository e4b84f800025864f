import MeshTransform

extension JPEG {
  /// The settings of an encoder.
  public struct Quality: Hashable, Sendable {
    /// The scale of libjpeg, 1...100; 90 is near the original, 75 shows at edges, below 50 blocks show.
    public let level: Int

    /// Level 90.
    public static let `default` = Quality(level: 90)

    /// - Precondition: `level` is in 1...100.
    public init(level: Int) {
      precondition(1...100 ~= level, "the quality of a JPEG is 1...100")
      self.level = level
    }

    /// Whether colors have half the resolution of the brightness: below 90, where their loss is smaller than that of the
    /// quantization.
    var halvesChroma: Bool { level < 90 }
  }

  /// The longest side of a file that libjpeg writes, in pixels.
  public static let largestSide = 65_500

  /// Writes a picture of 8 bits a channel with its ICC profile and its density for print; the output appears whole or not
  /// at all, see ``FileWriter``.
  ///
  /// - Parameter background: the color behind transparent pixels, sRGB-encoded, 0...255.
  /// - Returns: what the file does not hold.
  /// - Throws: ``ImageFileError`` for a side above ``largestSide``, for a file that cannot be written, and where
  ///   libjpeg-turbo is not installed.
  @discardableResult
  public static func write(
    _ image: Image, to file: OutputFile, quality: Quality = .default,
    background: SIMD3<UInt8> = SIMD3(repeating: 255)
  ) throws(ImageFileError) -> [ImageWarning] {
    let writer = try Writer(
      size: image.size, colorProfile: image.colorProfile, pixelDensity: image.pixelDensity, to: file,
      quality: quality, background: background)
    try writer.append(image)
    return try writer.commit()
  }

  /// The bytes of the file that ``write(_:to:quality:background:)`` writes.
  public static func encode(
    _ image: Image, quality: Quality = .default, background: SIMD3<UInt8> = SIMD3(repeating: 255)
  ) throws(ImageFileError) -> (bytes: [UInt8], warnings: [ImageWarning]) {
    let sink = MemorySink()
    let encoder = try JPEGEncoder(
      image.size, image.colorProfile, image.pixelDensity, into: sink, name: "the picture", quality, background
    )
    try encoder.append(image)
    try encoder.finish()
    return (sink.bytes, encoder.warnings)
  }

  /// Writes a picture in bands of whole rows from the top. The file has the bytes that
  /// ``JPEG/write(_:to:quality:background:)`` writes, and appears with ``commit()``. Pictures of up to 67,108,864
  /// pixels are kept as coefficients until then, for smaller files.
  public final class Writer {
    private let sink: FileSink
    private let encoder: JPEGEncoder

    /// - Parameters:
    ///   - size: of the whole picture.
    ///   - background: the color behind transparent pixels, sRGB-encoded, 0...255.
    /// - Throws: as ``JPEG/write(_:to:quality:background:)``.
    public init(
      size: PixelSize, colorProfile: ColorProfile? = nil, pixelDensity: PixelDensity? = nil,
      to file: OutputFile,
      quality: Quality = .default, background: SIMD3<UInt8> = SIMD3(repeating: 255)
    ) throws(ImageFileError) {
      sink = try FileSink(file)
      encoder = try JPEGEncoder(
        size, colorProfile, pixelDensity, into: sink, name: file.description, quality, background)
    }

    /// Appends the next rows.
    /// - Precondition: the band has the width of the picture, and at most the rows that are missing.
    public func append(_ band: Image) throws(ImageFileError) { try encoder.append(band) }

    /// What the file will not hold, as far as rows have been appended.
    package var warnings: [ImageWarning] { encoder.warnings }

    /// Publishes the file.
    /// - Precondition: all rows were appended.
    /// - Returns: what the file does not hold.
    @discardableResult
    public func commit() throws(ImageFileError) -> [ImageWarning] {
      try encoder.finish()
      try sink.commit()
      return encoder.warnings
    }
  }
}

@available(*, unavailable) extension JPEG.Writer: Sendable {}
