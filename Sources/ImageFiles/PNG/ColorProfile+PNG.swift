import CPNG
import MeshTransform

extension ColorProfile {
  /// The profile from the color chunks; nil when there are none. Copies the profile's bytes.
  init?(_ color: cpng_color) {
    self.init()
    if let name = color.icc_name, let data = color.icc_data {
      // A keyword is Latin-1, which maps to the first 256 scalars.
      let scalars = (0...).lazy.map { Unicode.Scalar(UInt8(bitPattern: name[$0])) }.prefix { $0.value != 0 }
      icc = ICC(
        name: String(String.UnicodeScalarView(scalars)),
        data: Array(UnsafeBufferPointer(start: data, count: color.icc_size)))
    }
    if color.has_code_points {
      let (primaries, transfer, _, range) = color.code_points
      codePoints = CodePoints(primaries: primaries, transfer: transfer, isFullRange: range != 0)
    }
    if color.has_srgb_intent { sRGBIntent = color.srgb_intent }
    if color.has_gamma { gamma = color.gamma }
    if color.has_chromaticities {
      let c = color.chromaticities
      chromaticities = Chromaticities(
        white: [c.0, c.1], red: [c.2, c.3], green: [c.4, c.5], blue: [c.6, c.7])
    }
    if self == ColorProfile() { return nil }
  }

  /// Calls `body` with the chunks to write; values that PNG cannot represent are omitted.
  func withPNGColor<Result, Failure>(
    _ body: (cpng_color) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var color = cpng_color()
    if let points = codePoints {
      color.has_code_points = true
      color.code_points = (points.primaries, points.transfer, 0, points.isFullRange ? 1 : 0)
    }
    if let sRGBIntent, sRGBIntent <= 3 { (color.has_srgb_intent, color.srgb_intent) = (true, sRGBIntent) }
    if let gamma, gamma > 0 { (color.has_gamma, color.gamma) = (true, gamma) }
    if let c = chromaticities {
      let values = [c.white, c.red, c.green, c.blue]
      color.has_chromaticities = values.allSatisfy { $0.x >= 0 && $0.y >= 0 }
      color.chromaticities = (
        c.white.x, c.white.y, c.red.x, c.red.y, c.green.x, c.green.y, c.blue.x, c.blue.y
      )
    }
    guard let icc else { return try body(color) }
    return try icc.keyword.withUnsafeBufferPointer { name throws(Failure) in
      try icc.data.withUnsafeBufferPointer { data throws(Failure) in
        (color.icc_name, color.icc_data, color.icc_size) = (name.baseAddress, data.baseAddress, data.count)
        return try body(color)
      }
    }
  }
}

extension ColorProfile.ICC {
  /// The name as a PNG keyword, zero-terminated: 1...79 printable Latin-1 bytes, without leading, trailing or
  /// consecutive spaces. Other characters are dropped; an empty result becomes "ICC profile".
  var keyword: [CChar] {
    var bytes: [UInt8] = []
    for scalar in name.unicodeScalars {
      guard bytes.count < 79, let byte = UInt8(exactly: scalar.value) else { continue }
      switch byte {
      case 0x20 where bytes.last != 0x20 && !bytes.isEmpty: bytes.append(byte)
      case 0x21...0x7E, 0xA1...0xFF: bytes.append(byte)
      default: continue
      }
    }
    if bytes.last == 0x20 { bytes.removeLast() }
    if bytes.isEmpty { bytes = Array("ICC profile".utf8) }
    return bytes.map { CChar(bitPattern: $0) } + [0]
  }
}
