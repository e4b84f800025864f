import CAnimation
import CPNG
import ImageFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A regular file that stays open, so that child processes read the same file whatever becomes of its name.
final class OpenFile: Sendable {
  let descriptor: Int32

  /// Bytes in memory are written to a file without a name.
  init(_ file: InputFile) throws(InputFileError) {
    guard case .memory(let bytes, let name) = file else {
      let opened = try InputFile.Descriptor.reading(file)
      descriptor = fcntl(opened.number, F_DUPFD_CLOEXEC, 10)
      guard descriptor >= 0 else { throw .unreadable(name: file.description, .current) }
      return
    }
    descriptor = child_process_nameless_file()
    guard descriptor >= 0 else { throw .noTemporaryFile(name: name, .current) }
    let result = bytes.withUnsafeBytes { descriptor_write_all(descriptor, $0.baseAddress, $0.count) }
    if result != 0 {
      let error = SystemError(code: result)
      close(descriptor)
      throw .noTemporaryFile(name: name, error)
    }
  }

  deinit { close(descriptor) }
}
