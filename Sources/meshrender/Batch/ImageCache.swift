import Glibc
import ImageFiles
import MeshTransform
import Synchronization

/// Decoded images within a limit of bytes, the least recently used ones dropped first.
///
/// An image is known by its path, with the folders that its scene may read, and by its file's size, number and time of change.
final class ImageCache: Sendable {
  /// The cache of the process; nil without one. Set before threads start.
  nonisolated(unsafe) static var current: ImageCache?

  fileprivate struct Key: Hashable {
    let file: InputFile
    let device: UInt, number: UInt, size: Int, seconds: Int, nanoseconds: Int
    let isLenient: Bool
    let colors: ColorConversion
    let depth: Image.Depth
  }
  private struct Entry {
    let image: Image
    let warnings: [ImageWarning]
    var lastUse: Int
    var byteCount: Int { image.bytes.count }
  }
  private struct State {
    var entries: [Key: Entry] = [:]
    var byteCount = 0
    var uses = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: bytes of pixels.
  init(limit: Int) { self.limit = limit }

  /// Reads an image as ``ImageFile`` does, or takes it from the cache.
  static func read(
    from file: InputFile, limits: ImageLimits, isLenient: Bool, colors: ColorConversion,
    depth: Image.Depth = .eight
  ) throws(ImageFileError) -> (image: Image, warnings: [ImageWarning]) {
    if let path = file.path { InputList.add(path) }
    func decoded() throws(ImageFileError) -> (image: Image, warnings: [ImageWarning]) {
      try ImageFile.read(from: file, limits: limits, isLenient: isLenient, colors: colors, depth: depth)
    }
    guard let current, let key = Key(file, isLenient, colors, depth) else {
      return try decoded()
    }
    if let known = current.take(key) { return known }
    let read = try decoded()
    current.add(read.image, read.warnings, key)
    return read
  }

  private func take(_ key: Key) -> (image: Image, warnings: [ImageWarning])? {
    state.withLock { state in
      state.uses += 1
      guard let entry = state.entries[key] else { return nil }
      state.entries[key]?.lastUse = state.uses
      return (entry.image, entry.warnings)
    }
  }

  private func add(_ image: Image, _ warnings: [ImageWarning], _ key: Key) {
    state.withLock { state in
      let entry = Entry(image: image, warnings: warnings, lastUse: state.uses)
      guard entry.byteCount <= limit, state.entries.updateValue(entry, forKey: key) == nil else { return }
      state.byteCount += entry.byteCount
      while state.byteCount > limit,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.byteCount -= oldest.value.byteCount
        state.entries[oldest.key] = nil
      }
    }
  }
}

extension ImageCache.Key {
  /// Fails for a file that is not a regular one.
  fileprivate init?(
    _ file: InputFile, _ isLenient: Bool, _ colors: ColorConversion, _ depth: Image.Depth
  ) {
    var status = stat()
    guard let path = file.path, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    self.init(
      file: file, device: status.st_dev, number: status.st_ino, size: status.st_size,
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec, isLenient: isLenient,
      colors: colors, depth: depth)
  }
}
