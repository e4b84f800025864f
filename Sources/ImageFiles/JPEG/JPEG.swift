import CJPEG
import MeshTransform

/// Reads and writes JPEG pictures through libjpeg-turbo, which is loaded at the first one.
public enum JPEG {
  /// The properties of a picture that precede its pixels.
  public struct Header: Hashable, Sendable {
    /// The channels of a pixel.
    public enum Color: Hashable, Sendable {
      /// One channel.
      case gray
      /// Red, green and blue.
      case rgb
      /// Cyan, magenta, yellow and black.
      case cmyk
    }

    /// The size as it is seen: ``orientation`` is applied.
    public let size: PixelSize
    /// The channels of a pixel in the file.
    public let color: Color
    /// The orientation that the file states; pixels are stored before it.
    public let orientation: ImageOrientation
    /// Whether the pixels come in several scans, as in progressive pictures.
    public let hasScans: Bool
  }

  /// Reads only what precedes the pixels.
  /// - Throws: ``ImageFileError`` for a file that is no JPEG or whose header is damaged.
  public static func readHeader(from file: InputFile) throws(ImageFileError) -> Header {
    let bytes: [UInt8]
    do { bytes = try file.readAll(limit: ImageFile.byteLimit) } catch { throw .input(error) }
    return try readHeader(bytes, name: file.description)
  }

  static func readHeader(_ bytes: [UInt8], name: String) throws(ImageFileError) -> Header {
    try withReader(bytes, name: name, isLenient: true) { reader throws(ImageFileError) in
      try reader.readHeader().shown
    }
  }

  /// Reads a picture as RGBA8 of alpha ``MeshTransform/Image/Alpha/opaque``, upright by its Exif orientation.
  ///
  /// RGB values are never converted: the file's ICC profile becomes ``MeshTransform/Image/colorProfile``. CMYK is converted
  /// to sRGB by its profile through Little CMS, with relative colorimetric intent and black point compensation.
  /// - Parameter isLenient: whether damaged pictures are read as far as they go; missing parts are gray.
  /// - Throws: ``ImageFileError`` for damaged or unsupported files, for pictures beyond `limits`, and where libjpeg-turbo,
  ///   or Little CMS for a CMYK profile, is not installed.
  public static func read(
    from file: InputFile, limits: ImageLimits = .standard, isLenient: Bool = false
  ) throws(ImageFileError) -> (image: Image, warnings: [ImageWarning]) {
    let bytes: [UInt8]
    do { bytes = try file.readAll(limit: ImageFile.byteLimit) } catch { throw .input(error) }
    return try read(bytes, name: file.description, limits: limits, isLenient: isLenient)
  }

  static func read(
    _ bytes: [UInt8], name: String, limits: ImageLimits, isLenient: Bool
  ) throws(ImageFileError) -> (image: Image, warnings: [ImageWarning]) {
    try withReader(bytes, name: name, isLenient: isLenient) { reader throws(ImageFileError) in
      let header = try reader.readHeader()
      try limits.check(header.shown.size, name: name, additional: header.additionalMemory)
      let profile = reader.profile()
      var pixels = try reader.readPixels(header.stored)
      var warnings = reader.damage.map { [ImageWarning.damaged(name: name, reason: $0)] } ?? []
      var icc = profile
      if header.shown.color == .cmyk {
        icc = nil
        if try !CMYK.convert(&pixels, profile: profile, isInverted: header.isInverted, name: name) {
          warnings.append(.plainCMYK(name: name))
        }
      }
      let upright = header.shown.orientation.upright(pixels, header.stored)
      let image = Image(
        size: header.shown.size, alpha: .opaque, bytes: upright, colorProfile: ColorProfile(icc: icc),
        pixelDensity: header.density)
      return (image, warnings)
    }
  }

  private static func withReader<Result>(
    _ bytes: [UInt8], name: String, isLenient: Bool,
    _ body: (borrowing JPEGReader) throws(ImageFileError) -> Result
  ) throws(ImageFileError) -> Result {
    if bytes.isEmpty { throw .empty(name: name) }
    return try bytes.withUnsafeBufferPointer { bytes throws(ImageFileError) in
      try body(JPEGReader.of(bytes, name: name, isLenient: isLenient))
    }
  }
}
