import MeshTransform
import TestSupport
import Testing

@testable import ImageFiles

@Suite("JPEG files")
struct JPEGTests {
  /// Smooth, so that little is lost.
  private func gradient(_ width: Int, _ height: Int, alpha: UInt8 = 255) -> Image {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { bytes += [UInt8(40 + 3 * x), UInt8(60 + y), 128, alpha] }
    }
    return Image(size: PixelSize(width, height), alpha: alpha == 255 ? .opaque : .straight, bytes: bytes)
  }

  private func largestDifference(_ a: Image, _ b: Image) -> Int {
    zip(a.bytes, b.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test(arguments: [PixelSize(1, 1), PixelSize(17, 9), PixelSize(48, 33)])
  func comeBackAsTheyWere(_ size: PixelSize) throws {
    let image = gradient(size.width, size.height)
    let (bytes, warnings) = try JPEG.encode(image, quality: JPEG.Quality(level: 100))
    let (read, damage) = try ImageFile.read(from: .memory(bytes, name: "x"))
    #expect(warnings.isEmpty && damage.isEmpty)
    #expect(read.size == size && read.alpha == .opaque && read.colorProfile == nil)
    #expect(largestDifference(image, read) <= 3)
    #expect(try ImageFile.readSize(from: .memory(bytes, name: "x")) == size)
  }

  /// The alpha is composited in encoded values over the color that is given.
  @Test func transparencyIsLaidOverTheBackground() throws {
    let clear = gradient(16, 16, alpha: 0)
    let (bytes, warnings) = try JPEG.encode(
      clear, quality: JPEG.Quality(level: 100), background: SIMD3(10, 200, 30))
    #expect(warnings == [.flattened])
    let read = try JPEG.read(from: .memory(bytes, name: "x")).image
    for i in stride(from: 0, to: read.bytes.count, by: 4) {
      #expect(abs(Int(read.bytes[i]) - 10) <= 2 && abs(Int(read.bytes[i + 1]) - 200) <= 2)
    }
  }

  @Test func straightAndPremultipliedPixelsAreFlattenedAlike() throws {
    let straight = gradient(20, 12, alpha: 128)
    let one = try JPEG.encode(straight, quality: JPEG.Quality(level: 100)).bytes
    let other = try JPEG.encode(straight.premultiplied(), quality: JPEG.Quality(level: 100)).bytes
    let (a, b) = (
      try JPEG.read(from: .memory(one, name: "x")).image, try JPEG.read(from: .memory(other, name: "x")).image
    )
    #expect(largestDifference(a, b) <= 2)
  }

  @Test func onlyRGBProfilesAreKept() throws {
    func profile(_ space: String) -> ColorProfile {
      var data = [UInt8](repeating: 0, count: 132)
      data.replaceSubrange(16..<20, with: Array(space.utf8))
      var profile = ColorProfile()
      profile.icc = ColorProfile.ICC(name: "a press", data: data)
      return profile
    }
    var image = gradient(8, 8)
    image.colorProfile = profile("RGB ")
    let kept = try JPEG.encode(image)
    #expect(kept.warnings.isEmpty)
    let read = try JPEG.read(from: .memory(kept.bytes, name: "x")).image
    #expect(read.colorProfile?.icc?.data == image.colorProfile?.icc?.data)
    image.colorProfile = profile("GRAY")
    #expect(try JPEG.encode(image).warnings == [.droppedICCProfile(name: "a press")])
  }

  /// Every byte of the end is cut off: an error that names the file, and never a picture.
  @Test func incompleteFilesAreErrors() throws {
    let bytes = try JPEG.encode(gradient(48, 33)).bytes
    for count in 3..<bytes.count {
      let error = #expect(throws: ImageFileError.self) {
        try ImageFile.read(from: .memory(Array(bytes[..<count]), name: "half.jpg"))
      }
      #expect(error?.description.hasPrefix("half.jpg ") == true)
    }
  }

  @Test func incompleteFilesAreReadLenientlyAsFarAsTheyGo() throws {
    let image = gradient(48, 160)
    let bytes = try JPEG.encode(image, quality: JPEG.Quality(level: 100)).bytes
    let half = Array(bytes[..<(bytes.count - 60)])
    let (read, warnings) = try JPEG.read(from: .memory(half, name: "half.jpg"), isLenient: true)
    #expect(read.size == image.size && warnings.count == 1)
    #expect(warnings.first?.description.contains("half.jpg is damaged") == true)
    let above = zip(image.bytes, read.bytes).prefix(4 * 48 * 64).map { abs(Int($0) - Int($1)) }
    #expect((above.max() ?? 255) <= 3)
  }

  @Test func limitsAreCheckedBeforePixelsAreDecoded() throws {
    let bytes = try JPEG.encode(gradient(48, 33)).bytes
    let file = InputFile.memory(bytes, name: "x")
    #expect(throws: ImageFileError.sideTooLong(name: "x", size: PixelSize(48, 33), limit: 47)) {
      try JPEG.read(from: file, limits: ImageLimits(side: 47))
    }
    #expect(throws: ImageFileError.self) {
      try JPEG.read(from: file, limits: ImageLimits(memory: 48 * 33 * 4))
    }
  }

  @Test func otherFormatsAreNamed() {
    let gif = InputFile.memory(Array("GIF89a".utf8), name: "x")
    #expect(throws: ImageFileError.movingPicture(name: "x", looksLike: "a GIF picture")) {
      try ImageFile.read(from: gif)
    }
    #expect(throws: ImageFileError.empty(name: "x")) { try ImageFile.read(from: .memory([], name: "x")) }
    #expect(throws: ImageFileError.empty(name: "x")) { try JPEG.read(from: .memory([], name: "x")) }
  }
}

@Suite("Orientations of pictures")
struct ImageOrientationTests {
  /// Two rows of three pixels, a to f, as each orientation shows them: Exif's own figure.
  @Test(arguments: [
    (1, ["abc", "def"]), (2, ["cba", "fed"]), (3, ["fed", "cba"]), (4, ["def", "abc"]),
    (5, ["ad", "be", "cf"]), (6, ["da", "eb", "fc"]), (7, ["fc", "eb", "da"]), (8, ["cf", "be", "ad"]),
  ])
  func turnPixels(_ value: Int, _ rows: [String]) throws {
    let orientation = try #require(ImageOrientation(rawValue: value))
    let stored = PixelSize(3, 2)
    let upright = orientation.upright("abcdef".utf8.flatMap { [$0, $0, $0, $0] }, stored)
    let letters = stride(from: 0, to: upright.count, by: 4).map { upright[$0] }
    #expect(String(decoding: letters, as: UTF8.self) == rows.joined())
    #expect(orientation.upright(stored) == PixelSize(rows[0].utf8.count, rows.count))
    let deep = orientation.upright("abcdef".utf8.flatMap { Array(repeating: $0, count: 8) }, stored, .sixteen)
    #expect(stride(from: 0, to: deep.count, by: 8).map { deep[$0] } == letters)
  }

  @Test func areReadFromBothByteOrders() {
    let little: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
    let big: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0]
    #expect(ImageOrientation(exif: little) == .right)
    #expect(ImageOrientation(exif: big) == .left)
  }

  /// Cut off anywhere, or with any byte changed, data give an orientation or none.
  @Test func damagedDataGiveNone() {
    let data: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
    for count in 0..<data.count - 2 { #expect(ImageOrientation(exif: Array(data[..<count])) == nil) }
    for index in data.indices {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = data
        changed[index] = value
        _ = ImageOrientation(exif: changed)
      }
    }
    var none = data
    none[18] = 9
    #expect(ImageOrientation(exif: none) == nil)
  }
}
