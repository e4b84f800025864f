import ImageFiles
import MeshTransform

/// Numbered PNG files. Each is published as soon as it is prepared, so an interruption keeps the finished ones.
final class PNGSequence: ClipEncoder {
  private let clip: ClipFormat
  private let pattern: FramePattern
  private let options: ClipOptions

  private let folders = OutputFolders()

  /// Makes the missing directories of the files. Those without a file are removed again by ``cancel()``.
  init(_ clip: ClipFormat, pattern: FramePattern, options: ClipOptions) throws(ClipError) {
    (self.clip, self.pattern, self.options) = (clip, pattern, options)
    let directory = FilePath(pattern.directory)
    guard !directory.hasZero else { return }
    let error = folders.make(above: directory)
    guard error == 0 else {
      throw .output(.cannotCreate(name: directory.description, SystemError(code: error)))
    }
  }

  func prepare(_ frame: Image, index: Int) throws(ClipError) -> PreparedFrame {
    let frame = try clip.checked(frame, index: index)
    do {
      try PNG.write(
        frame, to: .entry(FilePath(pattern.path(of: index))), compression: options.pngCompression,
        alphaChannel: clip.hasAlpha(options) ? .always : .whereNeeded)
    } catch { throw .image(error) }
    return PreparedFrame(index: index, content: .written)
  }

  func append(_ frame: PreparedFrame) {}
  func finish() { folders.keep() }
  func cancel() { folders.removeEmpty() }
}
