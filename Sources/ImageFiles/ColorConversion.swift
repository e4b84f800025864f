import CLCMS
import MeshTransform

/// How a reader treats the colors of a picture.
public enum ColorConversion: String, CaseIterable, Hashable, Sendable {
  /// Values stay as they are, and the profile with them. CMYK is converted to sRGB nonetheless.
  case keep
  /// Values become sRGB, with relative colorimetric intent and black point compensation, through Little CMS, which is
  /// loaded for the first picture that needs it.
  case convert
}

extension Image {
  /// The picture in sRGB; unchanged where its values already are.
  ///
  /// Alpha is unchanged; fully transparent pixels are converted, too. The depth is unchanged, so that dark colors of
  /// linear profiles with 8 bits are banded as before.
  package func convertedToSRGB(
    name: String
  ) throws(ImageFileError) -> (image: Image, warnings: [ImageWarning]) {
    guard var colorProfile, !ColorProfile.areSameColors(colorProfile, nil) else { return (self, []) }
    if let points = colorProfile.codePoints, !points.isConvertible {
      // Readers that do not know the code points use the profile beside them.
      guard colorProfile.icc != nil else { return (self, [.unconvertedCodePoints(name: name, points)]) }
      colorProfile.codePoints = nil
    }
    if let reason = clcms_load() {
      throw .libraryMissing(name: name, packages: "liblcms2-2", reason: String(cString: reason))
    }
    var pixels = bytes
    let isDone = pixels.withUnsafeMutableBufferPointer { pixels in
      colorProfile.convert(pixels.baseAddress!, depth, count: size.area)
    }
    guard isDone else { return (self, [.unusableProfile(name: name)]) }
    let image = Image(
      size: size, alpha: alpha, depth: depth, bytes: pixels, colorProfile: ColorProfile(sRGBIntent: 1),
      pixelDensity: pixelDensity)
    return (image, [])
  }
}

extension ColorProfile {
  /// Converts RGBA in place; false where the profile is not usable.
  fileprivate func convert(_ pixels: UnsafeMutablePointer<UInt8>, _ depth: Image.Depth, count: Int) -> Bool {
    let isDeep = depth == .sixteen
    switch encoding {
    case .sRGB: return true
    case .icc(let data): return clcms_convert_rgb(data, data.count, isDeep, pixels, count)
    case .code(let points):
      guard let curve = points.curve, let chromaticities = points.chromaticities else { return false }
      if !points.isFullRange { Image.expandRange(of: pixels, depth, count: count) }
      return chromaticities.convert(curve, pixels, isDeep, count: count)
    case .measured(let gamma, let chromaticities):
      // The file's exponent encodes light; 1/2.2 is the usual one.
      let curve = clcms_curve(exponent: 1e5 / Double(gamma ?? 45_455), a: 1, b: 0, c: 0, d: 0)
      return (chromaticities ?? .sRGB).convert(curve, pixels, isDeep, count: count)
    }
  }
}

extension ColorProfile.Chromaticities {
  fileprivate func convert(
    _ curve: clcms_curve, _ pixels: UnsafeMutablePointer<UInt8>, _ isDeep: Bool, count: Int
  ) -> Bool {
    let values = [white, red, green, blue].flatMap { [Double($0.x) / 1e5, Double($0.y) / 1e5] }
    return clcms_convert_measured(curve, values, isDeep, pixels, count)
  }
}

extension Image {
  /// Maps the limited range of RGBA colors, 16...235 or with 16 bits 4096...60,160, to the whole one; alpha stays.
  fileprivate static func expandRange(
    of pixels: UnsafeMutablePointer<UInt8>, _ depth: Image.Depth, count: Int
  ) {
    switch depth {
    case .eight: expandRange(of: UnsafeMutableBufferPointer(start: pixels, count: 4 * count))
    case .sixteen:
      UnsafeMutableRawPointer(pixels).withMemoryRebound(to: UInt16.self, capacity: 4 * count) {
        expandRange(of: UnsafeMutableBufferPointer(start: $0, count: 4 * count))
      }
    }
  }

  private static func expandRange<Channel: FixedWidthInteger>(
    of channels: UnsafeMutableBufferPointer<Channel>
  ) {
    let largest = Double(Channel.max)
    // ITU-T H.273 multiplies the range of 8 bits by 2 ^ (bits - 8).
    let unit = Double(1 << (Channel.bitWidth - 8))
    let values = (0...Int(Channel.max)).map { value -> Channel in
      let expanded = ((Double(value) - 16 * unit) * largest / (219 * unit)).rounded()
      return Channel(min(max(expanded, 0), largest))
    }
    for i in channels.indices where i % 4 != 3 { channels[i] = values[Int(channels[i])] }
  }
}
