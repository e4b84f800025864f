import CPNG
import ImageFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The destination of a clip's bytes: a file that appears when finished, or a pipe that receives them immediately.
///
/// Also checks that the frames arrive once and in order. Unchecked, because ``ClipEncoder`` requires serialized calls.
final class ClipFile: @unchecked Sendable {
  private let file: OutputFile
  private let clip: ClipFormat
  /// Nil for standard output, which ``FileWriter`` would collect.
  private var writer: FileWriter?
  private(set) var nextFrame = 0

  init(_ file: OutputFile, _ clip: ClipFormat) throws(ClipError) {
    (self.file, self.clip) = (file, clip)
    if file != .standardOutput {
      do { writer = try FileWriter(file) } catch { throw .output(error) }
    }
  }

  /// Checks that frames arrive in order, each once.
  func count(_ frame: PreparedFrame) {
    precondition(frame.index == nextFrame, "frame \(nextFrame) is to come, not \(frame.index)")
    nextFrame += 1
  }

  func write(_ bytes: [UInt8]) throws(ClipError) {
    try bytes.withUnsafeBufferPointer { bytes throws(ClipError) in try write(UnsafeRawBufferPointer(bytes)) }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(ClipError) {
    guard file == .standardOutput else {
      guard let writer else { preconditionFailure("the output was given up") }
      do { return try writer.write(bytes) } catch { throw .output(error) }
    }
    let result = descriptor_write_all(STDOUT_FILENO, bytes.baseAddress, bytes.count)
    if result != 0 { throw .output(.cannotWrite(name: file.description, SystemError(code: result))) }
  }

  /// Replaces the first bytes of a file; those of a pipe have gone.
  func replaceStart(by bytes: [UInt8]) throws(ClipError) {
    guard let writer, writer.isReplaceable else { return }
    do { try writer.replace(bytes, at: 0) } catch { throw .output(error) }
  }

  /// For another process to write to; nil when the output is not a file.
  var temporaryDescriptor: Int32? { writer?.temporaryDescriptor }

  func commit() throws(ClipError) {
    try checkAllFramesCame()
    do { try writer?.commit() } catch { throw .output(error) }
  }

  func checkAllFramesCame() throws(ClipError) {
    guard nextFrame == clip.frameCount || (clip.mayEndEarly && nextFrame > 0) else {
      throw .framesMissing(count: nextFrame, expected: clip.frameCount)
    }
  }

  /// Releasing the writer removes the temporary file.
  func abandon() { writer = nil }
}
