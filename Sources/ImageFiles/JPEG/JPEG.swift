import CJPEG
import MeshTransform

/// Reads and writes JPEG pictures through libjpeg-turbo, which is loaded at the first one.
public enum JPEG {
  /// The properties of a picture that precede its pixels.
  public struct Header: Hashable, Sendable {
    public enum Color: Hashable, Sendable { case gray, rgb, cmyk }

    /// The size as it is seen: ``orientation`` is applied.
    public let size: PixelSize
    public let color: Color
    public let orientation: ImageOrientation
    /// Whether the pixels come in several scans, as in progressive pictures.
    public let hasScans: Bool
  }

  /// What a picture lost on its way in or out.
  public enum Warning: Hashable, Sendable, CustomStringConvertible {
    /// Missing or damaged data in a picture that was read leniently.
    case damaged(name: String, reason: String)
    /// CMYK without a usable profile, converted by R = (1 - C) (1 - K) and so on.
    case plainCMYK(name: String)
    /// A profile that does not describe RGB colors.
    case droppedICCProfile(name: String)
    /// Gamma or chromaticities of a PNG, which JPEG cannot hold.
    case droppedGamma
    /// Transparent pixels, which JPEG cannot hold, were composited over the background.
    case flattened

    public var description: String {
      switch self {
      case .damaged(let name, let reason): "\(name.excerpt) is damaged (\(reason)); missing parts are gray"
      case .plainCMYK(let name):
        "\(name.excerpt) is a CMYK picture without a color profile; its colors are only near those of the print"
      case .droppedICCProfile(let name):
        "the color profile \"\(name.excerpt)\" was left out of the JPEG: it does not describe RGB colors"
      case .droppedGamma:
        "the picture's gamma and chromaticities were left out of the JPEG, which has no place for them"
      case .flattened: "JPEG has no transparency: the picture was laid over its background"
      }
    }
  }

  /// The longest file in bytes.
  static let fileLimit = 1 << 30

  /// Reads only what precedes the pixels.
  public static func readHeader(from file: InputFile) throws(ImageFileError) -> Header {
    let bytes: [UInt8]
    do { bytes = try file.readAll(limit: fileLimit) } catch { throw .input(error) }
    return try readHeader(bytes, name: file.description)
  }

  static func readHeader(_ bytes: [UInt8], name: String) throws(ImageFileError) -> Header {
    try withReader(bytes, name: name, isLenient: true) { reader throws(ImageFileError) in
      try reader.readHeader().public
    }
  }

  /// Reads a picture as RGBA8 of alpha ``MeshTransform/Image/Alpha/opaque``, upright by its Exif orientation.
  ///
  /// RGB values are never converted: the file's ICC profile becomes ``MeshTransform/Image/colorProfile``. CMYK is converted
  /// to sRGB by its profile through Little CMS, with relative colorimetric intent and black point compensation.
  /// - Parameter isLenient: whether damaged pictures are read as far as they go; missing parts are gray.
  public static func read(
    from file: InputFile, limits: ImageLimits = .standard, isLenient: Bool = false
  ) throws(ImageFileError) -> (image: Image, warnings: [Warning]) {
    let bytes: [UInt8]
    do { bytes = try file.readAll(limit: fileLimit) } catch { throw .input(error) }
    return try read(bytes, name: file.description, limits: limits, isLenient: isLenient)
  }

  static func read(
    _ bytes: [UInt8], name: String, limits: ImageLimits, isLenient: Bool
  ) throws(ImageFileError) -> (image: Image, warnings: [Warning]) {
    try withReader(bytes, name: name, isLenient: isLenient) { reader throws(ImageFileError) in
      let header = try reader.readHeader()
      try limits.check(header.public.size, name: name, additional: header.additionalMemory)
      let profile = reader.profile()
      var pixels = try reader.readPixels(header.stored)
      var warnings = reader.damage.map { [Warning.damaged(name: name, reason: $0)] } ?? []
      var icc = profile
      if header.public.color == .cmyk {
        icc = nil
        if try !CMYK.convert(&pixels, profile: profile, isInverted: header.isInverted, name: name) {
          warnings.append(.plainCMYK(name: name))
        }
      }
      let upright = header.public.orientation.upright(pixels, header.stored)
      var colorProfile: ColorProfile?
      if let icc {
        colorProfile = ColorProfile()
        colorProfile?.icc = ColorProfile.ICC(name: ICCDescription.text(icc) ?? "ICC profile", data: icc)
      }
      let image = Image(size: header.public.size, alpha: .opaque, bytes: upright, colorProfile: colorProfile)
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
