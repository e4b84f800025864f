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

extension PNG {
  /// Writes a gray picture of 16 bits in bands of whole rows from the top. The numbers are labels, not light: the file
  /// states no color space. It appears whole with ``commit()`` or not at all, see ``FileWriter``.
  public final class GrayWriter {
    private let sink: FileSink
    private let writer: PNGWriter
    private let size: PixelSize
    private var rowCount = 0

    /// - Parameter size: of the whole picture.
    public init(size: PixelSize, to file: OutputFile) throws(ImageFileError) {
      self.size = size
      sink = try FileSink(file)
      writer = try PNGWriter.into(sink, name: file.description)
      _ = try writer.begin(size, .sixteen, nil, nil, .fast, .gray)
    }

    /// Appends the next rows.
    /// - Precondition: whole rows, and at most those that are missing.
    public func append(_ values: [UInt16]) throws(ImageFileError) {
      precondition(values.count % size.width == 0, "a band has whole rows")
      rowCount += values.count / size.width
      precondition(rowCount <= size.height, "bands have the height of the picture in all")
      try writer.addGrayRows(values, width: size.width)
    }

    /// Publishes the file.
    /// - Precondition: all rows were appended.
    public func commit() throws(ImageFileError) {
      precondition(rowCount == size.height, "a picture is finished with its last row")
      try writer.end()
      try sink.commit()
    }
  }
}

@available(*, unavailable) extension PNG.GrayWriter: Sendable {}
