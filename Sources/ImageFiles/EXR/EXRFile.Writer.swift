import MeshTransform

extension EXRFile {
  /// Writes an OpenEXR file in bands of lines, with lines from the top. It appears whole with ``commit()`` or not at all,
  /// see ``FileWriter``.
  ///
  /// Takes the memory of 64 blocks of lines; for a pipe or standard output also that of the file, because its table of
  /// blocks precedes them.
  public final class Writer {
    private let file: FileWriter?
    private let layout: Layout
    private let columns: [EXRColumn]
    private let head: [UInt8]
    /// The sizes of the written blocks, with their first eight bytes.
    private var blockSizes: [Int] = []
    /// The lines that do not fill a block yet.
    private var pending: [UInt8] = []
    private var lineCount = 0
    /// The blocks that wait for the table.
    private var waiting: [UInt8] = []
    /// Whether blocks are written before the table, which then has zeros.
    private let isTableLast: Bool

    /// - Precondition: the names of channels are unique, have 1...255 bytes and no zero, and a line has at most 2 ^ 31
    ///   bytes.
    /// - Throws: ``ImageFileError/output(_:)``.
    public convenience init(_ header: Header, to output: OutputFile) throws(ImageFileError) {
      do {
        try self.init(header, file: FileWriter(output))
        guard isTableLast else { return }
        try file?.write(head + [UInt8](repeating: 0, count: 8 * layout.blockCount))
      } catch { throw .output(error) }
    }

    /// Collects the bytes of a file.
    convenience init(_ header: Header) { self.init(header, file: nil) }

    private init(_ header: Header, file: FileWriter?) {
      let names = header.channels.map(\.name.utf8)
      precondition(Set(header.channels.map(\.name)).count == names.count, "names of channels are unique")
      precondition(
        !names.isEmpty && names.allSatisfy { 1...255 ~= $0.count && !$0.contains(0) },
        "names of channels have 1...255 bytes")
      guard let layout = Layout(header) else { preconditionFailure("a line has at most 2 ^ 31 bytes") }
      (self.file, self.layout, columns, head) = (file, layout, header.columns, header.encoded)
      isTableLast = file?.isReplaceable ?? false
    }

    /// Appends the next lines: the samples of a pixel side by side in the order of the header's channels, row by row.
    /// - Precondition: whole lines, and at most those that are missing.
    /// - Throws: ``ImageFileError/output(_:)``.
    public func append(_ samples: [Float]) throws(ImageFileError) {
      let lineSamples = columns.count * layout.window.size.width
      precondition(samples.count % lineSamples == 0, "a band has whole lines")
      let lines = samples.count / lineSamples
      precondition(lineCount + lines <= layout.window.size.height, "as many lines as the data window has")
      let most = 64 * layout.compression.lineCount
      for first in stride(from: 0, to: lines, by: most) {
        try append(samples, lines: first..<min(first + most, lines))
      }
    }

    private func append(_ samples: [Float], lines: Range<Int>) throws(ImageFileError) {
      let (width, lineBytes, columns) = (layout.window.size.width, layout.lineBytes, columns)
      let before = pending.count
      pending.append(contentsOf: repeatElement(0, count: lines.count * lineBytes))
      samples.withUnsafeBufferPointer { samples in
        pending.withUnsafeMutableBytes { pending in
          guard let first = samples.baseAddress else { return }
          // Every thread writes its own lines.
          nonisolated(unsafe) let (source, target) = (first, pending)
          inParallel(lines.count, grainSize: 16) { range in
            for line in range {
              let first = before + line * lineBytes
              let bytes = UnsafeMutableRawBufferPointer(rebasing: target[first..<first + lineBytes])
              let start = source + (lines.lowerBound + line) * width * columns.count
              for (number, column) in columns.enumerated() {
                column.encode(start + number, stride: columns.count, width: width, into: bytes)
              }
            }
          }
        }
      }
      lineCount += lines.count
      try writeBlocks()
    }

    /// Writes the blocks that are full, and at the end of the picture the last one.
    private func writeBlocks() throws(ImageFileError) {
      let (lineBytes, isEnd) = (layout.lineBytes, lineCount == layout.window.size.height)
      let blockBytes = layout.compression.lineCount * lineBytes
      let count = isEnd ? (pending.count + blockBytes - 1) / blockBytes : pending.count / blockBytes
      let (pending, compression) = (pending, layout.compression)
      let packed = mapBlocks(count, of: 1) { range in
        let first = range.lowerBound * blockBytes
        return EXRBlock.pack(pending[first..<min(first + blockBytes, pending.count)], compression)
      }
      for block in packed {
        let line = Int32(layout.window.y + blockSizes.count * compression.lineCount)
        let bytes = [UInt32(bitPattern: line), UInt32(block.count)].flatMap(\.littleEndianBytes) + block
        blockSizes.append(bytes.count)
        guard isTableLast, let file else {
          waiting += bytes
          continue
        }
        do { try file.write(bytes) } catch { throw .output(error) }
      }
      self.pending = Array(pending.dropFirst(count * blockBytes))
    }

    private var table: [UInt8] {
      var offset = UInt64(head.count + 8 * layout.blockCount)
      return blockSizes.flatMap { size in
        defer { offset += UInt64(size) }
        return [UInt32(truncatingIfNeeded: offset), UInt32(truncatingIfNeeded: offset >> 32)].flatMap(
          \.littleEndianBytes)
      }
    }

    /// Publishes the file.
    /// - Precondition: all lines were appended.
    /// - Throws: ``ImageFileError/output(_:)``.
    public func commit() throws(ImageFileError) {
      precondition(lineCount == layout.window.size.height, "all lines are appended")
      do {
        if isTableLast {
          try file?.replace(table, at: head.count)
        } else {
          try file?.write(head + table)
          try file?.write(waiting)
        }
        try file?.commit()
      } catch { throw .output(error) }
    }

    /// The file without a destination.
    /// - Precondition: all lines were appended.
    var encoded: [UInt8] {
      precondition(lineCount == layout.window.size.height, "all lines are appended")
      return head + table + waiting
    }
  }
}

@available(*, unavailable) extension EXRFile.Writer: Sendable {}

extension EXRFile.Header {
  /// The bytes of a file before its table of blocks.
  var encoded: [UInt8] {
    let hasLongNames = channels.contains { $0.name.utf8.count > 31 }
    var bytes = EXRFile.magic + [2, hasLongNames ? 4 : 0, 0, 0]
    func add(_ name: String, _ type: String, _ value: [UInt8]) {
      bytes += Array(name.utf8) + [0] + Array(type.utf8) + [0] + UInt32(value.count).littleEndianBytes + value
    }
    func box(_ window: EXRFile.Window) -> [UInt8] {
      [
        window.x, window.y, window.x + window.size.width - 1, window.y + window.size.height - 1,
      ].flatMap { UInt32(truncatingIfNeeded: $0).littleEndianBytes }
    }
    func floats(_ values: [Double]) -> [UInt8] { values.flatMap { Float($0).bitPattern.littleEndianBytes } }

    let list = fileOrder.flatMap { index in
      let channel = channels[index]
      return Array(channel.name.utf8) + [0] + [channel.type.rawValue, 0, 1, 1].flatMap(\.littleEndianBytes)
    }
    add("channels", "chlist", list + [0])
    if let chromaticities {
      let places = [chromaticities.red, chromaticities.green, chromaticities.blue, chromaticities.white]
      add(
        "chromaticities", "chromaticities",
        floats(places.flatMap { [Double($0.x) / 100_000, Double($0.y) / 100_000] }))
    }
    add("compression", "compression", [compression.rawValue])
    add("dataWindow", "box2i", box(dataWindow))
    add("displayWindow", "box2i", box(displayWindow))
    add("lineOrder", "lineOrder", [0])
    add("pixelAspectRatio", "float", floats([(density.map { $0.vertical / $0.horizontal }) ?? 1]))
    add("screenWindowCenter", "v2f", floats([0, 0]))
    add("screenWindowWidth", "float", floats([1]))
    if let density { add("xDensity", "float", floats([density.dotsPerInch.horizontal])) }
    return bytes + [0]
  }
}

extension UInt32 {
  /// The four bytes, least significant first.
  package var littleEndianBytes: [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}
