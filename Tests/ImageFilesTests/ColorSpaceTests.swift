import ImageFiles
import MeshTransform
import Testing

/// Named color spaces and the conversion of single colors to them.
struct ColorSpaceTests {
  /// Red and green of sRGB in Display P3, by the sample conversions of CSS Color Module Level 4.
  @Test func colorsOfSRGBInDisplayP3() throws {
    let mapping = try ColorMapping(to: ColorSpace.displayP3.profile(), name: "display-p3")
    let red = mapping(Color(red: 1, green: 0, blue: 0, alpha: 0.25))
    #expect(abs(red.red - 0.917488) < 1e-3 && abs(red.green - 0.200287) < 1e-3)
    #expect(abs(red.blue - 0.138561) < 1e-3 && red.alpha == 0.25)
    let green = mapping(Color(red: 0, green: 1, blue: 0))
    #expect(abs(green.red - 0.458402) < 1e-3 && abs(green.green - 0.985265) < 1e-3)
    #expect(abs(green.blue - 0.298295) < 1e-3)
  }

  @Test(arguments: ColorSpace.allCases)
  func whiteGrayAndBlackStayNeutral(_ space: ColorSpace) throws {
    let mapping = try ColorMapping(to: space.profile(), name: space.rawValue)
    for value in [0, 0.25, 0.5, 1] {
      let color = mapping(Color(red: value, green: value, blue: value))
      #expect(abs(color.red - color.green) < 1e-3 && abs(color.green - color.blue) < 1e-3)
      if value == 0 || value == 1 { #expect(abs(color.red - value) < 1e-3) }
    }
  }

  @Test func colorsOfSRGBStayInSRGB() throws {
    let color = Color(red: 0.123456, green: 1, blue: 0)
    #expect(try ColorMapping(to: .sRGB, name: "srgb")(color) == color)
  }

  @Test(arguments: ColorSpace.allCases)
  func profilesAreTheSameInEveryRun(_ space: ColorSpace) throws {
    let profile = try space.profile()
    #expect(try space.profile() == profile)
    if let icc = profile.icc {
      #expect(try ColorProfile(icc: icc.data, name: "a.icc") == profile)
      // The year of creation, at byte 24 of the header.
      #expect(Array(icc.data[24..<26]) == [0x07, 0xE8])
    }
  }

  @Test(arguments: [[], Array("profile".utf8), [UInt8](repeating: 7, count: 600)] as [[UInt8]])
  func otherDataAreNoProfile(_ data: [UInt8]) {
    #expect(throws: ImageFileError.unusableProfile(name: "a.icc")) {
      try ColorProfile(icc: data, name: "a.icc")
    }
  }
}
