import CPNG

/// Sequential bytes from a descriptor or from memory, through one small buffer.
final class ByteStream {
  let name: String
  /// The number of bytes delivered.
  private(set) var offset = 0
  /// Nil for bytes in memory.
  private let descriptor: InputFile.Descriptor?
  private let number: Int32
  /// The bytes that are read but not delivered are `buffer[position..<end]`.
  private var buffer: [UInt8]
  private var position = 0, end: Int

  init(_ file: InputFile) throws(InputFileError) {
    name = file.description
    if case .memory(let bytes, _) = file {
      descriptor = nil
      (number, buffer, end) = (-1, bytes, bytes.count)
    } else {
      let opened = try InputFile.Descriptor.reading(file)
      number = opened.number
      descriptor = consume opened
      (buffer, end) = ([UInt8](repeating: 0, count: 64 * 1024), 0)
    }
  }

  /// The bytes up to the next line feed, which is consumed.
  /// - Returns: nil when the next `limit` bytes contain none; an incomplete line only at the end of the stream.
  func line(limit: Int) throws(InputFileError) -> (bytes: [UInt8], isWhole: Bool)? {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      guard try fill() else { return (bytes, false) }
      let byte = buffer[position]
      (position, offset) = (position + 1, offset + 1)
      if byte == 0x0A { return (bytes, true) }
      bytes.append(byte)
    }
    return nil
  }

  /// Fills `target`; fewer bytes only at the end.
  func read(into target: UnsafeMutableRawBufferPointer) throws(InputFileError) -> Int {
    var count = min(end - position, target.count)
    buffer.withUnsafeBytes {
      target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
    }
    position += count
    while number >= 0, count < target.count {
      let more = descriptor_read(number, target.baseAddress! + count, target.count - count)
      guard more >= 0 else { throw failure }
      guard more > 0 else { break }
      count += more
    }
    offset += count
    return count
  }

  /// The first bytes, at most `count`, without consuming them. Valid only at the beginning.
  func peek(_ count: Int) throws(InputFileError) -> ArraySlice<UInt8> {
    while number >= 0, end < min(count, buffer.count) {
      let more = buffer.withUnsafeMutableBytes {
        descriptor_read(number, $0.baseAddress! + end, $0.count - end)
      }
      guard more >= 0 else { throw failure }
      guard more > 0 else { break }
      end += more
    }
    return buffer[position..<min(end, position + count)]
  }

  /// All remaining bytes.
  func readAll(limit: Int) throws(InputFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while try fill() {
      guard end - position <= limit - bytes.count else { throw .tooLarge(name: name, limit: limit) }
      bytes += buffer[position..<end]
      offset += end - position
      position = end
    }
    return bytes
  }

  /// Whether there is another byte.
  private func fill() throws(InputFileError) -> Bool {
    guard position == end else { return true }
    guard number >= 0 else { return false }
    let count = descriptor_read(number, &buffer, buffer.count)
    guard count >= 0 else { throw failure }
    (position, end) = (0, count)
    return count > 0
  }

  private var failure: InputFileError {
    .unreadable(name: name, .current)
  }
}
