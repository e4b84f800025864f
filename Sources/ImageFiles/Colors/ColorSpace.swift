import CLCMS
import MeshTransform

/// The RGB color spaces that have a name in CSS, with values of 0...1.
public enum ColorSpace: String, CaseIterable, Hashable, Sendable {
  /// IEC 61966-2-1, the color space of the web.
  case sRGB = "srgb"
  /// The primaries of DCI-P3 with the white and the curve of sRGB.
  case displayP3 = "display-p3"
  /// Adobe RGB (1998).
  case a98RGB = "a98-rgb"
  /// ITU-R BT.2020 with its own curve.
  case rec2020 = "rec2020"

  /// The profile that a file of this color space contains: the mark of sRGB, or ICC data, which are the same in every run.
  ///
  /// Primaries and curves are those of CSS Color Module Level 4, section 10, and of ITU-T H.273.
  /// - Throws: ``ImageFileError/libraryMissing(name:packages:reason:)``; sRGB needs no library.
  public func profile() throws(ImageFileError) -> ColorProfile {
    if self == .sRGB { return .sRGB }
    try OpenProfile.loadLibrary(name: rawValue)
    let (name, chromaticities, curve) = definition
    guard let data = OpenProfile(chromaticities, curve)?.encoded(name: name) else {
      throw .outOfMemory(name: rawValue)
    }
    return ColorProfile(icc: ColorProfile.ICC(name: name, data: data))
  }

  private var definition: (name: String, ColorProfile.Chromaticities, clcms_curve) {
    func coded(_ name: String, primaries: UInt8, transfer: UInt8)
      -> (String, ColorProfile.Chromaticities, clcms_curve)
    {
      let points = ColorProfile.CodePoints(primaries: primaries, transfer: transfer)
      return (name, points.chromaticities!, points.curve!)
    }
    return switch self {
    case .sRGB: coded("sRGB", primaries: 1, transfer: 13)
    case .displayP3: coded("Display P3", primaries: 12, transfer: 13)
    case .a98RGB:
      (
        "Adobe RGB (1998) compatible",
        ColorProfile.Chromaticities(
          white: [31_270, 32_900], red: [64_000, 33_000], green: [21_000, 71_000], blue: [15_000, 6_000]),
        clcms_curve(power: 563.0 / 256)
      )
    case .rec2020: coded("BT.2020", primaries: 9, transfer: 14)
    }
  }
}

extension ColorProfile {
  /// The profile of a file that declares itself sRGB, with relative colorimetric intent.
  public static let sRGB = ColorProfile(sRGBIntent: 1)

  /// The profile of an ICC file.
  /// - Throws: ``ImageFileError/unusableProfile(name:)`` for damaged data and for other profiles than those of RGB,
  ///   ``ImageFileError/libraryMissing(name:packages:reason:)``.
  public init(icc data: [UInt8], name: String) throws(ImageFileError) {
    try OpenProfile.loadLibrary(name: name)
    guard let sRGB = OpenProfile.sRGB, let open = OpenProfile(icc: data),
      ColorTransform(from: sRGB, to: open, isDeep: false) != nil
    else { throw .unusableProfile(name: name) }
    self.init()
    icc = ICC(name: ICCDescription.text(data) ?? "ICC profile", data: data)
  }
}

/// Converts single colors from sRGB to a color profile.
///
/// Relative colorimetric intent with black point compensation, with 16 bits a channel. Colors beyond the profile's
/// gamut become the nearest ones channel by channel.
public struct ColorMapping: Sendable {
  private let transform: ColorTransform?

  /// - Parameters:
  ///   - target: a profile of RGB.
  ///   - name: the name of the profile in errors.
  /// - Throws: ``ImageFileError/unusableProfile(name:)``, ``ImageFileError/libraryMissing(name:packages:reason:)``.
  public init(to target: ColorProfile, name: String) throws(ImageFileError) {
    guard !ColorProfile.areSameColors(nil, target) else {
      transform = nil
      return
    }
    transform = try ColorTransform(from: .sRGB, to: target, .sixteen, name: name)
    if transform == nil { throw .unusableProfile(name: name) }
  }

  /// - Parameter color: of sRGB, with channels in 0...1; alpha stays.
  public func callAsFunction(_ color: Color) -> Color {
    guard let transform else { return color }
    var pixel = [color.red, color.green, color.blue, 0].map {
      UInt16(clamping: (min(max($0, 0), 1) * 65535).rounded())
    }
    pixel.withUnsafeMutableBytes { transform.apply(to: $0.bindMemory(to: UInt8.self).baseAddress!, count: 1) }
    let channels = pixel.map { Double($0) / 65535 }
    return Color(red: channels[0], green: channels[1], blue: channels[2], alpha: color.alpha)
  }
}
