import CSixel
import Glibc
import ImageFiles
import MeshFormats
import MeshTransform

/// A picture as the control sequences of a terminal, after which the cursor is below it.
enum TerminalImage {
  /// - Parameters:
  ///   - image: opaque.
  ///   - columns: the characters that it covers, and `rows` of them.
  /// - Throws: ``ImageFileError`` where it cannot be encoded.
  static func bytes(
    of image: Image, _ drawing: PreviewProtocol, columns: Int, rows: Int
  ) throws(ImageFileError) -> [UInt8] {
    switch drawing {
    case .kitty: return kitty(try PNG.encode(image).bytes)
    case .iterm2: return iterm2(try PNG.encode(image).bytes, columns: columns, rows: rows)
    case .sixel:
      guard let sixels = sixels(of: image) else {
        throw .notEncodable(name: "the preview", reason: "libsixel fails")
      }
      return sixels
    }
  }

  /// A command transmits at most 4096 characters of base64; more commands follow where m is 1. The terminal does not
  /// answer (q=2).
  private static func kitty(_ png: [UInt8]) -> [UInt8] {
    let text = Array(base64(png).utf8)
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: 4096) {
      let chunk = text[start..<min(start + 4096, text.count)]
      let keys = start == 0 ? "a=T,f=100,q=2," : ""
      bytes += Array("\u{1B}_G\(keys)m=\(chunk.endIndex < text.count ? 1 : 0);".utf8) + chunk
      bytes += Array("\u{1B}\\".utf8)
    }
    return bytes + Array("\n".utf8)
  }

  private static func iterm2(_ png: [UInt8], columns: Int, rows: Int) -> [UInt8] {
    let keys = "inline=1;size=\(png.count);width=\(columns);height=\(rows);preserveAspectRatio=1"
    return Array("\u{1B}]1337;File=\(keys):\(base64(png))\u{07}\n".utf8)
  }

  /// Nil where the library fails; it must be loaded.
  private static func sixels(of image: Image) -> [UInt8]? {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * image.size.area)
    for start in stride(from: 0, to: image.bytes.count, by: 4) { pixels += image.bytes[start..<start + 3] }
    var count = 0
    guard let bytes = csixel_encode(pixels, Int32(image.size.width), Int32(image.size.height), &count) else {
      return nil
    }
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count)) + Array("\n".utf8)
  }
}
