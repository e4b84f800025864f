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

/// The syntax of y4m streams, valid and invalid.
@Suite("y4m streams")
struct Y4MStreamTests {
  private static func open(_ text: String, _ more: [UInt8] = [], rate: FrameSource.Rate? = nil)
    throws(FrameSourceError) -> FrameSource
  { try .y4m(.memory(Array(text.utf8) + more, name: "a.y4m"), rate: rate) }

  private static func problem(_ text: String, _ more: [UInt8] = []) -> String {
    do throws(FrameSourceError) {
      _ = try open(text, more)
      return "no error"
    } catch { return error.description }
  }

  @Test func fieldsOfTheFirstLine() throws {
    let source = try Self.open(
      "YUV4MPEG2 W2 H1 F30000:1001 It A10:11 Cmono XWHATEVER Q7\nFRAME Ip\n", [16, 235])
    #expect(source.size == PixelSize(2, 1) && source.rate.description == "30000/1001")
    #expect(source.warnings.count == 2 && source.warnings[0].contains("interlaced"))
    #expect(try source.frame(at: 0)?.bytes == [0, 0, 0, 255, 255, 255, 255, 255])
    let rate = try #require(FrameSource.Rate(5))
    #expect(try Self.open("YUV4MPEG2 W1 H1 F0:0 Cmono\nFRAME\n", [0], rate: rate).rate == rate)
    // Without C the layout is 4:2:0 with centered chroma.
    #expect(try Self.open("YUV4MPEG2 W1 H1 F1:1\nFRAME\n", [126, 128, 128]).frame(at: 0)?.bytes[1] == 128)
  }

  @Test(arguments: [
    ("YUV4MPEG2 W0 H1 F1:1\n", "width"), ("YUV4MPEG2 W1 F1:1\n", "height"),
    ("YUV4MPEG2 W-5 H1 F1:1\n", "W640"),
    ("YUV4MPEG2 W99999999999999999999 H1 F1:1\n", "W640"), ("YUV4MPEG2 W1 H1 Cmono\nFRAME\n0", "frame rate"),
    ("YUV4MPEG2 W1 H1 F1:0\n", "F1:0"), ("YUV4MPEG2 W1 H1 Fx\n", "F30000:1001"),
    ("YUV4MPEG2 W1 H1 F1:1 C420p10\n", "8 bits"), ("YUV4MPEG2 W1 H1 F1:1 C444alpha\n", "alpha"),
    ("YUV4MPEG2 W1 H1 F1:1 C411\n", "C420jpeg"), ("YUV4MPEG2 W40000 H1 F1:1\n", "32768"),
    ("YUV4MPEG2 W999999999 H999999999 F1:1\n", "32768"), ("YUV4MPEG2 W32768 H32768 F1:1\n", "268435456"),
    ("YUV4MPEG2 W1 H1", "ends after 15 bytes"), ("\u{1}\u{2}", "YUV4MPEG2"), ("", "first frame"),
    ("GIF89a", "a GIF picture"), ("YUV4MPEG2 W1 H1 F1:1 Cmono\n", "first frame"),
    ("YUV4MPEG2 W1 H1 F1:1 Cmono\nFRAMES\n0", "byte 27"),
    ("YUV4MPEG2 W2 H2 F1:1\nFRAME\n123", "after 3 of its 6"),
  ])
  func faultsNameTheValue(_ text: String, _ words: String) {
    let problem = Self.problem(text)
    #expect(problem.contains(words), "\(problem)")
    #expect(!problem.contains("\n"))
  }

  @Test func aLineWithoutAnEndIsNotRead() {
    #expect(Self.problem("YUV4MPEG2 " + String(repeating: "x", count: 1 << 20)).contains("4096"))
    let endless = "YUV4MPEG2 W1 H1 F1:1 Cmono\nFRAME " + String(repeating: "x", count: 1 << 20)
    #expect(Self.problem(endless).contains("frame 0"))
  }

  @Test func errorsOfLaterFramesArePermanent() throws {
    let source = try Self.open("YUV4MPEG2 W1 H2 F1:1 Cmono\nFRAME\n01FRAME\n23FRAME\n4")
    #expect(try source.frame(at: 1) != nil)
    for index in [2, 3] {
      let error = #expect(throws: FrameSourceError.self) { try source.frame(at: index) }
      #expect(error == .truncated(name: "a.y4m", frame: 2, got: 1, expected: 2))
    }
  }

  /// Any changed byte and any truncation gives frames or an error, without delay.
  @Test func damagedStreamsEndWell() throws {
    let good =
      Array("YUV4MPEG2 W4 H2 F25:1 Ip A1:1 C420mpeg2\n".utf8)
      + (0..<3).flatMap { Array("FRAME\n".utf8) + [UInt8](repeating: UInt8($0), count: 12) }
    var generator = SystemRandomNumberGenerator()
    for round in 0..<2000 {
      var bytes = good
      for _ in 0...round % 4 { bytes[.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255) }
      if round % 3 == 0 { bytes.removeLast(.random(in: 0..<bytes.count, using: &generator)) }
      let limits = ImageLimits(side: 4096, pixels: 1 << 12)
      guard let source = try? FrameSource.y4m(.memory(bytes, name: "x"), limits: limits) else { continue }
      for index in 0..<4 { if (try? source.frame(at: index)) == nil { break } }
    }
  }

  @Test func standardInputIsReadWhileItIsWritten() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      dup2(ends[0], STDIN_FILENO)
      let target = ends[1]
      // Far more than the capacity of a pipe and the memory limit of this process.
      let writing = Task.detached {
        let head = Array("YUV4MPEG2 W160 H120 F25:1 Cmono\n".utf8)
        _ = head.withUnsafeBytes { write(target, $0.baseAddress!, $0.count) }
        for frame in 0..<500 {
          let bytes = Array("FRAME\n".utf8) + [UInt8](repeating: UInt8(frame % 200 + 16), count: 160 * 120)
          var sent = 0
          while sent < bytes.count {
            sent += bytes.withUnsafeBytes { write(target, $0.baseAddress! + sent, $0.count - sent) }
          }
        }
        close(target)
      }
      let source = try FrameSource.y4m(.standardInput)
      var usage = 0
      for frame in 0..<500 {
        let image = try #require(try source.frame(at: frame))
        let expected = Int((255.0 / 219 * Double(frame % 200)).rounded())
        #expect(image.bytes[0] == UInt8(expected))
        if frame == 100 { usage = memoryInUse() }
      }
      let later = memoryInUse()
      // The 400 frames since then are 7 MiB of the stream and four times that as pictures.
      #expect(later - usage < 12 << 20)
      #expect(try source.frame(at: 500) == nil && source.frameCount == 500)
      await writing.value
    }
  }
}

/// Resident bytes of this process.
private func memoryInUse() -> Int {
  let bytes = try? InputFile.path("/proc/self/statm").readAll(limit: 1000)
  let words = String(decoding: bytes ?? [], as: UTF8.self).split(separator: " ")
  return words.count > 1 ? (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
}
