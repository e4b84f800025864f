import MeshTransform

extension EXR {
  /// Writes a picture as halves, compressed with ZIP: its encoded values become linear light, multiplied by alpha, in the
  /// channels R, G, B and A. The output appears whole or not at all, see ``FileWriter``.
  ///
  /// The file states primaries that are not those of sRGB; a picture with an ICC profile or code points of other colors is
  /// converted to sRGB.
  /// - Parameter alphaChannel: whether there is a channel A.
  /// - Returns: the losses of the picture in the file.
  @discardableResult
  public static func write(
    _ image: Image, to file: OutputFile, alphaChannel: AlphaChannel = .always
  ) throws(ImageFileError) -> [ImageWarning] {
    let encoder = BandEncoder(
      hasAlpha: alphaChannel.isIncluded(of: image), image.depth, image.colorProfile, name: file.description)
    let writer = try EXRFile.Writer(encoder.header(image.size, image.pixelDensity), to: file)
    let warnings = try encoder.append(image, to: writer)
    try writer.commit()
    return warnings
  }

  /// The bytes of the file that ``write(_:to:alphaChannel:)`` writes.
  public static func encode(
    _ image: Image, alphaChannel: AlphaChannel = .always
  ) throws(ImageFileError) -> (bytes: [UInt8], warnings: [ImageWarning]) {
    let encoder = BandEncoder(
      hasAlpha: alphaChannel.isIncluded(of: image), image.depth, image.colorProfile, name: "the picture")
    let writer = EXRFile.Writer(encoder.header(image.size, image.pixelDensity))
    let warnings = try encoder.append(image, to: writer)
    return (writer.encoded, warnings)
  }

  /// Writes a picture in bands of whole rows from the top, see ``EXRFile/Writer``.
  public final class Writer {
    private let writer: EXRFile.Writer
    private let encoder: BandEncoder
    /// The losses of the picture in the file.
    package private(set) var warnings: [ImageWarning] = []

    /// - Parameters:
    ///   - size: of the whole picture.
    ///   - alpha: of all bands; any but `.opaque` for bands with transparency.
    ///   - depth: of all bands.
    ///   - colorProfile: of all bands.
    ///   - alphaChannel: where it depends on need, the file has no channel A if `alpha` is `.opaque`.
    /// - Throws: ``ImageFileError/output(_:)``.
    public init(
      size: PixelSize, alpha: Image.Alpha, depth: Image.Depth = .sixteen, colorProfile: ColorProfile? = nil,
      pixelDensity: PixelDensity? = nil, to file: OutputFile, alphaChannel: AlphaChannel = .always
    ) throws(ImageFileError) {
      encoder = BandEncoder(
        hasAlpha: alphaChannel == .always || alpha != .opaque, depth, colorProfile, name: file.description)
      writer = try EXRFile.Writer(encoder.header(size, pixelDensity), to: file)
    }

    /// Appends the next rows.
    /// - Precondition: the band has the width and the depth of the picture, and at most the rows that are missing.
    public func append(_ band: Image) throws(ImageFileError) {
      for warning in try encoder.append(band, to: writer) where !warnings.contains(warning) {
        warnings.append(warning)
      }
    }

    /// Publishes the file.
    /// - Precondition: all rows were appended.
    public func commit() throws(ImageFileError) { try writer.commit() }
  }
}

@available(*, unavailable) extension EXR.Writer: Sendable {}
