import CAnimation
import Glibc

/// A program that the tool starts, found in PATH.
struct Program {
  let name: String
  /// The package of Debian that has it.
  let package: String

  static let all = [Program(name: "ffmpeg", package: "ffmpeg"), Program(name: "ffprobe", package: "ffmpeg")]

  /// The version in the first line of its `-version`, or the reason why it does not run.
  var state: String {
    var child = child_process()
    let arguments = [strdup(name), strdup("-version")]
    defer { for argument in arguments { free(argument) } }
    let pointers = arguments.map { $0.map { UnsafePointer($0) } } + [nil]
    let result = pointers.withUnsafeBufferPointer { child_process_start_peer($0.baseAddress!, &child) }
    guard result == 0 else { return "missing: \(String(cString: strerror(result))) (apt install \(package))" }
    // At most as long as a slow disk takes, so that a program that never answers does not keep the report.
    var text = [UInt8](repeating: 0, count: 4096)
    let count = max(0, child_process_read(child.output, &text, text.count, 10_000))
    child_process_kill(&child)
    _ = child_process_wait(&child)
    child_process_close(&child)
    let line = String(decoding: text[..<count].prefix { $0 != 0x0A }, as: UTF8.self)
    let words = line.split(separator: " ")
    guard words.starts(with: [Substring(name), "version"]), words.count > 2 else {
      return "does not report a version"
    }
    return String(words[2])
  }
}
