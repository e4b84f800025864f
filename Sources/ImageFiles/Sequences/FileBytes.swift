import CPNG

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The bytes of a regular file or of memory at any place, without a position that moves.
package struct FileBytes: ~Copyable {
  /// -1 for memory.
  private let descriptor: Int32
  private let memory: [UInt8]
  /// The number of bytes when it was opened.
  package let count: Int

  private init(descriptor: Int32, memory: [UInt8], count: Int) {
    (self.descriptor, self.memory, self.count) = (descriptor, memory, count)
  }

  /// Nil for a file that cannot be opened, and for pipes and devices, which are not opened: their bytes can be read
  /// only once.
  package static func of(_ input: InputFile) -> FileBytes? {
    if case .memory(let bytes, _) = input { return FileBytes(bytes) }
    guard input.status?.isRegular == true, let file = try? InputFile.Descriptor.reading(input) else {
      return nil
    }
    let descriptor = fcntl(file.number, F_DUPFD_CLOEXEC, 3)
    return descriptor >= 0 ? FileBytes(descriptor: descriptor, memory: [], count: file.expectedSize) : nil
  }

  private init(_ bytes: [UInt8]) { self.init(descriptor: -1, memory: bytes, count: bytes.count) }

  /// As ``of(_:)``; pipes and devices are read into memory.
  /// - Parameter limit: the bytes of a pipe.
  package static func all(of input: InputFile, limit: Int) throws(ImageFileError) -> FileBytes {
    if let file = of(input) { return file }
    do { return FileBytes(try input.readAll(limit: limit)) } catch { throw .input(error) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// At most `count` bytes; fewer at the end of the file.
  package func bytes(at offset: Int, count: Int) -> [UInt8] {
    guard descriptor >= 0 else { return Array(memory.dropFirst(offset).prefix(count)) }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(pread(descriptor, buffer.baseAddress, count, off_t(offset)), 0)
    }
  }

  /// Fills `target` with the bytes from `offset` on.
  /// - Returns: how many were read; fewer than `target` has at the end of the file, or if the system fails.
  package func read(at offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
    guard let start = target.baseAddress else { return 0 }
    guard descriptor >= 0 else {
      let part = memory.dropFirst(offset).prefix(target.count)
      target.copyBytes(from: part)
      return part.count
    }
    var done = 0
    while done < target.count {
      let count = pread(descriptor, start + done, target.count - done, off_t(offset + done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      done += count
    }
    return done
  }
}

extension Sequence<UInt8> {
  /// A number whose most significant byte is first.
  var bigEndian: Int { reduce(0) { $0 << 8 | Int($1) } }
  /// A number whose least significant byte is first.
  var littleEndian: Int { reversed().bigEndian }
}
