#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The open files that the program that started this one shares with it, such as blocks of memory (memfd_create).
///
/// Each is read and written by the path `/proc/self/fd/N`, whatever folders a document may read and a list may write. The
/// program changes them between jobs, so that nothing of them is kept. A process that is started has them, too.
package enum SharedFiles {
  /// The environment variable with their numbers, `FIRST-LAST`.
  package static let variable = "MESHRENDER_SHARED_DESCRIPTORS"

  private static let folder = Array("/proc/self/fd/".utf8)

  private static let descriptors = getenv(variable).flatMap { numbers(in: String(cString: $0)) }

  /// The numbers of a text; nil for another one. Standard streams and their neighbors are never shared.
  static func numbers(in text: String) -> ClosedRange<Int32>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int32($0) }
    guard parts.count == 2, let first = parts[0], let last = parts[1], 10 <= first, first <= last else {
      return nil
    }
    return first...last
  }

  /// Whether a path is that of a shared file.
  package static func contains(_ path: FilePath) -> Bool { contains(path, descriptors) }

  static func contains(_ path: FilePath, _ descriptors: ClosedRange<Int32>?) -> Bool {
    guard let descriptors, path.bytes.starts(with: folder) else { return false }
    let digits = path.bytes.dropFirst(folder.count)
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
    return Int32(String(decoding: digits, as: UTF8.self)).map(descriptors.contains) ?? false
  }
}
