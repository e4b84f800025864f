import MeshTransform

/// The blocks of lines of a file, at the places that the table behind the header states.
struct EXRBlocks: ~Copyable, Sendable {
  private let file: FileBytes
  private let name: String
  private let layout: EXRFile.Layout
  /// The place of each block, from the top.
  private let offsets: [Int]

  /// Reads the table.
  /// - Parameter start: the place of the table.
  /// - Throws: ``ImageFileError`` also for a file that is too short for what it must hold.
  init(
    _ file: consuming FileBytes, _ layout: EXRFile.Layout, tableAt start: Int, name: String
  ) throws(ImageFileError) {
    let (count, fileBytes) = (layout.blockCount, file.count)
    let (tableBytes, end) = (8 * count, start + 8 * count)
    // No compression makes the lines shorter than this, whatever the header claims.
    let (lineBytes, isTooMany) = layout.lineBytes.multipliedReportingOverflow(by: layout.window.size.height)
    guard !isTooMany, end <= fileBytes,
      lineBytes / layout.compression.largestRatio <= fileBytes - end
    else { throw .truncatedEXR(name: name) }
    let table = file.bytes(at: start, count: tableBytes)
    guard table.count == tableBytes else { throw .truncatedEXR(name: name) }
    let words = table.words
    offsets = try (0..<count).map { (block) throws(ImageFileError) in
      let offset = UInt64(words[2 * block]) | UInt64(words[2 * block + 1]) << 32
      // Programs fill the table last; zeros are those of a file that was not finished.
      guard offset != 0 else { throw .truncatedEXR(name: name) }
      guard offset >= end, offset <= fileBytes else {
        throw offset < end
          ? .brokenEXR(name: name, reason: "its table of blocks is wrong") : .truncatedEXR(name: name)
      }
      return Int(offset)
    }
    self.file = file
    (self.layout, self.name) = (layout, name)
  }

  /// The uncompressed lines of a block.
  func bytes(of block: Int) throws(ImageFileError) -> [UInt8] {
    let lines = layout.lines(of: block)
    let count = lines.count * layout.lineBytes
    let start = file.bytes(at: offsets[block], count: 8).words
    guard start.count == 2 else { throw .truncatedEXR(name: name) }
    guard Int(Int32(bitPattern: start[0])) == layout.window.y + lines.lowerBound else {
      throw .brokenEXR(name: name, reason: "its table of blocks is wrong")
    }
    // Lines that compression would not make shorter are stored as they are.
    guard start[1] <= count else {
      throw .brokenEXR(name: name, reason: "the block of line \(lines.lowerBound) has \(start[1]) bytes")
    }
    let packed = file.bytes(at: offsets[block] + 8, count: Int(start[1]))
    guard packed.count == Int(start[1]) else { throw .truncatedEXR(name: name) }
    guard let bytes = EXRBlock.unpack(packed, layout.compression, count: count) else {
      throw .brokenEXR(name: name, reason: "the block of line \(lines.lowerBound) cannot be decoded")
    }
    return bytes
  }
}

extension EXRFile {
  /// Places in a file: lines are stored in blocks, each of which begins with its first row and its number of bytes.
  struct Layout {
    let window: Window
    let compression: Compression
    /// The bytes of an uncompressed line: those of the first channel, then those of the next.
    let lineBytes: Int

    /// Fails if a line has more than 2 ^ 31 bytes.
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
