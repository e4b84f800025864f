import CWebP
import MeshTransform

extension WebP {
  /// Writes a still picture of 8 bits a channel with its ICC profile; the output appears whole or not at all, see
  /// ``FileWriter``.
  ///
  /// - Parameter quality: 0...100; nil for a lossless file, in which only the colors of fully transparent pixels change.
  /// - Returns: what the file does not hold.
  /// - Throws: ``ImageFileError`` for a side above ``largestSide``, for a file that cannot be written, and where
  ///   libwebpmux is not installed.
  @discardableResult
  public static func write(
    _ image: Image, to file: OutputFile, quality: Int? = nil
  ) throws(ImageFileError) -> [ImageWarning] {
    let (bytes, warnings) = try encode(image, name: file.description, quality: quality)
    do { try file.write(bytes) } catch { throw .output(error) }
    return warnings
  }

  /// The bytes of the file that ``write(_:to:quality:)`` writes.
  public static func encode(
    _ image: Image, quality: Int? = nil
  ) throws(ImageFileError) -> (bytes: [UInt8], warnings: [ImageWarning]) {
    try encode(image, name: "the picture", quality: quality)
  }

  private static func encode(
    _ image: Image, name: String, quality: Int?
  ) throws(ImageFileError) -> (bytes: [UInt8], warnings: [ImageWarning]) {
    if let reason = cwebp_load_writer() {
      throw .libraryMissing(name: name, packages: "libwebpmux3", reason: String(cString: reason))
    }
    let size = image.size
    guard max(size.width, size.height) <= largestSide else {
      throw .tooLargeToWrite(name: name, size: size, limit: largestSide)
    }
    var warnings: [ImageWarning] = []
    let profile = image.colorProfile?.iccOfRGB(&warnings) ?? []
    let pixels = image.converted(to: .eight).straightened().bytes
    var count = 0
    let encoded = pixels.withUnsafeBufferPointer { pixels in
      profile.withUnsafeBufferPointer { profile in
        cwebp_encode(
          pixels.baseAddress!, UInt32(size.width), UInt32(size.height), quality.map(Float.init) ?? -1,
          profile.baseAddress, profile.count, &count)
      }
    }
    guard let encoded else { throw .outOfMemory(name: name) }
    defer { cwebp_free(encoded) }
    return (Array(UnsafeBufferPointer(start: encoded, count: count)), warnings)
  }
}
