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

/// The program ffmpeg as a child process that takes pixels from a pipe and writes into a file that we have opened.
///
/// Unchecked: calls come one at a time.
final class FFmpeg: @unchecked Sendable {
  private let kind: ClipKind
  private let outputName: String
  private var child = child_process()
  private var isRunning = true

  /// - Parameters:
  ///   - arguments: what stands between the program's name and that of its output.
  ///   - output: a descriptor of a file that can be read, written and seeked.
  ///   - name: the output's, as messages call it.
  init(_ arguments: [String], into output: Int32, named name: String, kind: ClipKind) throws(ClipError) {
    (self.kind, outputName) = (kind, name)
    // No name of a file is an argument, so none can pass for an option or a protocol.
    // The child gets the file itself: under its name another might come to stand, or nothing, if we are killed.
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

  /// Waits while the program is busy.
  func write(_ bytes: [UInt8]) throws(ClipError) {
    let result = bytes.withUnsafeBytes { descriptor_write_all(child.input, $0.baseAddress, $0.count) }
    guard result != 0 else { return }
    // It reads no more: it has ended, or is about to.
    let status = end()
    throw failure(status)
  }

  /// Tells the program that there is no more, and waits until it has written all.
  func finish() throws(ClipError) {
    let status = end()
    guard status == 0 else { throw failure(status) }
    child_process_close(&child)
  }

  /// Ends the program at once. Does nothing when it has ended.
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

  /// The last lines on its standard error, as one.
  private var errorOutput: String {
    var text = [CChar](repeating: 0, count: 2000)
    let count = child_process_last_words(&child, &text, text.count)
    let words = String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return words.split(whereSeparator: \.isNewline).suffix(4)
      .map { line in
        let plain = line.drop { $0 == " " }.filter { !$0.isASCII || $0 >= " " }.replacing(
          "file:" + Self.outputPath, with: outputName
        ).replacing(Self.outputPath, with: outputName)
        // "[libx264 @ 0x5581e0c0] ..." begins with the name of an object in its memory.
        guard plain.hasPrefix("["), let at = plain.firstIndex(of: "@"), let end = plain.firstIndex(of: "]"),
          at < end
        else { return plain }
        return "\(plain[..<at].dropLast())\(plain[end...])"
      }
      .joined(separator: " | ")
  }
}
