import MeshTransform

/// The size of a GIF, and how often players show it, read from the blocks before its first image.
///
/// Format: GIF89a, sections 18 to 26; the application extension NETSCAPE2.0.
package struct GIFHeader: Hashable, Sendable {
  package let size: PixelSize
  /// The number of times that players show the frames; 0 without end.
  package let plays: Int

  /// More blocks than any comment before the first image has.
  private static let blockLimit = 1 << 16

  package init(size: PixelSize, plays: Int) { (self.size, self.plays) = (size, plays) }

  /// Nil for data that end within the size.
  init?(_ file: borrowing FileBytes) {
    let start = file.bytes(at: 0, count: 13)
    guard start.count >= 10 else { return nil }
    size = PixelSize(start[6..<8].littleEndian, start[8..<10].littleEndian)
    // The colors that are common to all frames.
    let flags = start.count > 10 ? start[10] : 0
    plays = Self.plays(file, from: 13 + (flags & 0x80 != 0 ? 6 << Int(flags & 7) : 0))
  }

  /// A file without the extension is shown once; a count of repetitions n means n + 1 times, and 0 without end.
  private static func plays(_ file: borrowing FileBytes, from first: Int) -> Int {
    var (offset, isLoopExtension) = (first, false)
    // The label of an extension, then its parts of a length and as many bytes, up to an empty one.
    var isAtExtension = true
    for _ in 0..<blockLimit {
      let bytes = file.bytes(at: offset, count: 14)
      if isAtExtension {
        guard bytes.count == 14, bytes[0] == 0x21 else { return 1 }
        let name = bytes[3...]
        isLoopExtension =
          bytes[1] == 0xFF && bytes[2] == 11
          && (name.elementsEqual("NETSCAPE2.0".utf8) || name.elementsEqual("ANIMEXTS1.0".utf8))
        (offset, isAtExtension) = (offset + 2, false)
        continue
      }
      guard let length = bytes.first else { return 1 }
      if isLoopExtension, length == 3, bytes.count >= 4, bytes[1] & 7 == 1 {
        let repeats = bytes[2..<4].littleEndian
        return repeats == 0 ? 0 : repeats + 1
      }
      (offset, isAtExtension) = (offset + 1 + Int(length), length == 0)
    }
    return 1
  }
}
