import ImageFiles
import MeshTransform
import Testing

/// The density for print: pHYs of PNG, JFIF and Exif of JPEG, Exif of WebP.
struct PixelDensityTests {
  private func image(_ density: PixelDensity?) -> Image {
    Image(
      size: PixelSize(2, 3), alpha: .opaque, bytes: [UInt8](repeating: 255, count: 24), pixelDensity: density)
  }

  @Test func unitsAreConverted() throws {
    let density = try #require(PixelDensity(dotsPerInch: 254, 127))
    #expect(abs(density.horizontal - 10_000) < 1e-9 && abs(density.vertical - 5000) < 1e-9)
    #expect(abs(density.dotsPerInch.horizontal - 254) < 1e-9)
    for (x, y) in [(0, 1), (1, -1), (.nan, 1), (.infinity, 1)] as [(Double, Double)] {
      #expect(PixelDensity(pixelsPerMeter: x, y) == nil)
    }
  }

  @Test(arguments: [PNG.Compression.fast, .small, .none])
  func aPNGHoldsWholePixelsPerMeter(_ compression: PNG.Compression) throws {
    let density = try #require(PixelDensity(dotsPerInch: 300, 72))
    let (bytes, _) = try PNG.encode(image(density), compression: compression)
    #expect(
      Chunk.all(in: bytes).filter { $0.name == "pHYs" }.map(\.data) == [
        [0, 0, 0x2E, 0x23, 0, 0, 0x0B, 0x13, 1]
      ])
    let read = try PNG.read(from: .memory(bytes, name: "a.png"))
    #expect(read.pixelDensity == PixelDensity(pixelsPerMeter: 11_811, 2835))
    // The density of the input goes into the output.
    #expect(try PNG.encode(read, compression: compression).bytes == bytes)
    let none = try PNG.encode(image(nil), compression: compression).bytes
    #expect(!Chunk.all(in: none).contains { $0.name == "pHYs" })
    let huge = try PNG.encode(image(PixelDensity(pixelsPerMeter: 1e12, 1)), compression: compression).bytes
    #expect(huge == none, "a number that PNG cannot hold")
  }

  @Test(arguments: [
    [0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 0, 0, 0, 1], [],
  ])
  func otherChunksStateNoDensity(_ data: [UInt8]) throws {
    let (bytes, _) = try PNG.encode(image(nil))
    let changed = Array(bytes[..<33]) + Chunk.encoded("pHYs", data) + bytes[33...]
    #expect(try PNG.read(from: .memory(changed, name: "a.png")).pixelDensity == nil)
  }

  @Test func aJPEGHoldsWholeDotsPerInch() throws {
    let (bytes, _) = try JPEG.encode(image(PixelDensity(dotsPerInch: 299.6, 96)))
    // JFIF: the unit 1, then 300 and 96.
    #expect(Array(bytes[13..<18]) == [1, 1, 44, 0, 96])
    let read = try JPEG.read(from: .memory(bytes, name: "a.jpg")).image
    #expect(read.pixelDensity == PixelDensity(dotsPerInch: 300, 96))
    let none = try JPEG.encode(image(nil)).bytes
    #expect(Array(none[13..<18]) == [0, 0, 1, 0, 1])
    #expect(try JPEG.read(from: .memory(none, name: "a.jpg")).image.pixelDensity == nil)
    // Centimeters.
    let metric = Array(bytes[..<13]) + [2, 0, 100, 0, 50] + bytes[18...]
    #expect(
      try JPEG.read(from: .memory(metric, name: "a.jpg")).image.pixelDensity
        == PixelDensity(pixelsPerMeter: 10_000, 5000))
  }

  @Test func drawingFormsKeepIt() throws {
    let density = PixelDensity(dotsPerInch: 72, 72)
    let clear = Image(size: PixelSize(1, 1), alpha: .straight, bytes: [9, 8, 7, 100], pixelDensity: density)
    #expect(clear.premultiplied().pixelDensity == density)
    #expect(clear.premultiplied().straightened().pixelDensity == density)
  }
}
