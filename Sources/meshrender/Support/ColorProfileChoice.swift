import MeshTransform

/// The color profile of a picture that is composed of several images: the profile of the first image that has one.
///
/// Color values are never converted, so images with a profile different from the picture's are drawn with changed
/// colors. An image without color chunks counts as sRGB, as in viewers.
struct ColorProfileChoice {
  private var images: [(name: String, profile: ColorProfile?)] = []

  /// - Parameter name: the image's file name. Images are added in the order of the layers.
  mutating func add(_ name: String, _ profile: ColorProfile?) {
    guard !images.contains(where: { $0.name.isSameBytes(as: name) }) else { return }
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
      + "color profile, has \(ColorProfile.words(first.profile)), which the picture keeps\(more); colors are not "
      + "converted; use --color-profile convert to convert to sRGB"
  }
}

extension ColorProfile {
  /// The profile in words: "the ICC profile \"Display P3\"".
  static func words(_ profile: ColorProfile?) -> String {
    guard let profile else { return "no color profile" }
    if let points = profile.codePoints { return points.words }
    if let icc = profile.icc { return "the ICC profile '\(icc.name)'" }
    if profile.sRGBIntent != nil { return "sRGB" }
    let parts = [
      profile.gamma.map { "gamma \(Double($0) / 100_000)" },
      profile.chromaticities.map { _ in "chromaticities" },
    ].compactMap { $0 }
    return parts.joined(separator: " and ") + " of its own"
  }
}
