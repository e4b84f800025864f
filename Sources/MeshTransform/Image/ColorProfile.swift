/// The declaration of an image file about its color values. Copied from input to output.
public struct ColorProfile: Hashable, Sendable {
  /// An embedded ICC profile with the name that the file gives it.
  public struct ICC: Hashable, Sendable {
    /// The name of the profile in the file.
    public let name: String
    /// The bytes of the ICC profile.
    public let data: [UInt8]
    /// A profile by its name and its bytes.
    public init(name: String, data: [UInt8]) { (self.name, self.data) = (name, data) }
  }
  /// CIE x, y of the white point and the primaries, in 1/100,000: white, red, green, blue.
  public struct Chromaticities: Hashable, Sendable {
    /// The white point and the primaries as x and y of CIE 1931, in units of 1/100,000.
    public let white: SIMD2<Int32>, red: SIMD2<Int32>, green: SIMD2<Int32>, blue: SIMD2<Int32>
    /// Chromaticities in units of 1/100,000.
    public init(white: SIMD2<Int32>, red: SIMD2<Int32>, green: SIMD2<Int32>, blue: SIMD2<Int32>) {
      (self.white, self.red, self.green, self.blue) = (white, red, green, blue)
    }
  }

  /// The color space by code points of ITU-T H.273, as a PNG's cICP chunk has them; the matrix is that of RGB.
  public struct CodePoints: Hashable, Sendable {
    /// Table 2 of H.273: 1 is BT.709 and sRGB, 9 BT.2020, 12 Display P3.
    public let primaries: UInt8
    /// Table 3 of H.273: 1 is BT.709, 13 sRGB, 16 PQ, 18 HLG.
    public let transfer: UInt8
    /// Whether values use the whole range of their depth; else 16...235, with 16 bits 4096...60,160.
    public let isFullRange: Bool
    /// The code points of the tables of H.273.
    public init(primaries: UInt8, transfer: UInt8, isFullRange: Bool = true) {
      (self.primaries, self.transfer, self.isFullRange) = (primaries, transfer, isFullRange)
    }
  }

  /// Has precedence over all others.
  public var codePoints: CodePoints?
  /// The embedded ICC profile; nil if there is none.
  public var icc: ICC?
  /// The rendering intent 0...3 of a file that declares itself sRGB.
  public var sRGBIntent: UInt8?
  /// The file's encoding exponent in 1/100,000 (45,455 for the usual 1/2.2).
  public var gamma: Int32?
  /// The white point and the primaries; nil if the file states none.
  public var chromaticities: Chromaticities?

  /// A profile with the given parts.
  public init(
    codePoints: CodePoints? = nil, icc: ICC? = nil, sRGBIntent: UInt8? = nil, gamma: Int32? = nil,
    chromaticities: Chromaticities? = nil
  ) {
    (self.codePoints, self.icc, self.sRGBIntent) = (codePoints, icc, sRGBIntent)
    (self.gamma, self.chromaticities) = (gamma, chromaticities)
  }
}
