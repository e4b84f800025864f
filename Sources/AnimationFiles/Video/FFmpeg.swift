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

/// The ffmpeg program as a child process that reads pixels from a pipe and writes to an open file.
///
/// Unchecked: calls are serialized.
final class FFmpeg: @unchecked Sendable {
  private let kind: ClipKind
  private let outputName: String
  private var child = child_process()
  private var isRunning = true

  /// - Parameters:
  ///   - arguments: the arguments between the program's name and the output's.
  ///   - output: a descriptor of a file that supports reading, writing and seeking.
  ///   - name: the output's name in messages.
  init(_ arguments: [String], into output: Int32, named name: String, kind: ClipKind) throws(ClipError) {
    (self.kind, outputName) = (kind, name)
    // No file name is an argument, so a name cannot be parsed as an option or a protocol. The child inherits the open
    // file: the file at its path could be replaced, or removed if this process is killed.
    let words = ["ffmpeg"] + arguments + ["-y", "file:" + Self.outputPath]
    var pointers: [UnsafePointer<CChar>?] = words.map { UnsafePointer(strdup($0)) }
    defer { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
    pointers.append(nil)
    let result = child_process_start(pointers, output, &child)
    if result != 0 {
      isRunning = false
      throw .programMissing(kind, SystemError(code: result))
    }
  }

  deinit { kill() }

  /// Blocks while the program is busy.
  func write(_ bytes: [UInt8]) throws(ClipError) {
    let result = bytes.withUnsafeBytes { descriptor_write_all(child.input, $0.baseAddress, $0.count) }
    guard result != 0 else { return }
    // The program has closed its input: it has ended or is about to.
    let status = end()
    throw failure(status)
  }

  /// Closes the program's input and waits until it has written all output.
  func finish() throws(ClipError) {
    let status = end()
    guard status == 0 else { throw failure(status) }
    child_process_close(&child)
  }

  /// Kills the program. Does nothing when it has ended.
  func kill() {
    if isRunning {
      child_process_kill(&child)
      _ = end()
    }
    child_process_close(&child)
  }

  private static let outputPath = "/proc/self/fd/3"

  private func end() -> Int32 {
    isRunning = false
    return child_process_wait(&child)
  }

  private func failure(_ status: Int32) -> ClipError {
    let status = status < 0 ? "ended by signal \(-status)" : "exit status \(status)"
    return .programFailed(kind, status: status, words: errorOutput)
  }

  /// The last lines on its standard error, joined.
  private var errorOutput: String {
    var text = [CChar](repeating: 0, count: 2000)
    let count = child_process_last_words(&child, &text, text.count)
    let words = String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return words.split(whereSeparator: \.isNewline).suffix(4)
      .map { line in
        let plain = line.drop { $0 == " " }.filter { !$0.isASCII || $0 >= " " }.replacing(
          "file:" + Self.outputPath, with: outputName
        ).replacing(Self.outputPath, with: outputName)
        // "[libx264 @ 0x5581e0c0] ..." begins with the name and address of an object.
        guard plain.hasPrefix("["), let at = plain.firstIndex(of: "@"), let end = plain.firstIndex(of: "]"),
          at < end
        else { return plain }
        return "\(plain[..<at].dropLast())\(plain[end...])"
      }
      .joined(separator: " | ")
  }
}
