import Glibc
import ImageFiles

/// Waits for events of files, through inotify(7).
///
/// Folders are watched, not files: editors replace a file by another one of the same name. An event is a reason to
/// look at the files again, nothing more: network file systems have no events of other machines, and queues overflow.
final class FolderWatch {
  /// -1 without inotify.
  private let descriptor: Int32
  /// The error of inotify, once it has failed.
  private(set) var problem: String?
  private var folders: [Int32: Folder] = [:]

  private struct Folder {
    let path: FilePath
    /// The files of which events count.
    var names: Set<FilePath> = []
    /// Whether events of all files count.
    var isWhole = false

    func contains(_ name: FilePath) -> Bool { isWhole || names.contains(name) }
  }

  /// - Parameter isActive: false waits without inotify.
  init(isActive: Bool = true) {
    descriptor = isActive ? inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) : -1
    if descriptor < 0 { problem = isActive ? String(cString: strerror(errno)) : "it is switched off" }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The longest time that passes unnoticed between a change and a look at the files, in milliseconds.
  var interval: Int32 { problem == nil ? 1000 : 250 }

  private static let events =
    UInt32(IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM)
    | UInt32(IN_DELETE_SELF | IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

  /// Watches these files, and no others. Links and what they lead to are watched alike.
  func watch(_ files: [InputFile]) {
    guard descriptor >= 0 else { return }
    folders = folders.mapValues { Folder(path: $0.path) }
    for (folder, name) in files.flatMap(Self.places) {
      guard let number = number(of: folder) else { continue }
      folders[number]?.names.insert(name)
      if name.bytes.contains(UInt8(ascii: "%")) { folders[number]?.isWhole = true }
    }
    for (number, folder) in folders where folder.names.isEmpty {
      folders[number] = nil
      inotify_rm_watch(descriptor, number)
    }
  }

  /// The number of a folder; nil where it cannot be watched, because it is missing, for example.
  private func number(of path: FilePath) -> Int32? {
    if let known = folders.first(where: { $0.value.path == path }) { return known.key }
    let number = inotify_add_watch(descriptor, path.fileName, Self.events)
    guard number >= 0 else {
      if errno == ENOSPC { problem = String(cString: strerror(errno)) }
      return nil
    }
    // Another path of the same folder has the same number.
    if folders[number] == nil { folders[number] = Folder(path: path) }
    return number
  }

  /// The folder and the name of a file and, where it is a link, of all files on the way to its target. What a scene
  /// names outside of its folders is not watched.
  private static func places(of file: InputFile) -> [(folder: FilePath, name: FilePath)] {
    var path: FilePath
    switch file {
    case .path(let named): path = named
    case .confined(let named, let scope): return scope.entries(of: named)
    case .standardInput, .memory: return []
    }
    var places: [(FilePath, FilePath)] = []
    // As many links as Linux follows.
    while places.count < 40 {
      let folder = path.directory
      places.append((folder.isEmpty ? FilePath(".") : folder, path.name))
      guard let target = FilePath(linkAt: path) else { break }
      path = folder.reaching(target)
    }
    return places
  }

  /// Waits for an event of a watched file.
  /// - Parameter milliseconds: the longest time.
  /// - Returns: false when there was none.
  func wait(_ milliseconds: Int32) -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(Int(milliseconds))
    while true {
      let left = max(0, (end - clock.now) / .milliseconds(1))
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // A negative descriptor has no events.
      guard Glibc.poll(&poll, 1, Int32(clamping: left.rounded(.up))) > 0 else {
        if errno == EINTR, clock.now < end { continue }
        return false
      }
      if readEvents() { return true }
      if clock.now >= end { return false }
    }
  }

  /// - Returns: whether one of the events is of a watched file.
  private func readEvents() -> Bool {
    var isRelevant = false
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: MemoryLayout<inotify_event>.alignment) {
      buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var start = 0
        while start < count {
          let event = buffer.load(fromByteOffset: start, as: inotify_event.self)
          let name = buffer.baseAddress! + start + MemoryLayout<inotify_event>.size
          // Zeros fill the name up to its length.
          let bytes = UnsafeRawBufferPointer(start: name, count: Int(event.len)).prefix { $0 != 0 }
          let text = event.len > 0 ? FilePath(bytes: bytes) : nil
          isRelevant = note(event, text) || isRelevant
          start += MemoryLayout<inotify_event>.size + Int(event.len)
        }
      }
    }
    return isRelevant
  }

  /// - Parameter name: the file in the folder; nil for the folder itself.
  private func note(_ event: inotify_event, _ name: FilePath?) -> Bool {
    // The folder is gone, and another one may get its name.
    if event.mask & UInt32(IN_IGNORED) != 0 { return folders.removeValue(forKey: event.wd) != nil }
    guard let name else { return true }
    return folders[event.wd]?.contains(name) ?? false
  }
}
