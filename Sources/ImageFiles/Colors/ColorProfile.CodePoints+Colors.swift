import CLCMS
import MeshTransform

extension ColorProfile.CodePoints {
  /// Whether values beyond the white of a screen are encoded.
  var isHDR: Bool { transfer == 16 || transfer == 18 }

  /// Whether the colors can be converted.
  var isConvertible: Bool { curve != nil && chromaticities != nil }

  /// The decoding of light; nil for HDR and for values that are not specified.
  ///
  /// Table 3 of H.273 has the encoding; these are its inverses.
  var curve: clcms_curve? {
    switch transfer {
    case 1, 6, 14, 15:  // BT.709, BT.601 and BT.2020: 1.099 L^0.45 - 0.099 from 0.018 on, else 4.5 L
      clcms_curve(exponent: 1 / 0.45, a: 1 / 1.099, b: 0.099 / 1.099, c: 1 / 4.5, d: 4.5 * 0.018)
    case 4: clcms_curve(power: 2.2)
    case 5: clcms_curve(power: 2.8)
    case 7:  // SMPTE ST 240: 1.1115 L^0.45 - 0.1115 from 0.0228 on, else 4 L
      clcms_curve(exponent: 1 / 0.45, a: 1 / 1.1115, b: 0.1115 / 1.1115, c: 1 / 4.0, d: 4 * 0.0228)
    case 8: clcms_curve(power: 1)
    case 13:  // IEC 61966-2-1
      clcms_curve(exponent: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045)
    default: nil
    }
  }

  /// White and primaries by table 2 of H.273; nil for values that are not specified.
  var chromaticities: ColorProfile.Chromaticities? {
    let d65: SIMD2<Int32> = [31_270, 32_900]
    func space(
      _ red: SIMD2<Int32>, _ green: SIMD2<Int32>, _ blue: SIMD2<Int32>, white: SIMD2<Int32>? = nil
    ) -> ColorProfile.Chromaticities {
      ColorProfile.Chromaticities(white: white ?? d65, red: red, green: green, blue: blue)
    }
    return switch self.primaries {
    case 1: .sRGB
    case 4: space([67_000, 33_000], [21_000, 71_000], [14_000, 8_000], white: [31_000, 31_600])
    case 5: space([64_000, 33_000], [29_000, 60_000], [15_000, 6_000])
    case 6, 7: space([63_000, 34_000], [31_000, 59_500], [15_500, 7_000])
    case 9: space([70_800, 29_200], [17_000, 79_700], [13_100, 4_600])
    case 11: space([68_000, 32_000], [26_500, 69_000], [15_000, 6_000], white: [31_400, 35_100])
    case 12: space([68_000, 32_000], [26_500, 69_000], [15_000, 6_000])
    default: nil
    }
  }
}

extension ColorProfile.CodePoints {
  /// The color space in words: "Display P3 primaries with the transfer of sRGB".
  package var words: String {
    let primaries: [UInt8: String] = [
      1: "BT.709", 4: "BT.470 M", 5: "BT.601 (625 lines)", 6: "BT.601 (525 lines)", 7: "SMPTE 240M",
      9: "BT.2020",
      11: "DCI-P3", 12: "Display P3",
    ]
    let transfers: [UInt8: String] = [
      1: "BT.709", 4: "gamma 2.2", 5: "gamma 2.8", 6: "BT.601", 7: "SMPTE 240M", 8: "linear light",
      13: "sRGB",
      14: "BT.2020", 15: "BT.2020", 16: "PQ", 18: "HLG",
    ]
    return "\(primaries[self.primaries] ?? "the code \(self.primaries) for") primaries with the transfer "
      + "\(transfers[transfer] ?? "of code \(transfer)")\(isFullRange ? "" : " and a limited range")"
  }
}
