import AnimationFiles
import ImageFiles
import MeshTransform
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("Uncompressed clips")
struct RawTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: ClipOptions.RawAlpha.allCases, [Image.Alpha.opaque, .straight, .premultiplied])
  func rgbaIsTheFramesOneAfterAnother(_ form: ClipOptions.RawAlpha, _ alpha: Image.Alpha) throws {
    let clip = TestClip(9, 5, frames: 4, alpha: alpha)
    var options = ClipOptions()
    options.rawAlpha = form
    try clip.write(.rgba, to: folder.file("a.rgba"), options: options)
    let expected = (0..<4).flatMap { index in
      let frame = clip.frame(index)
      return (form == .straight ? frame.straightened() : frame.premultiplied()).bytes
    }
    #expect(try bytes(of: folder.file("a.rgba")) == expected)
  }

  /// The file that `numpy.save` writes for the same array.
  @Test func npyIsOneArrayOfAllFrames() throws {
    let clip = TestClip(9, 5, frames: 4, alpha: .premultiplied)
    try clip.write(.npy, to: folder.file("a.npy"))
    let header = "{'descr': '|u1', 'fortran_order': False, 'shape': (4, 5, 9, 4), }"
    let start = [0x93] + Array("NUMPY".utf8) + [1, 0, 118, 0] + Array(header.utf8)
    let padding = [UInt8](repeating: 0x20, count: 127 - start.count) + [0x0A]
    let expected = start + padding + (0..<4).flatMap { clip.frame($0).straightened().bytes }
    #expect(try bytes(of: folder.file("a.npy")) == expected)
  }

  /// The number of frames is written at the end of a file.
  @Test func npyOfAStreamHasTheFramesThatCame() throws {
    let clip = TestClip(9, 5, frames: 3)
    let format = try ClipFormat(
      size: PixelSize(9, 5), frameRate: FrameRate(parsing: "30"), frameCount: 1_000_000, mayEndEarly: true,
      alpha: .opaque)
    let encoder = try ClipKind.npy.encoder(for: format, output: folder.file("a.npy"))
    for index in 0..<3 { try encoder.append(encoder.prepare(clip.frame(index), index: index)) }
    try encoder.finish()
    try clip.write(.npy, to: folder.file("b.npy"))
    #expect(try bytes(of: folder.file("a.npy")) == bytes(of: folder.file("b.npy")))
  }

  @Test func nothingStaysOfACancelledOrUnfinishedClip() throws {
    let clip = TestClip(9, 5, frames: 4)
    for kind in [ClipKind.rgba, .npy, .y4m] {
      let encoder = try kind.encoder(for: clip.format(), output: folder.file("a"))
      try encoder.append(encoder.prepare(clip.frame(0), index: 0))
      #expect(!folder.entries.contains("a"))
      #expect(throws: ClipError.framesMissing(count: 1, expected: 4)) { try encoder.finish() }
      encoder.cancel()
      #expect(folder.entries.isEmpty)
    }
  }

  /// A reader that closes the pipe ends the clip with an error, not with a signal.
  @Test func aClosedPipeIsAnError() throws {
    let clip = TestClip(300, 300, frames: 4)
    mkfifo(folder.file("pipe"), 0o600)
    let reader = open(folder.file("pipe"), O_RDONLY | O_NONBLOCK)
    let encoder = try ClipKind.rgba.encoder(for: clip.format(), output: folder.file("pipe"))
    let frame = try encoder.prepare(clip.frame(0), index: 0)
    close(reader)
    #expect(throws: ClipError.output(.cannotWrite(name: folder.file("pipe"), SystemError(code: EPIPE)))) {
      try encoder.append(frame)
    }
    encoder.cancel()
    #expect(folder.entries == ["pipe"])
  }

  /// The places of the color samples in pixels, and the pixels around one with their weights.
  private struct Sites {
    let columns: [(Int, Double)], blueRows: [(Int, Double)], redRows: [(Int, Double)]
    let step: (x: Int, y: Int)

    init(_ chroma: ClipOptions.Chroma) {
      let (one, middle) = ([(0, 1.0)], [(0, 0.5), (1, 0.5)])
      let (first, second) = ([(-1, 0.25), (0, 0.5), (1, 0.25)], [(0, 0.25), (1, 0.5), (2, 0.25)])
      switch chroma {
      case .full, .none: (columns, blueRows, redRows, step) = (one, one, one, (1, 1))
      case .half: (columns, blueRows, redRows, step) = (first, one, one, (2, 1))
      case .quarter: (columns, blueRows, redRows, step) = (middle, middle, middle, (2, 2))
      case .quarterLeft: (columns, blueRows, redRows, step) = (first, middle, middle, (2, 2))
      case .quarterDV: (columns, blueRows, redRows, step) = (first, second, first, (2, 2))
      }
    }
  }

  private static let weights: [FrameSource.ColorMatrix: (red: Double, blue: Double)] = [
    .bt601: (0.299, 0.114), .bt709: (0.2126, 0.0722), .bt2020: (0.2627, 0.0593),
  ]

  /// Compared with the standard's formulas in floating point.
  @Test(arguments: FrameSource.ColorMatrix.allCases, ClipOptions.Chroma.allCases)
  func y4mHoldsTheStandardsNumbers(_ matrix: FrameSource.ColorMatrix, _ chroma: ClipOptions.Chroma) throws {
    for range in FrameSource.ColorRange.allCases {
      try expectTheStandardsNumbers(matrix, range, chroma)
    }
  }

  private func expectTheStandardsNumbers(
    _ matrix: FrameSource.ColorMatrix, _ range: FrameSource.ColorRange, _ chroma: ClipOptions.Chroma
  ) throws {
    let clip = TestClip(9, 5, frames: 2)
    var options = ClipOptions()
    (options.colorMatrix, options.colorRange, options.chroma) = (matrix, range, chroma)
    try clip.write(.y4m, to: folder.file("a.y4m"), rate: "29.97", options: options)
    let file = try bytes(of: folder.file("a.y4m"))
    let comment = chroma == .none ? "" : " XMATRIX=\(matrix.rawValue.uppercased())"
    let header =
      "YUV4MPEG2 W9 H5 F30000:1001 Ip A1:1 C\(chroma.rawValue) XCOLORRANGE=\(range.rawValue.uppercased())\(comment)\n"
    #expect(file.starts(with: header.utf8))
    let (kr, kb) = try #require(Self.weights[matrix])
    let (black, span, half) = range == .full ? (0.0, 255.0, 255.0) : (16, 219, 224)
    let sites = Sites(chroma)
    var offset = header.utf8.count
    for index in 0..<2 {
      #expect(file[offset...].starts(with: "FRAME\n".utf8))
      offset += 6
      let frame = clip.frame(index)
      func color(_ x: Int, _ y: Int, _ channel: Int) -> Double {
        Double(frame.bytes[4 * (min(max(y, 0), 4) * 9 + min(max(x, 0), 8)) + channel]) / 255
      }
      func expect(
        _ columns: [(Int, Double)], _ rows: [(Int, Double)], _ step: (x: Int, y: Int),
        _ sample: (_ r: Double, _ luma: Double, _ b: Double) -> Double
      ) {
        for y in stride(from: 0, to: 5, by: step.y) {
          for x in stride(from: 0, to: 9, by: step.x) {
            func mean(_ channel: Int) -> Double {
              rows.reduce(0.0) { sum, row in
                sum + columns.reduce(0.0) { $0 + row.1 * $1.1 * color(x + $1.0, y + row.0, channel) }
              }
            }
            let (r, g, b) = (mean(0), mean(1), mean(2))
            let luma: Double = kr * r + (1 - kr - kb) * g + kb * b
            let exact = min(sample(r, luma, b), 255)
            #expect(abs(Double(file[offset]) - exact) <= 0.501, "\(range) [\(x), \(y)]")
            offset += 1
          }
        }
      }
      expect([(0, 1)], [(0, 1)], (1, 1)) { _, luma, _ in black + span * luma }
      if chroma == .none { continue }
      expect(sites.columns, sites.blueRows, sites.step) { _, luma, b in
        128 + half * (b - luma) / (2 * (1 - kb))
      }
      expect(sites.columns, sites.redRows, sites.step) { r, luma, _ in
        128 + half * (r - luma) / (2 * (1 - kr))
      }
    }
    #expect(offset == file.count)
  }

  /// The most saturated colors reach the ends of the full range, and not beyond.
  @Test func theFullRangeEndsAt255() throws {
    var options = ClipOptions()
    (options.colorRange, options.colorMatrix) = (.full, .bt709)
    for (color, cb, cr) in [
      ([255, 0, 0, 255] as [UInt8], UInt8(99), UInt8(255)), ([0, 0, 255, 255], 255, 116),
    ] {
      let format = try ClipFormat(
        size: PixelSize(1, 1), frameRate: FrameRate(25), frameCount: 1, alpha: .opaque)
      let encoder = try ClipKind.y4m.encoder(for: format, output: folder.file("a.y4m"), options: options)
      let frame = Image(size: PixelSize(1, 1), alpha: .opaque, bytes: color)
      try encoder.append(encoder.prepare(frame, index: 0))
      try encoder.finish()
      #expect(try bytes(of: folder.file("a.y4m")).suffix(2) == [cb, cr])
    }
  }

  /// Defaults by size; gray takes the full range, which FFmpeg always assumes.
  @Test func defaultsOfTheEncoding() {
    var options = ClipOptions()
    #expect(options.y4mEncoding(of: PixelSize(2000, 719)) == (.bt601, .limited))
    #expect(options.y4mEncoding(of: PixelSize(8, 720)) == (.bt709, .limited))
    options.chroma = .none
    #expect(options.y4mEncoding(of: PixelSize(8, 8)).range == .full)
    (options.colorMatrix, options.colorRange) = (.bt2020, .limited)
    #expect(options.y4mEncoding(of: PixelSize(8, 8)) == (.bt2020, .limited))
  }
}
