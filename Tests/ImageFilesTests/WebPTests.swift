import MeshTransform
import Testing

@testable import ImageFiles

@Suite("WebP files")
struct WebPTests {
  private func gradient(_ width: Int, _ height: Int, alpha: UInt8) -> Image {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { bytes += [UInt8(40 + 3 * x), UInt8(60 + y), 128, alpha] }
    }
    return Image(size: PixelSize(width, height), alpha: alpha == 255 ? .opaque : .straight, bytes: bytes)
  }

  @Test(arguments: [255, 200, 1] as [UInt8])
  func comeBackWithoutALoss(_ alpha: UInt8) throws {
    let image = gradient(33, 17, alpha: alpha)
    let (bytes, warnings) = try WebP.encode(image)
    let (read, notes) = try ImageFile.read(from: .memory(bytes, name: "x"))
    #expect(read == image && warnings.isEmpty && notes.isEmpty)
    #expect(try ImageFile.readSize(from: .memory(bytes, name: "x")) == image.size)
  }

  @Test func qualityIsALossyFile() throws {
    let image = gradient(64, 64, alpha: 255)
    let bytes = try WebP.encode(image, quality: 40).bytes
    let read = try WebP.read(from: .memory(bytes, name: "x")).image
    let differences = zip(image.bytes, read.bytes).map { abs(Int($0) - Int($1)) }
    #expect(read.bytes != image.bytes && (differences.max() ?? 255) < 24)
  }

  @Test func profilesComeBack() throws {
    var image = gradient(8, 8, alpha: 255)
    var data = [UInt8](repeating: 7, count: 132)
    data.replaceSubrange(16..<20, with: Array("RGB ".utf8))
    image.colorProfile = ColorProfile(icc: data)
    let read = try WebP.read(from: .memory(WebP.encode(image).bytes, name: "x")).image
    #expect(read.colorProfile?.icc?.data == data)
  }

  @Test func incompleteFilesAreErrors() throws {
    let bytes = try WebP.encode(gradient(33, 17, alpha: 255)).bytes
    for count in 12..<bytes.count - 1 {
      let error = #expect(throws: ImageFileError.self) {
        try ImageFile.read(from: .memory(Array(bytes[..<count]), name: "half.webp"))
      }
      #expect(error?.description.hasPrefix("half.webp ") == true)
    }
  }

  @Test func limitsAreCheckedBeforePixelsAreDecoded() throws {
    let bytes = try WebP.encode(gradient(33, 17, alpha: 255)).bytes
    #expect(throws: ImageFileError.sideTooLong(name: "x", size: PixelSize(33, 17), limit: 32)) {
      try WebP.read(from: .memory(bytes, name: "x"), limits: ImageLimits(side: 32))
    }
    let wide = Image(
      size: PixelSize(16_384, 1), alpha: .opaque, bytes: [UInt8](repeating: 255, count: 4 * 16_384))
    #expect(throws: ImageFileError.tooLargeToWrite(name: "the picture", size: wide.size, limit: 16_383)) {
      try WebP.encode(wide)
    }
  }
}
