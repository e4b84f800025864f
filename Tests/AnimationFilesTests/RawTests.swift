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

  @Test func nothingStaysOfACancelledOrUnfinishedClip() throws {
    let clip = TestClip(9, 5, frames: 4)
    for kind in [ClipKind.rgba, .y4m] {
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

  /// Compared with the standard's formulas in floating point.
  @Test(arguments: ClipOptions.ColorMatrix.allCases, ClipOptions.Chroma.allCases)
  func y4mHoldsTheStandardsNumbers(_ matrix: ClipOptions.ColorMatrix, _ chroma: ClipOptions.Chroma) throws {
    let clip = TestClip(9, 5, frames: 2)
    var options = ClipOptions()
    (options.colorMatrix, options.chroma) = (matrix, chroma)
    try clip.write(.y4m, to: folder.file("a.y4m"), rate: "29.97", options: options)
    let file = try bytes(of: folder.file("a.y4m"))
    let colors = chroma == .full ? "444" : chroma == .quarter ? "420jpeg" : "mono"
    let header =
      "YUV4MPEG2 W9 H5 F30000:1001 Ip A1:1 C\(colors) XCOLORRANGE=LIMITED XMATRIX=\(matrix.rawValue.uppercased())\n"
    #expect(file.starts(with: header.utf8))
    let (kr, kb) = matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    var offset = header.utf8.count
    for index in 0..<2 {
      #expect(file[offset...].starts(with: "FRAME\n".utf8))
      offset += 6
      let frame = clip.frame(index)
      func color(_ x: Int, _ y: Int, _ channel: Int) -> Double {
        Double(frame.bytes[4 * (min(y, 4) * 9 + min(x, 8)) + channel]) / 255
      }
      func expect(_ sample: (_ r: Double, _ luma: Double, _ b: Double) -> Double, step: Int) {
        for y in stride(from: 0, to: 5, by: step) {
          for x in stride(from: 0, to: 9, by: step) {
            var places = [(x, y)]
            if step == 2 { places += [(x + 1, y), (x, y + 1), (x + 1, y + 1)] }
            func mean(_ channel: Int) -> Double {
              let sum = places.reduce(0.0) { $0 + color($1.0, $1.1, channel) }
              return sum / Double(places.count)
            }
            let (r, g, b) = (mean(0), mean(1), mean(2))
            let luma: Double = kr * r + (1 - kr - kb) * g + kb * b
            let exact = sample(r, luma, b)
            #expect(abs(Double(file[offset]) - exact) <= 0.501)
            offset += 1
          }
        }
      }
      expect({ _, luma, _ in 16 + 219 * luma }, step: 1)
      if chroma == .none { continue }
      expect({ _, luma, b in 128 + 224 * (b - luma) / (2 * (1 - kb)) }, step: chroma == .full ? 1 : 2)
      expect({ r, luma, _ in 128 + 224 * (r - luma) / (2 * (1 - kr)) }, step: chroma == .full ? 1 : 2)
    }
    #expect(offset == file.count)
  }
}
