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
  /// The names in messages of the paths that the program is given.
  private let names: [String: String]
  private var child = child_process()
  private var isRunning = true

  /// - Parameters:
  ///   - arguments: the arguments between the program's name and the output's.
  ///   - output: a descriptor of a file that supports reading, writing and seeking.
  ///   - name: the output's name in messages.
  ///   - sound: a file that the arguments name as descriptor 4.
  init(
    _ arguments: [String], into output: Int32, named name: String, kind: ClipKind, sound: VideoInput?
  ) throws(ClipError) {
    self.kind = kind
    names = [Self.outputPath: name, VideoInput.path(4): sound?.name ?? ""]
    // No file name is an argument, so a name cannot be parsed as an option or a protocol. The child inherits the open
    // file: the file at its path could be replaced, or removed if this process is killed.
    let words = ["ffmpeg"] + arguments + ["-y", "file:" + Self.outputPath]
    guard !ChildPrograms.areForbidden else {
      isRunning = false
      throw .programForbidden(kind)
    }
    let result = words.withArguments {
      child_process_start_writer($0, output, sound?.file.descriptor ?? -1, &child)
    }
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

  private static let outputPath = VideoInput.path(3)

  private func end() -> Int32 {
    isRunning = false
    return child_process_wait(&child)
  }

  private func failure(_ status: Int32) -> ClipError {
    .programFailed(
      kind, status: ExitStatus.words(status), words: child.errorOutput(naming: names))
  }
}
