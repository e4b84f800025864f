import CJPEG
import MeshTransform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension JPEG {
  /// The settings of an encoder.
  public struct Quality: Hashable, Sendable {
    /// The scale of libjpeg, 1...100; 90 is near the original, 75 shows at edges, below 50 blocks show.
    public let level: Int

    public static let `default` = Quality(level: 90)

    /// - Precondition: `level` is in 1...100.
    public init(level: Int) {
      precondition(1...100 ~= level, "the quality of a JPEG is 1...100")
      self.level = level
    }

    /// Whether colors have half the resolution of the brightness: below 90, where their loss is smaller than that of the
    /// quantization.
    var halvesChroma: Bool { level < 90 }
  }

  /// Writes a picture with its ICC profile; the output appears whole or not at all, see ``FileWriter``.
  ///
  /// - Parameter background: the color behind transparent pixels, sRGB-encoded, 0...255.
  /// - Returns: what the file does not hold.
  /// - Throws: ``ImageFileError`` for a side above 65,535 pixels, for a file that cannot be written, and where
  ///   libjpeg-turbo is not installed.
  @discardableResult
  public static func write(
    _ image: Image, to file: OutputFile, quality: Quality = .default,
    background: SIMD3<UInt8> = SIMD3(repeating: 255)
  ) throws(ImageFileError) -> [ImageWarning] {
    let (bytes, warnings) = try encode(
      image, name: file.description, quality: quality, background: background)
    do { try file.write(bytes) } catch { throw .output(error) }
    return warnings
  }

  /// The bytes of the file that ``write(_:to:quality:background:)`` writes.
  public static func encode(
    _ image: Image, quality: Quality = .default, background: SIMD3<UInt8> = SIMD3(repeating: 255)
  ) throws(ImageFileError) -> (bytes: [UInt8], warnings: [ImageWarning]) {
    try encode(image, name: "the picture", quality: quality, background: background)
  }

  private static func encode(
    _ image: Image, name: String, quality: Quality, background: SIMD3<UInt8>
  ) throws(ImageFileError) -> (bytes: [UInt8], warnings: [ImageWarning]) {
    if let reason = cjpeg_load() {
      throw .libraryMissing(name: name, packages: "libjpeg62-turbo", reason: String(cString: reason))
    }
    guard max(image.size.width, image.size.height) <= 65_535 else {
      throw .tooLargeToWrite(name: name, size: image.size, limit: 65_535)
    }
    let (opaque, isFlattened) = image.flattened(over: background)
    var warnings: [ImageWarning] = isFlattened ? [.flattened] : []
    let profile = image.colorProfile?.iccOfRGB(&warnings) ?? []
    return try profile.withUnsafeBufferPointer { profile throws(ImageFileError) in
      let settings = cjpeg_settings(
        quality: Int32(quality.level), halves_chroma: quality.halvesChroma, profile: profile.baseAddress,
        profile_size: profile.count)
      var (count, message) = (0, [CChar](repeating: 0, count: 256))
      let encoded = opaque.withUnsafeBufferPointer { pixels in
        cjpeg_encode(
          pixels.baseAddress!, UInt32(image.size.width), UInt32(image.size.height), settings, &count,
          &message,
          message.count)
      }
      guard let encoded else {
        let reason = message.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        throw reason.isEmpty ? .outOfMemory(name: name) : .notEncodable(name: name, reason: reason)
      }
      defer { free(encoded) }
      return (Array(UnsafeBufferPointer(start: encoded, count: count)), warnings)
    }
  }
}

extension Image {
  /// The pixels composited over a color, in encoded values rounded to nearest, with alpha 255.
  /// - Returns: also whether any pixel was not opaque.
  fileprivate func flattened(over background: SIMD3<UInt8>) -> (bytes: [UInt8], isFlattened: Bool) {
    if alpha == .opaque { return (bytes, false) }
    let isPremultiplied = alpha == .premultiplied
    let below = SIMD3<UInt32>(truncatingIfNeeded: background)
    var isFlattened = false
    var result = bytes
    result.withUnsafeMutableBufferPointer { pixels in
      for i in stride(from: 0, to: pixels.count, by: 4) where pixels[i + 3] != 255 {
        isFlattened = true
        let a = UInt32(pixels[i + 3])
        for channel in 0..<3 {
          let own = UInt32(pixels[i + channel]) * (isPremultiplied ? 255 : a)
          pixels[i + channel] = UInt8(min(255, (own + below[channel] * (255 - a) + 127) / 255))
        }
        pixels[i + 3] = 255
      }
    }
    return (result, isFlattened)
  }
}
