import MeshTransform

extension EXRFile {
  /// Places in a file: lines are stored in blocks, each of which begins with its first row and its number of bytes.
  struct Layout {
    let window: Window
    let compression: Compression
    /// The bytes of an uncompressed line: those of the first channel, then those of the next.
    let lineBytes: Int

    /// Nil where a line has more than 2 ^ 31 bytes.
    init?(_ header: Header) {
      (window, compression) = (header.dataWindow, header.compression)
      let pixelBytes = header.channels.reduce(0) { $0 + $1.type.byteCount }
      let (bytes, isTooLarge) = pixelBytes.multipliedReportingOverflow(by: window.size.width)
      guard !isTooLarge, bytes <= Int32.max else { return nil }
      lineBytes = bytes
    }

    var blockCount: Int { (window.size.height - 1) / compression.lineCount + 1 }

    /// The largest number of uncompressed bytes of a block.
    var blockBytes: Int { min(compression.lineCount, window.size.height) * lineBytes }

    /// The lines of a block, from 0 at the top of the data window.
    func lines(of block: Int) -> Range<Int> {
      let first = block * compression.lineCount
      return first..<min(first + compression.lineCount, window.size.height)
    }

    /// The blocks that hold some lines.
    func blocks(of lines: Range<Int>) -> Range<Int> {
      guard let last = lines.last else { return 0..<0 }
      return lines.lowerBound / compression.lineCount..<last / compression.lineCount + 1
    }
  }
}

extension EXRFile.Header {
  /// The indices of ``channels`` in the order of a file, that of the bytes of their names.
  var fileOrder: [Int] {
    channels.indices.sorted { channels[$0].name.utf8.lexicographicallyPrecedes(channels[$1].name.utf8) }
  }
}
