import MeshTransform
import TestSupport
import Testing

@testable import ImageFiles

@Suite("Pictures written in bands")
struct BandedFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Gradients with noise, translucent unless opaque.
  private func picture(_ size: PixelSize, _ alpha: Image.Alpha) -> Image {
    var random = SplitMix64(seed: 5)
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let noise = UInt8(truncatingIfNeeded: random.next() & 3)
        let cover = alpha == .opaque ? 255 : UInt8(truncatingIfNeeded: 3 * y)
        bytes += [UInt8(truncatingIfNeeded: x) / 2 &+ noise, UInt8(truncatingIfNeeded: y), noise, cover]
      }
    }
    let image = Image(size: size, alpha: alpha == .opaque ? .opaque : .straight, bytes: bytes)
    return alpha == .premultiplied ? image.premultiplied() : image
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    try InputFile.path(folder.file(name)).readAll(limit: 1 << 24)
  }

  /// An opaque picture of this depth with a density and code points.
  private func marked(_ size: PixelSize, _ depth: Image.Depth) -> Image {
    var image = picture(size, .opaque).converted(to: depth)
    image.colorProfile = ColorProfile(codePoints: ColorProfile.CodePoints(primaries: 12, transfer: 13))
    image.pixelDensity = PixelDensity(pixelsPerMeter: 11_811, 2835)
    return image
  }

  /// Bands of these heights, over and over.
  private func bands(of image: Image, _ heights: [Int]) -> [Image] {
    var (bands, y): ([Image], Int) = ([], 0)
    while y < image.size.height {
      let height = min(heights[bands.count % heights.count], image.size.height - y)
      let stride = image.depth.bytesPerPixel * image.size.width
      bands.append(
        Image(
          size: PixelSize(image.size.width, height), alpha: image.alpha, depth: image.depth,
          bytes: Array(image.bytes[y * stride..<(y + height) * stride])))
      y += height
    }
    return bands
  }

  /// Strips of 218 rows, of 3 and of 1 row; bands that are shorter, longer and as long.
  @Test(arguments: [PixelSize(300, 440), PixelSize(20_000, 7), PixelSize(65_536, 2), PixelSize(70_000, 2)])
  func pngsHaveTheBytesOfWholeOnes(_ size: PixelSize) throws {
    for alpha in [Image.Alpha.opaque, .premultiplied] {
      let image = picture(size, alpha)
      for compression in [PNG.Compression.fast, .balanced] {
        // Of very wide rows libpng tries two modes, for which it needs all of them.
        if compression == .fast, size.width > 65_536 { continue }
        let expected = try PNG.encode(image, compression: compression).bytes
        for heights in [[1], [2, 5], [3], [217, 219], [218], [10_000]]
        where size.height < 20 || heights[0] > 10 {
          let writer = try PNG.Writer(
            size: size, alpha: alpha, to: .path(folder.file("a.png")), compression: compression)
          for band in bands(of: image, heights) { try writer.append(band) }
          try writer.commit()
          #expect(try bytes("a.png") == expected, "\(size) \(alpha) \(compression) \(heights)")
        }
      }
    }
  }

  @Test(arguments: [85, 95]) func jpegsHaveTheBytesOfWholeOnes(_ level: Int) throws {
    for alpha in [Image.Alpha.opaque, .premultiplied] {
      let image = picture(PixelSize(130, 77), alpha)
      let (expected, warnings) = try JPEG.encode(image, quality: JPEG.Quality(level: level))
      for heights in [[1], [16], [7, 30]] {
        let writer = try JPEG.Writer(
          size: image.size, to: .path(folder.file("a.jpg")), quality: JPEG.Quality(level: level))
        for band in bands(of: image, heights) { try writer.append(band) }
        #expect(try writer.commit() == warnings)
        #expect(try bytes("a.jpg") == expected)
      }
    }
  }

  @Test(arguments: Image.Depth.allCases)
  func pngsHaveTheDensityAndTheCodePoints(_ depth: Image.Depth) throws {
    let image = marked(PixelSize(60, 41), depth)
    for compression in [PNG.Compression.fast, .balanced] {
      let writer = try PNG.Writer(
        size: image.size, alpha: .opaque, depth: depth, colorProfile: image.colorProfile,
        pixelDensity: image.pixelDensity, to: .path(folder.file("a.png")), compression: compression)
      for band in bands(of: image, [7, 30]) { try writer.append(band) }
      #expect(try writer.commit().isEmpty)
      let written = try bytes("a.png")
      #expect(try written == PNG.encode(image, compression: compression).bytes)
      #expect(try PNG.read(from: .memory(written, name: "a.png"), depth: .sixteen) == image)
    }
  }

  @Test func jpegsHaveTheDensity() throws {
    let image = marked(PixelSize(60, 41), .eight)
    let writer = try JPEG.Writer(
      size: image.size, colorProfile: image.colorProfile, pixelDensity: image.pixelDensity,
      to: .path(folder.file("a.jpg")))
    for band in bands(of: image, [7, 30]) { try writer.append(band) }
    let (expected, warnings) = try JPEG.encode(image)
    #expect(try writer.commit() == warnings && warnings.count == 1)
    let written = try bytes("a.jpg")
    #expect(written == expected)
    #expect(
      try JPEG.read(from: .memory(written, name: "a.jpg")).image.pixelDensity
        == PixelDensity(dotsPerInch: 300, 72))
  }

  /// A file that is not finished does not appear.
  @Test func unfinishedFilesLeaveNothing() throws {
    let image = picture(PixelSize(300, 400), .opaque)
    do {
      let writer = try PNG.Writer(size: image.size, alpha: .opaque, to: .path(folder.file("a.png")))
      try writer.append(bands(of: image, [250])[0])
      let other = try JPEG.Writer(size: image.size, to: .path(folder.file("a.jpg")))
      try other.append(bands(of: image, [250])[0])
    }
    #expect(folder.entries.isEmpty)
  }

  @Test func sidesThatLibjpegRefuses() {
    let size = PixelSize(JPEG.largestSide + 1, 1)
    #expect(throws: ImageFileError.tooLargeToWrite(name: "the picture", size: size, limit: 65_500)) {
      try JPEG.encode(picture(size, .opaque))
    }
  }
}
