import Foundation
import MeshTransform
import Testing

@testable import ImageFiles

/// EXR files as pictures: linear light, multiplied by alpha, against the formula of IEC 61966-2-1.
struct EXRPictureTests {
  /// The samples of light.exr by Fixtures/make_exr.py.
  private static let light = [0, 0.0005, 0.05, 0.214041, 0.5, 1, 4, -1]
  private static let alpha = [1, 0.75, 0.5, 0.25, 0]

  private func encoded(_ light: Double) -> Double {
    let light = min(max(light, 0), 1)
    return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  @Test(arguments: Image.Depth.allCases)
  func lightIsDividedByAlphaAndEncoded(_ depth: Image.Depth) throws {
    let (image, warnings) = try ImageFile.read(from: EXRFileTests.fixture("light"), depth: depth)
    #expect(image.size == PixelSize(8, 5) && image.alpha == .straight && image.depth == depth)
    #expect(
      warnings.map(\.description).allSatisfy {
        $0.hasSuffix("has values above 1, which are clipped to 1; scale its exposure down to keep them")
      })
    #expect(warnings.count == 1 && image.colorProfile == .sRGB)
    let most = Double(depth.largestValue)
    for (y, alpha) in Self.alpha.enumerated() {
      for x in 0..<8 {
        let wanted =
          [Self.light[x], Self.light[7 - x], Self.light[x] / 2].map { encoded($0) * most } + [alpha * most]
        for channel in 0..<4 {
          let value = image.channel(x, y, channel)
          let want = alpha == 0 ? 0 : wanted[channel]
          #expect(abs(Double(value) - want) <= 0.55, "[\(x), \(y)] \(channel): \(value), not \(want)")
        }
      }
    }
    #expect(try ImageFile.readSize(from: EXRFileTests.fixture("light")) == PixelSize(8, 5))
  }

  /// Maps that measure something keep their values.
  @Test func measuredValuesAreNotEncoded() throws {
    let (image, _) = try ImageFile.read(from: EXRFileTests.fixture("light"), colors: .values, depth: .sixteen)
    #expect((0..<8).map { image.channel($0, 0, 0) } == [0, 33, 3277, 14_027, 32_768, 65_535, 65_535, 0])
    #expect(image.colorProfile == nil)
  }

  /// Every value of 16 bits, through a float and back.
  @Test func theCurveIsThatOfSRGB() {
    let (curve, light) = (LightCurve(.sRGB), LightCurve.decoded(.sRGB, .sixteen))
    for value in 0...65_535 {
      #expect(abs(curve.encoded(light[value]) * 65_535 - Float(value)) < 0.05)
    }
    #expect(curve.encoded(.nan) == 0 && curve.encoded(-1) == 0 && curve.encoded(.infinity) == 1)
    let power = LightCurve(.power(0.45455))
    for value in 1...65_535 where value % 7 == 1 {
      let light = Float(pow(Double(value) / 65_535, 1 / 0.45455))
      #expect(abs(power.encoded(light) * 65_535 - Float(value)) < 0.05)
    }
  }

  private func picture(alpha: Image.Alpha, _ depth: Image.Depth, _ profile: ColorProfile? = nil) -> Image {
    let size = PixelSize(61, 37)
    let values = (0..<4 * size.area).map { index -> Int in
      let random = index &* 2_654_435_761 >> 9
      guard index % 4 == 3 else { return random & depth.largestValue }
      return alpha == .opaque || index % 3 == 0 ? depth.largestValue : random & depth.largestValue
    }
    let bytes = values.flatMap { depth == .eight ? [UInt8($0)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
    return Image(size: size, alpha: alpha, depth: depth, bytes: bytes, colorProfile: profile)
  }

  /// Halves have 11 significant bits: a level of 8 bits comes back, one of 16 bits within 1/2048 of its light.
  @Test(arguments: Image.Depth.allCases, [Image.Alpha.opaque, .straight])
  func whatIsWrittenIsRead(_ depth: Image.Depth, _ alpha: Image.Alpha) throws {
    let picture = picture(alpha: alpha, depth)
    let (bytes, warnings) = try EXR.encode(picture, alphaChannel: .whereNeeded)
    #expect(warnings.isEmpty)
    let header = try EXRFile.readHeader(from: .memory(bytes, name: "out.exr"))
    #expect(header.channels.map(\.name) == (alpha == .opaque ? ["B", "G", "R"] : ["A", "B", "G", "R"]))
    #expect(header.channels.allSatisfy { $0.type == .half } && header.compression == .zip)
    let (read, more) = try EXR.read(from: .memory(bytes, name: "out.exr"), depth: depth)
    #expect(more.isEmpty && read.alpha == alpha)
    for y in 0..<37 {
      for x in 0..<61 where picture.channel(x, y, 3) > depth.largestValue / 8 {
        for channel in 0..<4 {
          let (was, now) = (picture.channel(x, y, channel), read.channel(x, y, channel))
          #expect(abs(was - now) <= (depth == .eight ? 0 : 40), "[\(x), \(y)] \(channel): \(was), \(now)")
        }
      }
    }
  }

  @Test func bandsMakeTheSameFile() throws {
    let folder = try TemporaryFolder()
    let picture = picture(alpha: .straight, .sixteen)
    try EXR.write(picture, to: .path(folder.file("whole.exr")))
    let writer = try EXR.Writer(size: picture.size, alpha: .straight, to: .path(folder.file("bands.exr")))
    for rows in [0..<10, 10..<11, 11..<37] {
      let stride = 8 * 61
      try writer.append(
        Image(
          size: PixelSize(61, rows.count), alpha: .straight, depth: .sixteen,
          bytes: Array(picture.bytes[rows.lowerBound * stride..<rows.upperBound * stride])))
    }
    try writer.commit()
    let files = try ["whole", "bands"].map { try InputFile.path(folder.file("\($0).exr")).readAll() }
    let encoded = try EXR.encode(picture).bytes
    #expect(files[0] == files[1] && files[0] == encoded)
  }

  /// Other primaries are stated in both directions; their values have the exponent 1/2.2.
  @Test func primariesAreKept() throws {
    let wide = ColorProfile.Chromaticities(
      white: [31_270, 32_900], red: [70_800, 29_200], green: [17_000, 79_700], blue: [13_100, 4_600])
    let picture = picture(alpha: .opaque, .eight, ColorProfile(gamma: 45_455, chromaticities: wide))
    let (bytes, _) = try EXR.encode(picture)
    #expect(try EXRFile.readHeader(from: .memory(bytes, name: "wide")).chromaticities == wide)
    let (read, _) = try EXR.read(from: .memory(bytes, name: "wide"), depth: .eight)
    #expect(read.colorProfile == picture.colorProfile)
    #expect(zip(read.bytes, picture.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  private func exr(_ channels: [String], display: EXRFile.Window? = nil, _ value: (Int) -> Float = { _ in 1 })
    -> InputFile
  {
    let size = PixelSize(2, 2)
    let header = EXRFile.Header(
      dataWindow: EXRFile.Window(size: size), displayWindow: display,
      channels: channels.map { .init($0, .float) })
    let samples = (0..<4 * channels.count).map { value($0 % channels.count) }
    return .memory(EXRFile(header: header, samples: samples).encoded(), name: "in.exr")
  }

  @Test func layersAreChosen() throws {
    func colors(_ channels: [String], _ bright: Set<String>) throws -> ([Int], String?) {
      let (image, warnings) = try EXR.read(
        from: exr(channels) { bright.contains(channels[$0]) ? 1 : 0 }, depth: .eight)
      return ((0..<3).map { image.channel(0, 0, $0) }, warnings.first?.description)
    }
    #expect(try colors(["B", "G", "R", "x.R", "x.G", "x.B"], ["G", "x.R"]) == ([0, 255, 0], nil))
    #expect(try colors(["Y", "Z"], ["Y"]) == ([255, 255, 255], nil))
    let words = #"in.exr is an EXR of layers; only "View.Combined" is used"#
    let names = ["R", "G", "B"].flatMap { ["View.AO.\($0)", "View.Combined.\($0)"] }
    #expect(try colors(names, ["View.Combined.B"]) == ([0, 0, 255], words))
    #expect(try colors(["b.R", "b.G", "b.B", "a.U"], ["b.R"]).0 == [255, 0, 0])
    let error = #expect(throws: ImageFileError.self) { try EXR.read(from: exr(["U", "V"])) }
    #expect(
      try #require(error).description
        == #"in.exr has no R, G and B, and no Y; its channels are "U", "V""#)
  }

  @Test func thePictureIsTheDisplayWindow() throws {
    let file = exr(["Y"], display: EXRFile.Window(x: 1, y: -1, size: PixelSize(3, 2)))
    let (image, _) = try EXR.read(from: file, depth: .eight)
    #expect(image.size == PixelSize(3, 2) && image.alpha == .straight)
    #expect((0..<2).map { y in (0..<3).map { image.channel($0, y, 3) } } == [[0, 0, 0], [255, 0, 0]])
    let far = exr(["Y"], display: EXRFile.Window(x: 100, y: 100, size: PixelSize(2, 1)))
    #expect(try EXR.read(from: far, depth: .eight).image.bytes == [UInt8](repeating: 0, count: 8))
  }
}

extension Image {
  /// A channel of a pixel.
  fileprivate func channel(_ x: Int, _ y: Int, _ channel: Int) -> Int {
    let index = 4 * (y * size.width + x) + channel
    return depth == .eight ? Int(bytes[index]) : Int(bytes[2 * index]) | Int(bytes[2 * index + 1]) << 8
  }
}
