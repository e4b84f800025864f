import ImageFiles
import MeshTransform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Numbered PNG files. Each is published as soon as it is prepared, so an interruption keeps the finished ones.
final class PNGSequence: ClipEncoder {
  private let clip: ClipFormat
  private let pattern: FramePattern
  private let compression: PNG.Compression

  /// Creates the directory of the files if its parent exists.
  init(_ clip: ClipFormat, pattern: FramePattern, compression: PNG.Compression) throws(ClipError) {
    (self.clip, self.pattern, self.compression) = (clip, pattern, compression)
    guard let directory = pattern.directory, !directory.isEmpty, !directory.utf8.contains(0) else { return }
    guard mkdir(directory.fileName, 0o777) != 0, errno != EEXIST else { return }
    throw .output(.cannotCreate(name: directory.withReadableBytes, SystemError(code: errno)))
  }

  func prepare(_ frame: Image, index: Int) throws(ClipError) -> PreparedFrame {
    let frame = try clip.checked(frame, index: index)
    do {
      try PNG.write(frame, to: .path(pattern.path(of: index)), compression: compression)
    } catch { throw .image(error) }
    return PreparedFrame(index: index, content: .written)
  }

  func append(_ frame: PreparedFrame) {}
  func finish() {}
  func cancel() {}
}
