import CLCMS
import MeshTransform

/// A conversion of pixels between two color profiles, by Little CMS.
///
/// Relative colorimetric intent with black point compensation. May be used by several threads at once.
final class ColorTransform: @unchecked Sendable {
  private let pointer: OpaquePointer

  /// - Returns: nil where a profile is damaged, the target is not one of RGB, or the source not one of RGB or gray.
  /// - Throws: ``ImageFileError/libraryMissing(name:packages:reason:)``.
  convenience init?(
    from source: ColorProfile, to target: ColorProfile, _ depth: Image.Depth, name: String
  ) throws(ImageFileError) {
    try OpenProfile.loadLibrary(name: name)
    guard let source = OpenProfile(source), let target = OpenProfile(target), source.colors != clcms_cmyk
    else { return nil }
    self.init(from: source, to: target, isDeep: depth == .sixteen)
  }

  /// - Parameter isInverted: whether 255 is no ink in CMYK.
  init?(from source: OpenProfile, to target: OpenProfile, isDeep: Bool, isInverted: Bool = false) {
    guard let pointer = clcms_transform_create(source.pointer, target.pointer, isDeep, isInverted) else {
      return nil
    }
    self.pointer = pointer
  }

  deinit { clcms_transform_destroy(pointer) }

  /// Converts pixels of four channels to RGBA in place; alpha stays.
  func apply(to pixels: UnsafeMutablePointer<UInt8>, count: Int) {
    clcms_transform_apply(pointer, pixels, count)
  }
}

/// A color profile that Little CMS has opened.
final class OpenProfile {
  let pointer: OpaquePointer

  private init?(_ pointer: OpaquePointer?) {
    guard let pointer else { return nil }
    self.pointer = pointer
  }

  deinit { clcms_close(pointer) }

  /// Must have returned before any other use.
  static func loadLibrary(name: String) throws(ImageFileError) {
    if let reason = clcms_load() {
      throw .libraryMissing(name: name, packages: "liblcms2-2", reason: String(cString: reason))
    }
  }

  static var sRGB: OpenProfile? { OpenProfile(clcms_open_srgb()) }

  convenience init?(icc data: [UInt8]) { self.init(clcms_open_icc(data, data.count)) }

  convenience init?(_ chromaticities: ColorProfile.Chromaticities, _ curve: clcms_curve) {
    let colors = [chromaticities.white, chromaticities.red, chromaticities.green, chromaticities.blue]
    self.init(
      clcms_open_measured(
        curve,
        colors.flatMap { color -> [Double] in
          [Double(color.x) / 1e5, Double(color.y) / 1e5]
        }))
  }

  /// Fails for a damaged profile, and for code points without a conversion.
  convenience init?(_ profile: ColorProfile) {
    switch profile.encoding {
    case .sRGB: self.init(clcms_open_srgb())
    case .icc(let data): self.init(icc: data)
    case .code(let points):
      guard let curve = points.curve, let chromaticities = points.chromaticities else { return nil }
      self.init(chromaticities, curve)
    case .measured(let gamma, let chromaticities):
      // The file's exponent encodes light; 1/2.2 is the usual one.
      self.init(chromaticities ?? .sRGB, clcms_curve(power: 1e5 / Double(gamma ?? 45_455)))
    }
  }

  var colors: clcms_colors { clcms_colors_of(pointer) }

  /// The profile as ICC data with this name, in ASCII; nil where memory is too small. Equal profiles have equal data.
  func encoded(name: String) -> [UInt8]? {
    var data = [UInt8](repeating: 0, count: clcms_encode(pointer, name, nil, 0))
    let count = data.withUnsafeMutableBufferPointer { clcms_encode(pointer, name, $0.baseAddress, $0.count) }
    guard count == data.count, count > 128 else { return nil }
    // The header has the time of creation: year, month, day, hour, minute and second, 16 bits each.
    data.replaceSubrange(24..<36, with: [0x07, 0xE8, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
    return data
  }
}

extension clcms_curve {
  init(power exponent: Double) { self.init(exponent: exponent, a: 1, b: 0, c: 0, d: 0) }
}
