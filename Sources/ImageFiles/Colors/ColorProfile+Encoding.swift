import MeshTransform

extension ColorProfile {
  /// The meaning of a profile, in which different chunks may agree.
  enum Encoding: Hashable {
    case sRGB
    case code(CodePoints)
    case icc([UInt8])
    case measured(gamma: Int32?, Chromaticities?)
  }

  /// The chunk with the highest precedence in PNG: cICP, then iCCP, then sRGB, then gAMA with cHRM.
  var encoding: Encoding {
    if let codePoints { return codePoints == .sRGB ? .sRGB : .code(codePoints) }
    if let icc { return icc.data.contains("sRGB".utf8) ? .sRGB : .icc(icc.data) }
    if sRGBIntent != nil { return .sRGB }
    let isUsual = chromaticities == nil || chromaticities == .sRGB
    return gamma == 45_455 && isUsual ? .sRGB : .measured(gamma: gamma, chromaticities)
  }

  /// Whether values of both profiles mean the same colors; without a profile they are sRGB.
  package static func areSameColors(_ a: ColorProfile?, _ b: ColorProfile?) -> Bool {
    (a?.encoding ?? .sRGB) == (b?.encoding ?? .sRGB)
  }
}

extension ColorProfile.CodePoints {
  /// The primaries of BT.709 and the transfer of IEC 61966-2-1.
  static let sRGB = ColorProfile.CodePoints(primaries: 1, transfer: 13)
}

extension ColorProfile.Chromaticities {
  /// The chromaticities of ITU-R BT.709, which sRGB uses.
  static let sRGB = ColorProfile.Chromaticities(
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
