/// Receives encoded bytes. A class, so that C can hold a pointer to it.
class ByteSink {
  var failure: OutputFileError?
  /// Announces the number of bytes of the next call.
  func prepare(for count: Int) {}
  /// False ends the encoding; `failure` is then the reason.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool { preconditionFailure("a subclass takes the bytes") }
}

/// Counts encoded bytes and discards them.
final class CountingSink: ByteSink {
  private(set) var count = 0
  override func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    count += bytes.count
    return true
  }
}

/// Keeps encoded bytes.
final class MemorySink: ByteSink {
  private(set) var bytes: [UInt8] = []
  override func prepare(for count: Int) {
    // Doubles at least: otherwise each of a large picture's many calls would copy all bytes.
    let total = bytes.count + count
    if total > bytes.capacity { bytes.reserveCapacity(max(total, 2 * bytes.capacity)) }
  }
  override func take(_ more: UnsafeRawBufferPointer) -> Bool {
    bytes.append(contentsOf: more)
    return true
  }
}

/// Writes encoded bytes to a file, which appears with ``commit()``.
final class FileSink: ByteSink {
  private let writer: FileWriter

  init(_ file: OutputFile) throws(ImageFileError) {
    do { writer = try FileWriter(file) } catch { throw .output(error) }
  }

  override func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do {
      try writer.write(bytes)
      return true
    } catch {
      failure = error
      return false
    }
  }

  func commit() throws(ImageFileError) {
    do { try writer.commit() } catch { throw .output(error) }
  }
}
