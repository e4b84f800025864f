import Glibc
import ImageFiles
import MeshTransform
import Testing

/// Gray pictures with an ICC profile of gray, which no picture of RGB can have.
struct GrayProfileTests {
  /// A profile of gray with a power as its curve (ICC.1:2010).
  private static func profile(gamma: Double) -> ColorProfile {
    func number(_ value: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
    func text(_ text: String) -> [UInt8] { Array(text.utf8) }
    let point = number(0xF6D6) + number(0x10000) + number(0xD32D)
    let white = text("XYZ ") + number(0) + point
    let hundredths: [UInt8] = [UInt8(gamma), UInt8(Int((256 * gamma).rounded()) & 255), 0, 0]
    let curve = text("curv") + number(0) + number(1) + hundredths
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(0..<12, with: number(128 + 4 + 24 + 20 + 16) + number(0) + number(0x0210_0000))
    header.replaceSubrange(12..<24, with: text("mntrGRAYXYZ "))
    header.replaceSubrange(36..<40, with: text("acsp"))
    header.replaceSubrange(68..<80, with: point)
    var tags = number(2) + text("wtpt") + number(156) + number(20)
    tags += text("kTRC") + number(176) + number(16)
    return ColorProfile(icc: .init(name: "Gray", data: header + tags + white + curve))
  }

  private static let grays: [UInt8] = [0, 16, 64, 128, 192, 252, 255]

  /// A gray PNG of 8 bits or 16 with a profile, and the value with its low bytes.
  private func file(gamma: Double, isDeep: Bool = false) throws -> InputFile {
    let icc = try #require(Self.profile(gamma: gamma).icc)
    let width = Self.grays.count
    // Stored blocks of zlib.
    let row: [UInt8] = [0] + Self.grays.flatMap { gray -> [UInt8] in isDeep ? [gray, gray] : [gray] }
    let header: [UInt8] = [0, 0, 0, UInt8(width), 0, 0, 0, 1, isDeep ? 16 : 8, 0, 0, 0, 0]
    let name: [UInt8] = Array("Gray".utf8) + [0, 0]
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += Chunk.encoded("IHDR", header)
    bytes += Chunk.encoded("iCCP", name + zlib(icc.data))
    bytes += Chunk.encoded("IDAT", zlib(row)) + Chunk.encoded("IEND", [])
    return .memory(bytes, name: "gray.png")
  }

  private func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes { (low, high) = ((low + UInt32(byte)) % 65_521, (high + low + UInt32(byte)) % 65_521) }
    let count = bytes.count
    let head: [UInt8] = [
      0x78, 1, 1, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255),
    ]
    let sum: [UInt8] = [high >> 8, high & 255, low >> 8, low & 255].map { UInt8($0) }
    return head + bytes + sum
  }

  @Test(arguments: [1.0, 1.8, 2.2]) func becomesSRGB(_ gamma: Double) throws {
    let (image, warnings) = try ImageFile.read(from: file(gamma: gamma))
    #expect(warnings.isEmpty && image.colorProfile == .sRGB)
    for (index, gray) in Self.grays.enumerated() {
      let light = pow(Double(gray) / 255, gamma)
      let expected = 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
      for channel in 0..<3 {
        #expect(abs(Double(image.bytes[4 * index + channel]) - expected) < 1.01, "\(gray)")
      }
      #expect(image.bytes[4 * index + 3] == 255)
    }
  }

  @Test func keepsItsBits() throws {
    let image = try ImageFile.read(from: file(gamma: 1.8, isDeep: true), depth: .sixteen).image
    #expect(image.depth == .sixteen && image.colorProfile == .sRGB)
    let value = image.bytes.withUnsafeBytes { $0.load(fromByteOffset: 8 * 3, as: UInt16.self) }
    #expect(abs(Double(value) / 65_535 - (1.055 * pow(128.0 / 255, 1.8 / 2.4) - 0.055)) < 1e-3)
  }

  /// Images that measure something keep their numbers.
  @Test func valuesStayWhereTheyMeasureSomething() throws {
    let image = try ImageFile.read(from: file(gamma: 1.8), colors: .values).image
    #expect(stride(from: 0, to: image.bytes.count, by: 4).map { image.bytes[$0] } == Self.grays)
  }

  @Test func aDamagedProfileIsTold() throws {
    let whole = try #require(Self.profile(gamma: 2).icc)
    let profile = ColorProfile(icc: .init(name: "Gray", data: whole.data.dropLast(40)))
    let image = Image(size: PixelSize(1, 1), alpha: .opaque, bytes: [9, 9, 9, 255], colorProfile: profile)
    let (kept, warnings) = try image.converted(by: .keep, name: "x")
    #expect(
      kept.bytes == image.bytes && kept.colorProfile == nil && warnings == [.unusableProfile(name: "x")])
  }
}
