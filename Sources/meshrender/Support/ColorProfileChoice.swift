import MeshTransform

/// The color profile of a picture that is composed of several images: the profile of the first image that has one.
///
/// Color values are never converted, so images with a profile different from the picture's are drawn with changed
/// colors. An image without color chunks counts as sRGB, as in viewers.
struct ColorProfileChoice {
  private var images: [(name: String, profile: ColorProfile?)] = []

  /// - Parameter name: the image's file name. Images are added in the order of the layers.
  mutating func add(_ name: String, _ profile: ColorProfile?) {
    guard !images.contains(where: { $0.name == name }) else { return }
    images.append((name, profile))
  }

  private var first: (name: String, profile: ColorProfile)? {
    images.lazy.compactMap { image in image.profile.map { (image.name, $0) } }.first
  }

  var profile: ColorProfile? { first?.profile }

  /// One sentence about the first image whose colors change; nil when all profiles agree.
  var warning: String? {
    guard let first else { return nil }
    let others = images.filter { !ColorProfile.areSameColors($0.profile, first.profile) }
    guard let other = others.first else { return nil }
    let rest = others.count - 1
    let more =
      rest == 0 ? "" : rest == 1 ? " (1 more image differs, too)" : " (\(rest) more images differ, too)"
    return
      "\(other.name) has \(ColorProfile.words(other.profile)), but \(first.name), the first image with a "
      + "color profile, has \(ColorProfile.words(first.profile)), which the picture gets\(more); colors are not "
      + "converted, so convert the images to one profile first"
  }
}

extension ColorProfile {
  private enum Encoding: Hashable {
    case sRGB
    case icc([UInt8])
    case measured(gamma: Int32?, Chromaticities?)
  }

  /// The chunk with the highest precedence in PNG: iCCP, then sRGB, then gAMA with cHRM.
  private var encoding: Encoding {
    if let icc { return icc.data.contains("sRGB".utf8) ? .sRGB : .icc(icc.data) }
    if sRGBIntent != nil { return .sRGB }
    let isUsual = chromaticities == nil || chromaticities == .sRGB
    return gamma == 45_455 && isUsual ? .sRGB : .measured(gamma: gamma, chromaticities)
  }

  static func areSameColors(_ a: ColorProfile?, _ b: ColorProfile?) -> Bool {
    (a?.encoding ?? .sRGB) == (b?.encoding ?? .sRGB)
  }

  /// The profile in words: "the ICC profile \"Display P3\"".
  static func words(_ profile: ColorProfile?) -> String {
    guard let profile else { return "no color profile" }
    if let icc = profile.icc { return "the ICC profile '\(icc.name)'" }
    if profile.sRGBIntent != nil { return "sRGB" }
    let parts = [
      profile.gamma.map { "gamma \(Double($0) / 100_000)" },
      profile.chromaticities.map { _ in "chromaticities" },
    ].compactMap { $0 }
    return parts.joined(separator: " and ") + " of its own"
  }
}

extension ColorProfile.Chromaticities {
  /// The chromaticities of ITU-R BT.709, which sRGB uses.
  fileprivate static let sRGB = ColorProfile.Chromaticities(
    white: [31270, 32900], red: [64000, 33000], green: [30000, 60000], blue: [15000, 6000])
}

extension [UInt8] {
  /// Whether the bytes occur in it, contiguous or, as in UTF-16, each after a zero byte.
  fileprivate func contains(_ text: String.UTF8View) -> Bool {
    let text = Array(text)
    return [1, 2].contains { step in
      indices.contains { start in
        start + step * (text.count - 1) < count
          && text.indices.allSatisfy { self[start + step * $0] == text[$0] }
      }
    }
  }
}
