import CheckedNumbers
import MeshTransform

extension EXRFile {
  /// Reads an OpenEXR file in bands of lines.
  ///
  /// A regular file stays open, and a band takes the memory of its samples and of up to 16 blocks of lines; other sources
  /// are read into memory first.
  public final class Reader: Sendable {
    /// The header, with all channels of the file.
    public let header: Header
    private let name: String
    private let limits: ImageLimits
    private let layout: Layout
    private let blocks: EXRBlocks

    /// The bytes of a file that is not a regular one.
    private static let byteLimit = 1 << 31
    /// The largest block: 16 lines of 32,768 pixels with 128 channels of 32 bits.
    private static let largestBlockBytes = 1 << 28
    /// Larger blocks are decoded one at a time.
    private static let parallelBlockBytes = 1 << 22

    /// Reads the header and the table of blocks.
    /// - Throws: ``ImageFileError``.
    public init(_ input: InputFile, limits: ImageLimits = .standard) throws(ImageFileError) {
      let name = input.description
      let file = try FileBytes.all(of: input, limit: Self.byteLimit)
      let attributes = try EXRAttributes(file, name: name)
      let header = try Header(attributes, name: name)
      let size = header.dataWindow.size
      try limits.check(size, name: name)
      let layout = Layout(header)
      guard let layout, layout.blockBytes <= Self.largestBlockBytes else {
        throw .tooMuchMemory(
          name: name, size: size, need: layout?.blockBytes ?? .max, limit: Self.largestBlockBytes)
      }
      blocks = try EXRBlocks(file, layout, tableAt: attributes.end, name: name)
      (self.header, self.name, self.limits, self.layout) = (header, name, limits, layout)
    }

    /// The channel of that name.
    /// - Throws: ``ImageFileError/missingChannels(name:wanted:channels:)``.
    public func channel(_ channel: String) throws(ImageFileError) -> Header.Channel {
      header.channels[try index(of: channel)]
    }

    private func index(of channel: String) throws(ImageFileError) -> Int {
      guard let index = header.channels.firstIndex(where: { $0.name == channel }) else {
        throw .missingChannels(
          name: name, wanted: "\"\(channel.excerpt)\"", channels: header.channels.map(\.name))
      }
      return index
    }

    /// The samples of some channels, those of a pixel side by side, row by row from the top.
    /// - Parameters:
    ///   - lines: from 0 at the top of the data window; nil is all. A block is decoded for each band that it touches, so
    ///     that bands should begin at multiples of ``Compression/lineCount`` lines.
    ///   - channels: their names, in the order of the result.
    /// - Precondition: the data window has the lines.
    public func read(
      lines: Range<Int>? = nil, channels: [String]
    ) throws(ImageFileError) -> [Float] {
      let size = layout.window.size
      let lines = lines ?? 0..<size.height
      precondition(lines.lowerBound >= 0 && lines.upperBound <= size.height, "lines of the data window")
      let all = header.columns
      let columns = try channels.map { (channel) throws(ImageFileError) in all[try index(of: channel)] }
      let count = try sampleCount(lines.count, channels: channels.count)
      var failure: ImageFileError?
      let samples = [Float](unsafeUninitializedCapacity: count) { samples, filled in
        guard let start = samples.baseAddress else { return }
        failure = decode(lines, columns, into: start)
        filled = failure == nil ? count : 0
      }
      if let failure { throw failure }
      return samples
    }

    /// The number of samples of a band.
    private func sampleCount(_ lines: Int, channels: Int) throws(ImageFileError) -> Int {
      let size = layout.window.size
      let (count, isTooMany) = (size.width * lines).multipliedReportingOverflow(by: channels)
      // As much as the four channels of the largest picture take.
      let (most, hasNoLimit) = limits.pixels.multipliedReportingOverflow(by: 16)
      let limit = min(limits.memory, hasNoLimit ? .max : most)
      let need = isTooMany || count > Int.max / 4 ? Int.max : 4 * count
      guard need < .max, need <= limit else {
        throw .tooMuchMemory(name: name, size: size, need: need, limit: limit)
      }
      return count
    }

    /// - Parameter target: the place of the first sample; the buffer has one for each pixel and column.
    private func decode(
      _ lines: Range<Int>, _ columns: [EXRColumn], into target: UnsafeMutablePointer<Float>
    ) -> ImageFileError? {
      // Every thread writes the lines of its own blocks.
      nonisolated(unsafe) let target = target
      let width = layout.window.size.width
      let touched = layout.blocks(of: lines)
      func decode(_ block: Int) throws(ImageFileError) {
        let (bytes, whole) = (try blocks.bytes(of: block), layout.lines(of: block))
        bytes.withUnsafeBytes { bytes in
          for line in whole.clamped(to: lines) {
            let first = (line - whole.lowerBound) * layout.lineBytes
            let source = UnsafeRawBufferPointer(rebasing: bytes[first..<first + layout.lineBytes])
            let start = target + (line - lines.lowerBound) * width * columns.count
            for (number, column) in columns.enumerated() {
              column.decode(source, width: width, into: start + number, stride: columns.count)
            }
          }
        }
      }
      let isParallel = layout.blockBytes <= Self.parallelBlockBytes
      let failures = mapBlocks(touched.count, of: isParallel ? 1 : max(touched.count, 1)) {
        range -> ImageFileError? in
        do throws(ImageFileError) {
          for number in range { try decode(touched.lowerBound + number) }
          return nil
        } catch { return error }
      }
      return failures.lazy.compactMap(\.self).first
    }
  }
}
