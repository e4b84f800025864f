import Glibc

extension [UInt8] {
  /// Writes all bytes to a descriptor that blocks; false with an errno where that fails, as for a pipe without a reader.
  func write(to descriptor: Int32) -> Bool {
    var written = 0
    while written < count {
      let size = self[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if size < 0, errno == EINTR { continue }
      guard size > 0 else { return false }
      written += size
    }
    return true
  }
}
