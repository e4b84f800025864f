import MeshTransform

/// Reads pictures of any known format; the first bytes of a file determine its format, never its name.
public enum ImageFile {
  /// The longest JPEG or WebP in bytes, which are read as a whole before they are decoded.
  static let byteLimit = 1 << 30

  /// The size of a picture in pixels, with its Exif orientation applied.
  /// - Throws: as ``read(from:limits:isLenient:colors:)``, for a file whose header cannot be read.
  public static func readSize(from file: InputFile) throws(ImageFileError) -> PixelSize {
    try withContents(
      of: file, png: { reader throws(ImageFileError) in try reader.readHeader().size },
      jpeg: { bytes throws(ImageFileError) in try JPEG.readHeader(bytes, name: file.description).size },
      webP: { bytes throws(ImageFileError) in try WebP.readSize(bytes, name: file.description) },
      npy: { bytes throws(ImageFileError) in try NPY.readSize(bytes, name: file.description) },
      exr: { file throws(ImageFileError) in try EXR.readSize(from: file) })
  }

  /// Reads a PNG as ``PNG/read(from:limits:depth:)`` does, a JPEG as ``JPEG/read(from:limits:isLenient:)``, a WebP as
  /// ``WebP/read(from:limits:)``, an OpenEXR file as ``EXR/read(from:limits:depth:)`` does, and a picture that NumPy has
  /// saved as an array of uint8 or uint16 with the shape (height, width, 4), (height, width, 3) or (height, width).
  /// - Parameters:
  ///   - isLenient: whether damaged JPEGs are read as far as they go; missing parts are gray.
  ///   - colors: the conversion of color values.
  ///   - depth: the largest depth of the image, see ``PNG/read(from:limits:depth:)``.
  /// - Throws: ``ImageFileError``: for other formats, for damaged files, for pictures beyond `limits` (before their
  ///   pixels are allocated), and where the library of a format is not installed.
  public static func read(
    from file: InputFile, limits: ImageLimits = .standard, isLenient: Bool = false,
    colors: ColorConversion = .keep, depth: Image.Depth = .eight
  ) throws(ImageFileError) -> (image: Image, warnings: [ImageWarning]) {
    let (image, warnings) = try readUnconverted(
      from: file, limits: limits, isLenient: isLenient, depth, isMeasured: colors == .values)
    let (converted, more) = try image.converted(by: colors, name: file.description)
    return (converted, warnings + more)
  }

  private static func readUnconverted(
    from file: InputFile, limits: ImageLimits, isLenient: Bool, _ depth: Image.Depth, isMeasured: Bool
  ) throws(ImageFileError) -> (image: Image, warnings: [ImageWarning]) {
    try withContents(
      of: file,
      png: { reader throws(ImageFileError) in
        try PNG.read(reader, limits: limits, depth, name: file.description)
      },
      jpeg: { bytes throws(ImageFileError) in
        try JPEG.read(bytes, name: file.description, limits: limits, isLenient: isLenient)
      },
      webP: { bytes throws(ImageFileError) in
        try WebP.read(bytes, name: file.description, limits: limits)
      },
      npy: { bytes throws(ImageFileError) in
        (try NPY.readImage(bytes, name: file.description, limits: limits, depth), [])
      },
      exr: { file throws(ImageFileError) in
        try EXR.read(from: file, limits: limits, depth: depth, isMeasured: isMeasured)
      })
  }

  /// Calls the closure of the file's format. A PNG is read while it is decoded, others before; an OpenEXR file that is a
  /// regular one is opened again.
  private static func withContents<Result>(
    of file: InputFile, png: (borrowing PNGReader) throws(ImageFileError) -> Result,
    jpeg: ([UInt8]) throws(ImageFileError) -> Result, webP: ([UInt8]) throws(ImageFileError) -> Result,
    npy: ([UInt8]) throws(ImageFileError) -> Result, exr: (InputFile) throws(ImageFileError) -> Result
  ) throws(ImageFileError) -> Result {
    try PNG.withReader(of: file) { reader throws(ImageFileError) in
      let name = file.description
      let kind = try reader.kind()
      switch kind {
      case .png: return try png(reader)
      case .jpeg: return try jpeg(reader.bytes(limit: ImageFile.byteLimit))
      case .webP: return try webP(reader.bytes(limit: ImageFile.byteLimit))
      case .npy: return try npy(reader.bytes(limit: 2 * ImageFile.byteLimit))
      case .exr:
        if file.status?.isRegular == true { return try exr(file) }
        return try exr(.memory(reader.bytes(limit: 2 * ImageFile.byteLimit), name: name))
      case .empty: throw .empty(name: name)
      case .damagedPNG: throw .changedByTextTransfer(name: name)
      case .gif, .video: throw .movingPicture(name: name, looksLike: kind.words ?? "a video")
      case .other, .unknown: throw .unknownFormat(name: name, looksLike: kind.words)
      }
    }
  }
}
