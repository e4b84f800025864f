import ImageFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The names of a clip's files. Only the name of the file is a pattern, not those of its directories.
///
/// - `frame-%04d.png`, `frame-%d.png`: see ``SequenceFileNames``.
/// - `frames/` or a directory that exists: `frames/frame-%04d.png`.
/// - `frame.png`: `frame-%04d.png`.
public struct FramePattern: Hashable, Sendable {
  /// The names of the files by their numbers.
  package let names: SequenceFileNames
  private let firstNumber: Int

  /// - `firstNumber`: the number of frame 0, in 0...2^31.
  /// - Throws: ``ClipError/pattern(_:problem:)`` and, for another first number, ``ClipError/option(_:value:allowed:)``.
  public init(_ output: String, firstNumber: Int = 1) throws(ClipError) {
    guard (0...1 << 31).contains(firstNumber) else {
      throw .option("first number of the sequence", value: "\(firstNumber)", allowed: "0...\(1 << 31)")
    }
    self.firstNumber = firstNumber
    do { names = try SequenceFileNames(Self.completed(output)) } catch {
      throw .pattern(output, problem: error.problem)
    }
  }

  /// The pattern with the number's placeholder.
  package var text: String { names.text }

  /// The path of the frame with this index, counted from zero.
  public func path(of index: Int) -> String { names.path(firstNumber + index) }

  /// The indices of the frames from `first` on that exist as files, in order.
  package func existingFrames(from first: Int) -> [Int] {
    let numbers = (try? names.allNumbers()) ?? []
    return numbers.map { $0 - firstNumber }.filter { $0 >= first }.sorted()
  }

  /// The path of a hidden file beside the frames: `frames/.frame-%04d.png.job`.
  package var recordPath: String { "\(directory).\(SequenceFileNames.fileName(of: names.text)).job" }

  /// The directory of all files, with a slash at its end; "" is the current one.
  var directory: String { names.directory }

  /// Whether an output is a directory for numbered files.
  package static func isDirectory(_ output: String) -> Bool {
    if output.hasSuffix("/") { return true }
    var status = stat()
    return !output.utf8.contains(0) && stat(output.fileName, &status) == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func completed(_ output: String) -> String {
    if isDirectory(output) { return (output.hasSuffix("/") ? output : output + "/") + "frame-%04d.png" }
    guard !SequenceFileNames.fileName(of: output).contains("%") else { return output }
    return output.lowercased().hasSuffix(".png")
      ? output.dropLast(4) + "-%04d" + output.suffix(4) : output + "-%04d.png"
  }
}
