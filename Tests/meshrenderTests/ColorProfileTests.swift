import ImageFiles
import MeshTransform
import Testing

/// The color profile of a picture of several images, and the warning about the other profiles.
struct ColorProfileTests {
  /// The smallest ICC profile that libpng accepts: a header without tags, followed by other bytes.
  private let wide: ColorProfile = {
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
    return ColorProfile(icc: .init(name: "Wide", data: data))
  }()
  private let linear = ColorProfile(gamma: 100_000)
  private let sRGB = ColorProfile(sRGBIntent: 0)
  private let likeSRGB = ColorProfile(gamma: 45_455)

  /// The warning of a scene with one image for each profile, and the chunks' profile of its picture.
  private func render(_ profiles: ColorProfile?...) throws -> (words: String, profile: ColorProfile?) {
    let folder = try Folder()
    var layers: [String] = []
    for (index, profile) in profiles.enumerated() {
      let image = Image(
        size: PixelSize(1, 1), alpha: .opaque, bytes: [1, UInt8(index), 3, 255], colorProfile: profile)
      try PNG.write(image, to: .path(folder.file("\(index).png")))
      layers.append("{\"bounds\": [0, 0, 1, 1], \"contents\": {\"image\": \"\(index).png\"}}")
    }
    try folder.write(
      "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [{\"bounds\": [0, 0, 1, 1], \"sublayers\": [\(layers[0])]}, "
        + "\(layers.dropFirst().joined(separator: ", "))]}", to: "scene.json")
    let run = try Tool.run("render", "scene.json", "-o", "out.png", in: folder)
    #expect(run.code == 0, "\(run.words)")
    return (run.words, try folder.image("out.png").colorProfile)
  }

  @Test func isThatOfTheFirstImageThatHasOne() throws {
    let (words, profile) = try render(linear, wide)
    #expect(profile == linear)
    #expect(
      words
        == "Warning: 1.png has the ICC profile 'Wide', but 0.png, the first image with a color profile, has "
        + "gamma 1.0 of its own, which the picture keeps; colors are not converted; use "
        + "--color-profile convert to convert to sRGB\n")
    let (untagged, other) = try render(nil, wide)
    #expect(other == wide)
    #expect(untagged.hasPrefix("Warning: 0.png has no color profile, but 1.png, the first image with"))
    let (three, _) = try render(wide, linear, sRGB)
    #expect(three.contains("1.png has gamma 1.0") && three.contains("(1 more image differs, too)"))
  }

  /// sRGB encodes the linear value 55/255 as 127.7/255. Values without a profile are already sRGB.
  @Test func conversionMakesAllImagesSRGB() throws {
    let folder = try Folder()
    for (name, profile) in [("linear.png", linear), ("plain.png", nil)] {
      let image = Image(
        size: PixelSize(1, 1), alpha: .opaque, bytes: [55, 0, 255, 255], colorProfile: profile)
      try PNG.write(image, to: .path(folder.file(name)))
    }
    try folder.write(
      """
      {"canvas": {"size": [2, 1]}, "layers": [
        {"position": [0.5, 0.5], "contents": {"image": "linear.png"}},
        {"position": [1.5, 0.5], "contents": {"image": "plain.png"}}]}
      """, to: "scene.json")
    let run = try Tool.run(
      "render", "scene.json", "--color-profile", "convert", "-o", "out.png", in: folder)
    #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
    let picture = try folder.image("out.png")
    #expect(picture.colorProfile == ColorProfile(sRGBIntent: 1))
    #expect(abs(Int(picture.bytes[0]) - 128) <= 1 && picture.bytes[1] == 0 && picture.bytes[2] == 255)
    #expect(Array(picture.bytes[4..<7]) == [55, 0, 255])
  }

  @Test func aProfileThatIsNotUsableIsKept() throws {
    let folder = try Folder()
    let image = Image(size: PixelSize(1, 1), alpha: .opaque, bytes: [9, 8, 7, 255], colorProfile: wide)
    try PNG.write(image, to: .path(folder.file("in.png")))
    let run = try Tool.run("render", "in.png", "--color-profile", "convert", "-o", "out.png", in: folder)
    #expect(run.code == 0 && run.words.contains("in.png is not color-converted"), "\(run.words)")
    #expect(try folder.image("out.png").bytes == image.bytes)
  }

  @Test func equalProfilesGiveNoWarning() throws {
    let (words, profile) = try render(nil, sRGB, likeSRGB)
    #expect(words.isEmpty && profile == sRGB)
    let (wide, kept) = try render(self.wide, self.wide)
    #expect(wide.isEmpty && kept == self.wide)
    let (none, nothing) = try render(nil, nil)
    #expect(none.isEmpty && nothing == nil)
  }
}
