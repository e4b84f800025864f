import CWebP
import MeshTransform

/// Reads and writes still WebP pictures through libwebp, which is loaded at the first one. Animations are read by
/// `FrameSource` and written by `AnimationFiles`.
public enum WebP {
  /// The longest side of a picture that can be written.
  public static let largestSide = 16_383

  /// Reads a picture as RGBA8, upright by its Exif orientation; of an animation the first frame, with a warning.
  ///
  /// Values are never converted: the file's ICC profile becomes ``MeshTransform/Image/colorProfile``. The result is
  /// `.opaque` if every alpha is 255, else `.straight`.
  /// - Throws: ``ImageFileError`` for damaged files, for pictures beyond `limits`, and where libwebpdemux is not installed.
  public static func read(
    from file: InputFile, limits: ImageLimits = .standard
  ) throws(ImageFileError) -> (image: Image, warnings: [ImageWarning]) {
    let bytes: [UInt8]
    do { bytes = try file.readAll(limit: ImageFile.byteLimit) } catch { throw .input(error) }
    return try read(bytes, name: file.description, limits: limits)
  }

  static func readSize(_ bytes: [UInt8], name: String) throws(ImageFileError) -> PixelSize {
    try withReader(bytes, name: name) { reader throws(ImageFileError) in
      reader.orientation.upright(reader.stored)
    }
  }

  static func read(
    _ bytes: [UInt8], name: String, limits: ImageLimits
  ) throws(ImageFileError) -> (image: Image, warnings: [ImageWarning]) {
    try withReader(bytes, name: name) { reader throws(ImageFileError) in
      let (stored, orientation) = (reader.stored, reader.orientation)
      let size = orientation.upright(stored)
      try limits.check(size, name: name, additional: orientation == .up ? 0 : 4 * stored.area)
      let pixels = orientation.upright(try reader.readPixels(), stored)
      let isOpaque = stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
      let image = Image(
        size: size, alpha: isOpaque ? .opaque : .straight, bytes: pixels,
        colorProfile: ColorProfile(icc: reader.chunk("ICCP")), pixelDensity: reader.density)
      let frames = reader.frameCount
      return (image, frames > 1 ? [.firstFrameOnly(name: name, frames: frames)] : [])
    }
  }

  static func withReader<Result>(
    _ bytes: [UInt8], name: String, _ body: (borrowing WebPReader) throws(ImageFileError) -> Result
  ) throws(ImageFileError) -> Result {
    if bytes.isEmpty { throw .empty(name: name) }
    return try bytes.withUnsafeBufferPointer { bytes throws(ImageFileError) in
      try body(WebPReader(bytes, name: name))
    }
  }
}

/// Reads one WebP. The bytes must outlive it.
struct WebPReader: ~Copyable {
  private let reader: OpaquePointer
  private let name: String
  /// The size of the rows in the file.
  let stored: PixelSize
  let frameCount: Int
  /// The number of times that players show an animation; 0 without end.
  let plays: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, name: String) throws(ImageFileError) {
    if let reason = cwebp_load_reader() {
      throw .libraryMissing(name: name, packages: "libwebpdemux2", reason: String(cString: reason))
    }
    var (header, state) = (cwebp_header(), cwebp_state_damaged)
    guard let reader = cwebp_reader_create(bytes.baseAddress!, bytes.count, &header, &state) else {
      throw switch state {
      case cwebp_state_whole: .outOfMemory(name: name)
      case cwebp_state_truncated: .truncatedWebP(name: name)
      default: .brokenWebP(name: name)
      }
    }
    (self.reader, self.name) = (reader, name)
    stored = PixelSize(Int(header.width), Int(header.height))
    (frameCount, plays) = (Int(header.frame_count), Int(header.loop_count))
  }

  deinit { cwebp_reader_destroy(reader) }

  /// The first chunk of that name, of four characters; nil where there is none.
  func chunk(_ name: String) -> [UInt8]? {
    var count = 0
    guard let bytes = cwebp_reader_chunk(reader, name, &count) else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  var orientation: ImageOrientation { ImageOrientation(exif) ?? .up }

  /// The density of the picture as it is shown.
  var density: PixelDensity? { orientation.upright(PixelDensity(exif)) }

  private var exif: ExifDirectory? { chunk("EXIF").flatMap(ExifDirectory.init(chunk:)) }

  /// The frames of an animation.
  func frames() throws(ImageFileError) -> [cwebp_frame] {
    var frames = [cwebp_frame](repeating: cwebp_frame(), count: frameCount)
    guard cwebp_reader_frames(reader, &frames, frameCount) else { throw .brokenWebP(name: name) }
    return frames
  }

  /// The pixels of the first frame on a transparent canvas.
  func readPixels() throws(ImageFileError) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: 4 * stored.area)
    let isDone = pixels.withUnsafeMutableBufferPointer { cwebp_reader_read_pixels(reader, $0.baseAddress!) }
    guard isDone else { throw .brokenWebP(name: name) }
    return pixels
  }
}
