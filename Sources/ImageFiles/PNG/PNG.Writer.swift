import MeshTransform

extension PNG {
  /// Writes a picture in bands of whole rows from the top, in the memory of two bands. The file has the bytes that
  /// ``PNG/write(_:to:compression:alphaChannel:)`` writes, except where that compares encodings of the whole picture:
  /// ``PNG/Compression/small``, and ``PNG/Compression/fast`` for rows of more than 65,536 pixels of 8 bits. It appears
  /// whole with ``commit()`` or not at all, see ``FileWriter``.
  public final class Writer {
    private let sink: FileSink
    private let encoder: PNGEncoder

    /// - Parameters:
    ///   - size: of the whole picture.
    ///   - alpha: of all bands; colors that are premultiplied are divided by alpha.
    ///   - depth: of all bands, and of the file.
    ///   - alphaChannel: where it depends on need, the file is RGB if `alpha` is `.opaque`.
    public init(
      size: PixelSize, alpha: Image.Alpha, depth: Image.Depth = .eight, colorProfile: ColorProfile? = nil,
      pixelDensity: PixelDensity? = nil, to file: OutputFile, compression: Compression = .fast,
      alphaChannel: AlphaChannel = .always
    ) throws(ImageFileError) {
      sink = try FileSink(file)
      encoder = try PNGEncoder(
        size, alpha, depth, colorProfile, pixelDensity, into: sink, name: file.description, compression,
        hasAlpha: alphaChannel == .always || alpha != .opaque)
    }

    /// Appends the next rows.
    /// - Precondition: the band has the width, the alpha and the depth of the picture, and at most the rows that are
    ///   missing.
    public func append(_ band: Image) throws(ImageFileError) { try encoder.append(band) }

    /// What the file will not hold.
    package var warnings: [Warning] { encoder.warning.map { [$0] } ?? [] }

    /// Publishes the file.
    /// - Precondition: all rows were appended.
    /// - Returns: what the file does not hold.
    @discardableResult
    public func commit() throws(ImageFileError) -> [Warning] {
      try encoder.finish()
      try sink.commit()
      return warnings
    }
  }
}

@available(*, unavailable) extension PNG.Writer: Sendable {}
