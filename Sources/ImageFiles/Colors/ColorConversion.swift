import MeshTransform

/// How a reader treats the colors of a picture.
public enum ColorConversion: Hashable, Sendable {
  /// Values stay as they are, and the profile with them. CMYK, and gray with a profile of gray, are converted to sRGB
  /// nonetheless, because no picture of RGB can have their profile.
  case keep
  /// Values stay as they are, also those of gray: for images that measure something, such as a displacement.
  case values
  /// Values become those of a profile of RGB, with relative colorimetric intent and black point compensation, through
  /// Little CMS, which is loaded for the first picture that needs it.
  case convert(to: ColorProfile)
}

extension Image {
  /// The picture with the color values that a conversion asks for.
  package func converted(
    by conversion: ColorConversion, name: String
  ) throws(ImageFileError) -> (image: Image, warnings: [ImageWarning]) {
    switch conversion {
    case .values: return (self, [])
    case .convert(let target): return try converted(to: target, name: name)
    case .keep:
      guard let colorProfile, colorProfile.isOfGray else { return (self, []) }
      var (image, warnings) = try converted(to: .sRGB, name: name)
      // Nothing else is left of a profile that says sRGB, or is damaged.
      image.colorProfile = warnings.isEmpty ? .sRGB : nil
      return (image, warnings)
    }
  }

  /// The picture in the color space of `target`; unchanged where its values already are. Without a profile they are
  /// sRGB.
  ///
  /// Alpha is unchanged; fully transparent pixels are converted, too. The depth is unchanged, so that dark colors of
  /// linear profiles with 8 bits are banded as before.
  package func converted(
    to target: ColorProfile, name: String
  ) throws(ImageFileError) -> (image: Image, warnings: [ImageWarning]) {
    guard !ColorProfile.areSameColors(colorProfile, target) else { return (self, []) }
    var source = colorProfile ?? .sRGB
    if let points = source.codePoints, !points.isConvertible {
      // Readers that do not know the code points use the profile beside them.
      guard source.icc != nil else { return (self, [.unconvertedCodePoints(name: name, points)]) }
      source.codePoints = nil
    }
    guard let transform = try ColorTransform(from: source, to: target, depth, name: name) else {
      return (self, [.unusableProfile(name: name)])
    }
    var pixels = bytes
    pixels.withUnsafeMutableBufferPointer { pixels in
      if let points = source.codePoints, !points.isFullRange {
        Self.expandRange(of: pixels.baseAddress!, depth, count: size.area)
      }
      transform.apply(to: pixels.baseAddress!, count: size.area)
    }
    let image = Image(
      size: size, alpha: alpha, depth: depth, bytes: pixels, colorProfile: target, pixelDensity: pixelDensity)
    return (image, [])
  }

  /// Maps the limited range of RGBA colors, 16...235 or with 16 bits 4096...60,160, to the whole one; alpha stays.
  private static func expandRange(
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
