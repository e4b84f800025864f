import CDigest
import ImageFiles

/// SHA-256 digests of files and texts, by OpenSSL.
enum SHA256 {
  /// The digest of a file in hexadecimal digits; nil for a file that cannot be read.
  static func of(_ file: InputFile) throws(Failure) -> (digest: String, count: Int)? {
    guard let bytes = try? file.readAll() else { return nil }
    return (try of(bytes), bytes.count)
  }

  /// The digest of the digests of several files, and their bytes; of one file its own. Nil where one cannot be read.
  static func of(_ files: [InputFile]) throws(Failure) -> (digest: String, count: Int)? {
    var (digests, count) = ("", 0)
    for file in files {
      guard let found = try of(file) else { return nil }
      digests += found.digest
      count += found.count
    }
    return (files.count == 1 ? digests : try of(Array(digests.utf8)), count)
  }

  static func of(_ bytes: [UInt8]) throws(Failure) -> String {
    if let reason = cdigest_load() {
      throw Failure(
        .unavailable,
        "a library for digests is missing (\(String(cString: reason))); install it: apt-get install libssl3")
    }
    guard let digest = cdigest_begin() else {
      throw Failure(.internalFault, "not enough memory for a digest")
    }
    bytes.withUnsafeBytes { if let start = $0.baseAddress { cdigest_add(digest, start, $0.count) } }
    var result = [UInt8](repeating: 0, count: 32)
    cdigest_end(digest, &result)
    return result.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
