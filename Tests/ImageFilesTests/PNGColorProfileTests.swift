import ImageFiles
import MeshTransform
import Testing

private let chromaticities = ColorProfile.Chromaticities(
  white: [31270, 32900], red: [64000, 33000], green: [30000, 60000], blue: [15000, 6000])

/// The profile that make_fixtures.py builds.
private let icc: ColorProfile.ICC = {
  var data = [UInt8](repeating: 0, count: 132)
  func put(_ at: Int, _ bytes: [UInt8]) { data.replaceSubrange(at..<at + bytes.count, with: bytes) }
  put(2, [1, 176])
  put(8, [2, 16])
  put(12, Array("mntrRGB XYZ ".utf8))
  put(36, Array("acsp".utf8))
  put(68, [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D])
  var state: UInt32 = 1
  for _ in 0..<300 {
    state = state &* 1_103_515_245 &+ 12345
    data.append(UInt8(state >> 24))
  }
  return ColorProfile.ICC(name: "Test profil\u{E9}", data: data)
}()

@Suite("Color profiles")
struct PNGColorProfileTests {
  static let cases: [(String, ColorProfile?)] = [
    ("rgb8", nil), ("color@gama", ColorProfile(gamma: 45_455)), ("color@srgb", ColorProfile(sRGBIntent: 1)),
    ("color@chrm", ColorProfile(chromaticities: chromaticities)), ("color@iccp", ColorProfile(icc: icc)),
    ("color@all", ColorProfile(icc: icc, gamma: 45_455, chromaticities: chromaticities)),
    ("color@srgb-with-other-gama", ColorProfile(sRGBIntent: 1, gamma: 123_456)),
    ("color@srgb-gama-chrm", ColorProfile(sRGBIntent: 1, gamma: 45_455, chromaticities: chromaticities)),
    ("color@gama-zero", nil), ("color@srgb-of-9", nil), ("color@gama-too-short", nil),
    ("color@gama-40-times", ColorProfile(gamma: 45_455)), ("color@iccp-not-a-profile", nil),
    ("color@iccp-bad-stream", nil), ("color@iccp-bomb", nil), ("color@iccp-claims-4gib", nil),
    ("color@text", nil),
  ]

  @Test(arguments: cases) func isReadAsTheFileSaysIt(_ name: String, _ expected: ColorProfile?) throws {
    #expect(try PNG.read(from: .path(Fixtures.path(name))).colorProfile == expected)
  }

  @Test(arguments: cases) func travelsToTheOutput(_ name: String, _ expected: ColorProfile?) throws {
    let image = try PNG.read(from: .path(Fixtures.path(name)))
    let (bytes, warnings) = try PNG.encode(image)
    #expect(warnings.isEmpty)
    #expect(try PNG.read(from: .memory(bytes, name: name)).colorProfile == expected)
  }

  @Test func theChunksAreTheOnesThatWereThere() throws {
    func names(_ profile: ColorProfile) throws -> [String] {
      let image = Image(size: PixelSize(1, 1), alpha: .opaque, bytes: [1, 2, 3, 255], colorProfile: profile)
      return Chunk.all(in: try PNG.encode(image).bytes).map(\.name).filter {
        !["IHDR", "IDAT", "IEND"].contains($0)
      }
    }
    #expect(try names(ColorProfile()) == [])
    #expect(try names(ColorProfile(sRGBIntent: 0)) == ["sRGB"])
    #expect(try names(ColorProfile(gamma: 45_455)) == ["gAMA"])
    // The format allows only one of iCCP and sRGB.
    #expect(try names(ColorProfile(icc: icc, sRGBIntent: 0)) == ["iCCP"])
    #expect(
      try Set(names(ColorProfile(icc: icc, gamma: 1, chromaticities: chromaticities))) == [
        "iCCP", "gAMA", "cHRM",
      ])
    #expect(try names(ColorProfile(sRGBIntent: 7, gamma: -1)) == [])
  }

  @Test func aProfileThatCannotBeWrittenIsLeftOutAndSaidSo() throws {
    let gray = try PNG.read(from: .path(Fixtures.path("gray-profile")))
    #expect(gray.colorProfile?.icc != nil)
    let bad = Image(
      size: PixelSize(1, 1), alpha: .opaque, bytes: [1, 2, 3, 255],
      colorProfile: ColorProfile(icc: ColorProfile.ICC(name: "bad", data: [1, 2, 3])))
    let empty = Image(
      size: PixelSize(1, 1), alpha: .opaque, bytes: [1, 2, 3, 255],
      colorProfile: ColorProfile(icc: ColorProfile.ICC(name: "", data: [])))
    let other = Array(icc.data[..<16]) + Array("Lab ".utf8) + Array(icc.data[20...])
    let more = [other, icc.data + [0, 0, 0, 0]].map { data in
      Image(
        size: PixelSize(1, 1), alpha: .opaque, bytes: [1, 2, 3, 255],
        colorProfile: ColorProfile(icc: ColorProfile.ICC(name: "other", data: data)))
    }
    let images = [
      (gray, "shades of gray"), (bad, "not an ICC profile"), (empty, "not an ICC profile"),
      (more[0], "another color space"), (more[1], "length"),
    ]
    for (image, words) in images {
      let (bytes, warnings) = try PNG.encode(image)
      #expect(warnings.count == 1)
      guard case .droppedICCProfile(let name, let reason) = warnings.first else { continue }
      #expect(name == image.colorProfile?.icc?.name)
      // In words of ours: versions of libpng differ in what they check and how they say it.
      #expect(reason.contains(words), "\(reason)")
      let back = try PNG.read(from: .memory(bytes, name: "back"))
      #expect(back.bytes == image.bytes && back.colorProfile == nil)
    }
  }

  @Test(arguments: [
    ("", "ICC profile"), ("  a   b ", "a b"), ("日本 sRGB", "sRGB"), ("a\u{0}b\nc", "abc"),
    (String(repeating: "x", count: 200), String(repeating: "x", count: 79)),
  ])
  func aNameIsMadeAKeyword(_ name: String, _ keyword: String) throws {
    let profile = ColorProfile(icc: ColorProfile.ICC(name: name, data: icc.data))
    let image = Image(size: PixelSize(1, 1), alpha: .opaque, bytes: [1, 2, 3, 255], colorProfile: profile)
    let (bytes, warnings) = try PNG.encode(image)
    #expect(warnings.isEmpty)
    #expect(try PNG.read(from: .memory(bytes, name: "back")).colorProfile?.icc?.name == keyword)
  }
}
