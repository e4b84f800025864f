import CPNG
import MeshTransform

/// Reads and writes PNG pictures through libpng, in constant memory besides the picture itself.
public enum PNG {
  /// The properties of a picture that precede its pixels.
  public struct Header: Hashable, Sendable {
    /// The channels of a pixel, with PNG's number.
    public enum ColorType: UInt8, Hashable, Sendable {
      /// One channel.
      case gray = 0
      /// Red, green and blue.
      case rgb = 2
      /// An index into a palette.
      case palette = 3
      /// One channel and alpha.
      case grayAlpha = 4
      /// Red, green, blue and alpha.
      case rgba = 6
    }

    /// The size in pixels as it is seen: ``orientation`` is applied.
    public let size: PixelSize
    /// The orientation by the Exif data before the pixels, which are stored before it.
    public let orientation: ImageOrientation
    /// The channels of a pixel in the file.
    public let colorType: ColorType
    /// Bits of a channel, or of a palette's index: 1, 2, 4, 8 or 16.
    public let bitDepth: Int
    /// Whether the pixels are in seven passes (Adam7).
    public let isInterlaced: Bool
    /// Whether there is an alpha channel or a color or palette entry declared transparent.
    public let hasTransparency: Bool
    /// The number of frames of an animation; 1 for a still picture.
    public let frameCount: Int
    /// The density for print; nil where the file states none.
    public let density: PixelDensity?
  }

  /// Reads only the header.
  public static func readHeader(from file: InputFile) throws(ImageFileError) -> Header {
    try withReader(of: file) { reader throws(ImageFileError) in
      try reader.checkKind()
      return try reader.readHeader()
    }
  }

  /// Reads only the color profile; nil for a file without one.
  package static func readColorProfile(from file: InputFile) throws(ImageFileError) -> ColorProfile? {
    try withReader(of: file) { reader throws(ImageFileError) in
      try reader.checkKind()
      _ = try reader.readHeader()
      return try reader.colorProfile()
    }
  }

  /// Reads any PNG as RGBA, upright by its Exif orientation: every color type and bit depth, interlaced or not; of an
  /// animation the default picture.
  ///
  /// Values are never converted: the file's color chunks become
  /// ``MeshTransform/Image/colorProfile``. Fully transparent pixels keep their hidden colors. The result is `.opaque`
  /// if every alpha is the largest value, else `.straight`.
  /// - Parameter depth: the largest depth of the result: 16-bit channels are rounded to 8 bits unless it is
  ///   ``MeshTransform/Image/Depth/sixteen``. Other files give 8 bits.
  /// - Throws: also for a file that is damaged after the pixels, up to its end chunk; data after that is ignored. An
  ///   ancillary chunk with a wrong checksum is no reason to refuse the file; it is left out.
  public static func read(
    from file: InputFile, limits: ImageLimits = .standard, depth: Image.Depth = .eight
  ) throws(ImageFileError) -> Image {
    try withReader(of: file) { reader throws(ImageFileError) in
      try reader.checkKind()
      return try read(reader, limits: limits, depth, name: file.description).image
    }
  }

  static func read(
    _ reader: borrowing PNGReader, limits: ImageLimits, _ largestDepth: Image.Depth, name: String
  ) throws(ImageFileError) -> (image: Image, warnings: [ImageWarning]) {
    let header = try reader.readHeader()
    let (size, orientation) = (header.size, header.orientation)
    let depth = header.bitDepth == 16 ? largestDepth : .eight
    try limits.check(
      size, depth, name: name, additional: orientation == .up ? 0 : depth.bytesPerPixel * size.area)
    let profile = try reader.colorProfile()
    // The sides of the stored picture are those of the upright one, or each in place of the other.
    let stored = orientation.upright(size)
    let (bytes, isOpaque) = try reader.readPixels(stored, depth)
    let image = Image(
      size: size, alpha: isOpaque ? .opaque : .straight, depth: depth,
      bytes: orientation.upright(bytes, stored, depth), colorProfile: profile, pixelDensity: header.density)
    let frames = header.frameCount
    let warnings = frames > 1 ? [ImageWarning.defaultPictureOnly(name: name, frames: frames)] : []
    return (image, warnings + [reader.damage(name: name)].compactMap(\.self))
  }

  static func withReader<Result>(
    of file: InputFile, _ body: (borrowing PNGReader) throws(ImageFileError) -> Result
  ) throws(ImageFileError) -> Result {
    if case .memory(let bytes, let name) = file {
      return try bytes.withUnsafeBufferPointer { bytes throws(ImageFileError) in
        try body(PNGReader.of(cpng_reader_from_memory(bytes.baseAddress, bytes.count), name: name))
      }
    }
    let descriptor: InputFile.Descriptor
    do { descriptor = try InputFile.Descriptor.reading(file) } catch { throw .input(error) }
    return try body(PNGReader.of(cpng_reader_from_descriptor(descriptor.number), name: file.description))
  }
}
