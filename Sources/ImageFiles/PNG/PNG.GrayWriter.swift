import MeshTransform

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
