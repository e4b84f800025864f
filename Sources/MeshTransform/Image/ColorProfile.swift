/// The declaration of an image file about its color values. Copied from input to output.
public struct ColorProfile: Hashable, Sendable {
  /// An embedded ICC profile with the name that the file gives it.
  public struct ICC: Hashable, Sendable {
    public let name: String
    public let data: [UInt8]
    public init(name: String, data: [UInt8]) { (self.name, self.data) = (name, data) }
  }
  /// CIE x, y of the white point and the primaries, in 1/100,000: white, red, green, blue.
  public struct Chromaticities: Hashable, Sendable {
    public let white: SIMD2<Int32>, red: SIMD2<Int32>, green: SIMD2<Int32>, blue: SIMD2<Int32>
    public init(white: SIMD2<Int32>, red: SIMD2<Int32>, green: SIMD2<Int32>, blue: SIMD2<Int32>) {
      (self.white, self.red, self.green, self.blue) = (white, red, green, blue)
    }
  }

  public var icc: ICC?
  /// The rendering intent 0...3 of a file that declares itself sRGB.
  public var sRGBIntent: UInt8?
  /// The file's encoding exponent in 1/100,000 (45,455 for the usual 1/2.2).
  public var gamma: Int32?
  public var chromaticities: Chromaticities?

  public init(
    icc: ICC? = nil, sRGBIntent: UInt8? = nil, gamma: Int32? = nil, chromaticities: Chromaticities? = nil
  ) {
    (self.icc, self.sRGBIntent, self.gamma, self.chromaticities) = (icc, sRGBIntent, gamma, chromaticities)
  }
}
