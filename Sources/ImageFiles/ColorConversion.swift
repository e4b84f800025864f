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
    guard let colorProfile, !ColorProfile.areSameColors(colorProfile, nil) else { return (self, []) }
    if let reason = clcms_load() {
      throw .libraryMissing(name: name, packages: "liblcms2-2", reason: String(cString: reason))
    }
    var pixels = bytes
    let isDone = pixels.withUnsafeMutableBufferPointer { pixels in
      colorProfile.convert(pixels.baseAddress!, depth, count: size.area)
    }
    guard isDone else { return (self, [.unusableProfile(name: name)]) }
    let image = Image(
      size: size, alpha: alpha, depth: depth, bytes: pixels, colorProfile: ColorProfile(sRGBIntent: 1))
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
    case .measured(let gamma, let chromaticities):
      let c = chromaticities ?? .sRGB
      let values = [c.white, c.red, c.green, c.blue].flatMap { [Double($0.x) / 1e5, Double($0.y) / 1e5] }
      // The file's exponent encodes light; 1/2.2 is the usual one.
      return clcms_convert_measured(1e5 / Double(gamma ?? 45_455), values, isDeep, pixels, count)
    }
  }
}
