import AnimationFiles
import Glibc

/// Files of a PNG sequence after the last frame of a clip, as an earlier and longer clip has left them.
struct StaleFrames {
  private let pattern: FramePattern
  private let frames: [Int]

  /// - Parameter count: the number of frames of the clip.
  init(after count: Int, _ pattern: FramePattern) {
    (self.pattern, frames) = (pattern, pattern.existingFrames(from: count))
  }

  /// `3 frames of an earlier, longer clip, out/frame-0049.png to out/frame-0051.png`; nil where there are none.
  private var words: String? {
    guard let first = frames.first, let last = frames.last else { return nil }
    let (start, end) = (pattern.path(of: first).excerpt, pattern.path(of: last).excerpt)
    return first == last
      ? "a frame of an earlier, longer clip, \(start)"
      : "\(frames.count) frames of an earlier, longer clip, \(start) to \(end)"
  }

  /// A sentence about the files; nil when there are no such files.
  var warning: String? {
    words.map {
      "after the last frame \(frames.count == 1 ? "is" : "are") \($0); --overwrite-sequence removes them"
    }
  }

  /// Removes the files.
  /// - Returns: a sentence about what has been removed; nil where there are none.
  /// - Throws: ``Failure`` for the first file that cannot be removed.
  func remove() throws(Failure) -> String? {
    for frame in frames {
      let path = pattern.path(of: frame)
      guard unlink(path.fileName) == 0 || errno == ENOENT else {
        throw Failure(
          .inputOutput, "\(path.excerpt) cannot be removed: \(String(cString: strerror(errno)))")
      }
    }
    return words.map { "Removed: \($0)" }
  }
}
