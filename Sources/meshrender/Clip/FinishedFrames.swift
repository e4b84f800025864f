import AnimationFiles
import ImageFiles
import MeshTransform

/// The frames of a PNG sequence that a resumed run keeps.
enum FinishedFrames {
  /// The members of `frames` without a complete PNG file of the right size.
  /// - Parameter oldest: the earliest time of a file that counts, in nanoseconds since 1970.
  static func missing(
    of frames: Range<Int>, _ pattern: FramePattern, since oldest: Int, size: PixelSize, _ limits: ImageLimits
  ) -> [Int] {
    let found = ConditionMutex<Set<Int>>([])
    // Only decoding all pixels proves that a file is complete.
    Threads.perform(frames.count) { offset in
      let frame = frames.lowerBound + offset
      let path = pattern.path(of: frame)
      let file = InputFile.path(path)
      guard let time = SequenceRecord.modificationTime(of: path), time >= oldest,
        let header = try? PNG.readHeader(from: file), header.size == size,
        (try? PNG.read(from: file, limits: limits)) != nil
      else { return }
      found.change { _ = $0.insert(frame) }
    }
    let finished = found.change { $0 }
    return frames.filter { !finished.contains($0) }
  }

  /// Whether there is a file for any of `frames` that is not older than a time in nanoseconds since 1970.
  static func exist(of frames: Range<Int>, _ pattern: FramePattern, since oldest: Int = .min) -> Bool {
    frames.contains { frame in
      SequenceRecord.modificationTime(of: pattern.path(of: frame)).map { $0 >= oldest } ?? false
    }
  }
}

extension Canvas {
  /// Nil for a canvas beyond the limits; rendering reports the error.
  func pixelSize(within limits: LimitOptions) -> PixelSize? {
    let longest = max(frame.size.width, frame.size.height) * scale
    return longest > 0 && longest <= Double(limits.maxSide) ? pixelSize : nil
  }
}
