import ImageFiles
import MeshTransform
import Testing

/// Colors of y4m streams, compared with independent solutions of the standards' equations.
@Suite("Colors of y4m streams")
struct PlanarColorTests {
  private struct Kind: CustomTestStringConvertible {
    let matrix: FrameSource.ColorMatrix, isFullRange: Bool
    var testDescription: String { "\(matrix), \(isFullRange ? "full" : "limited") range" }
  }

  private static let kinds = FrameSource.ColorMatrix.allCases.flatMap { matrix in
    [Kind(matrix: matrix, isFullRange: false), Kind(matrix: matrix, isFullRange: true)]
  }

  /// 0...255 each, unrounded. Luma and differences may be fractional.
  private static func color(_ y: Double, _ cb: Double, _ cr: Double, _ kind: Kind) -> [Double] {
    let (kr, kb) = [(0.299, 0.114), (0.2126, 0.0722), (0.2627, 0.0593)][
      FrameSource.ColorMatrix.allCases.firstIndex(of: kind.matrix)!]
    let luma = kind.isFullRange ? y / 255 : (y - 16) / 219
    let (pb, pr) = ((cb - 128) / (kind.isFullRange ? 255 : 224), (cr - 128) / (kind.isFullRange ? 255 : 224))
    // By definition: pb = (B - Y) / (2 (1 - Kb)), pr = (R - Y) / (2 (1 - Kr)), Y = Kr R + Kg G + Kb B.
    let (red, blue) = (luma + pr * 2 * (1 - kr), luma + pb * 2 * (1 - kb))
    let green = (luma - kr * red - kb * blue) / (1 - kr - kb)
    return [red, green, blue].map { min(max(255 * $0, 0), 255) }
  }

  private static func source(
    _ tag: String, _ size: PixelSize, _ planes: [UInt8], _ kind: Kind
  ) throws -> FrameSource {
    let head =
      "YUV4MPEG2 W\(size.width) H\(size.height) F25:1 Ip A1:1 C\(tag)"
      + " XCOLORRANGE=\(kind.isFullRange ? "FULL" : "LIMITED")\nFRAME\n"
    return try .y4m(
      .memory(Array(head.utf8) + planes, name: "a.y4m"), encoding: FrameSource.Encoding(matrix: kind.matrix))
  }

  @Test(arguments: kinds)
  private func everyThirdColorIsTheNearest(_ kind: Kind) throws {
    // One plane per luma; one picture contains all pairs of differences.
    let (steps, count) = (Array(stride(from: 0, through: 255, by: 3)), 86)
    for y in stride(from: 0, through: 255, by: 15) {
      let blue = steps.flatMap { [UInt8](repeating: UInt8($0), count: count) }
      let red = steps.flatMap { _ in steps.map { UInt8($0) } }
      let planes = [UInt8](repeating: UInt8(y), count: count * count) + blue + red
      let image = try #require(
        try Self.source("444", PixelSize(count, count), planes, kind).frame(at: 0))
      #expect(image.alpha == .opaque)
      var worst = 0.0
      for pixel in 0..<count * count {
        let expected = Self.color(Double(y), Double(blue[pixel]), Double(red[pixel]), kind)
        for channel in 0..<3 {
          worst = max(worst, abs(Double(image.bytes[4 * pixel + channel]) - expected[channel]))
        }
        guard image.bytes[4 * pixel + 3] == 255 else {
          Issue.record("alpha")
          return
        }
      }
      #expect(worst <= 0.5 + 1e-9, "luma \(y)")
    }
  }

  /// The positions of the samples of each layout in luma coordinates.
  private static let sitings: [(tag: String, x: Double?, blueY: Double?, redY: Double?)] = [
    ("420jpeg", 0.5, 0.5, 0.5), ("420mpeg2", 0, 0.5, 0.5), ("420paldv", 0, 1, 0), ("422", 0, nil, nil),
    ("444", nil, nil, nil),
  ]

  /// A ramp of chroma over both axes is reproduced for all sample positions: linear interpolation is exact for linear
  /// functions. Beyond the outermost samples it is constant.
  @Test(
    arguments: sitings.map(\.tag), [PixelSize(12, 10), PixelSize(11, 9), PixelSize(1, 1), PixelSize(2, 3)])
  func chromaFollowsItsSiting(tag: String, size: PixelSize) throws {
    let siting = try #require(Self.sitings.first { $0.tag == tag })
    func samples(_ length: Int, _ offset: Double?) -> [Double] {
      guard let offset else { return (0..<length).map(Double.init) }
      return (0..<(length + 1) / 2).map { 2 * Double($0) + offset }
    }
    let kind = Kind(matrix: .bt601, isFullRange: true)
    let columns = samples(size.width, siting.x)
    let (blueRows, redRows) = (samples(size.height, siting.blueY), samples(size.height, siting.redY))
    // Multiples of 2, because the samples are at halves.
    func blue(_ x: Double, _ y: Double) -> Double { 100 + 4 * x + 2 * y }
    func red(_ x: Double, _ y: Double) -> Double { 150 - 2 * x + 6 * y }
    var planes = [UInt8](repeating: 90, count: size.area)
    planes += blueRows.flatMap { y in columns.map { UInt8(blue($0, y)) } }
    planes += redRows.flatMap { y in columns.map { UInt8(red($0, y)) } }
    let image = try #require(try Self.source(tag, size, planes, kind).frame(at: 0))
    func level(_ value: Int, _ places: [Double]) -> Double {
      min(max(Double(value), places[0]), places[places.count - 1])
    }
    for y in 0..<size.height {
      for x in 0..<size.width {
        let column = level(x, columns)
        let expected = Self.color(
          90, blue(column, level(y, blueRows)), red(column, level(y, redRows)), kind)
        for channel in 0..<3 {
          let value = Double(image.bytes[4 * (y * size.width + x) + channel])
          #expect(abs(value - expected[channel]) <= 0.5 + 1e-9, "\(tag) [\(x), \(y)] channel \(channel)")
        }
      }
    }
  }

  @Test func grayIsScaledToItsRange() throws {
    let ramp = (0..<256).map { UInt8($0) }
    for kind in Self.kinds {
      let image = try #require(try Self.source("mono", PixelSize(256, 1), ramp, kind).frame(at: 0))
      for value in 0..<256 {
        let expected = Self.color(Double(value), 128, 128, kind)[0]
        let pixel = image.bytes[4 * value..<4 * value + 4]
        #expect(
          abs(Double(pixel[4 * value]) - expected) <= 0.5 && pixel.prefix(3).allSatisfy { $0 == pixel.first })
      }
    }
  }

  @Test func highDefinitionDefaultsToBT709() throws {
    func red(lines: Int, _ matrix: FrameSource.ColorMatrix?) throws -> UInt8? {
      let planes =
        [UInt8](repeating: 100, count: lines) + [UInt8](repeating: 128, count: lines)
        + [UInt8](repeating: 180, count: lines)
      let head = Array("YUV4MPEG2 W1 H\(lines) F25:1 C444\nFRAME\n".utf8)
      let encoding = FrameSource.Encoding(matrix: matrix)
      return try FrameSource.y4m(.memory(head + planes, name: "a"), encoding: encoding).frame(at: 0)?.bytes[0]
    }
    // 255 / 219 * 84 + 255 / 224 * 52 * 1.402 = 180.8, and * 1.5748 = 191.03.
    #expect(try red(lines: 719, nil) == 181)
    #expect(try red(lines: 720, nil) == 191)
    #expect(try red(lines: 720, .bt601) == 181)
    #expect(try red(lines: 8, .bt709) == 191)
  }

  /// The caller's words count more than the stream's comments, and those more than its size.
  @Test(
    arguments: [
      ("", nil, nil, FrameSource.ColorMatrix.bt601, FrameSource.ColorRange.limited, true, true),
      (" XMATRIX=BT709", nil, nil, .bt709, .limited, false, true),
      (" XCOLORRANGE=FULL XMATRIX=BT2020", nil, nil, .bt2020, .full, false, false),
      (" XCOLORRANGE=FULL XMATRIX=BT2020", .bt601, .limited, .bt601, .limited, false, false),
      (" XCOLORRANGE=ODD XMATRIX=ODD", nil, .full, .bt601, .full, true, false),
    ]
      as [(
        String, FrameSource.ColorMatrix?, FrameSource.ColorRange?, FrameSource.ColorMatrix,
        FrameSource.ColorRange, Bool, Bool
      )])
  func whatIsStatedCounts(
    comments: String, matrix: FrameSource.ColorMatrix?, range: FrameSource.ColorRange?,
    expected: FrameSource.ColorMatrix, expectedRange: FrameSource.ColorRange, assumesMatrix: Bool,
    assumesRange: Bool
  ) throws {
    let bytes = Array("YUV4MPEG2 W1 H1 F25:1 C444\(comments)\nFRAME\n".utf8) + [100, 128, 180]
    let source = try FrameSource.y4m(
      .memory(bytes, name: "a"), encoding: FrameSource.Encoding(matrix: matrix, range: range))
    #expect(source.encoding == FrameSource.Encoding(matrix: expected, range: expectedRange))
    #expect((source.assumedEncoding.matrix != nil) == assumesMatrix)
    #expect((source.assumedEncoding.range != nil) == assumesRange)
    let kind = Kind(matrix: expected, isFullRange: expectedRange == .full)
    let color = Self.color(100, 128, 180, kind)
    let pixel = try #require(try source.frame(at: 0)).bytes
    #expect(zip(pixel, color).allSatisfy { abs(Double($0) - $1) <= 0.5 })
  }

  @Test func grayHasNoMatrix() throws {
    let bytes = Array("YUV4MPEG2 W1 H1 F25:1 Cmono\nFRAME\n".utf8) + [100]
    let source = try FrameSource.y4m(.memory(bytes, name: "a"))
    #expect(source.encoding == FrameSource.Encoding(range: .limited))
    #expect(source.assumedEncoding == FrameSource.Encoding(range: .limited))
  }
}
