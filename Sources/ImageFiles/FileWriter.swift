import CPNG

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes an output that appears whole or not at all.
///
/// A file is written without a name (O_TMPFILE) or, on file systems that lack this, under a random temporary name in
/// the target's directory. ``commit()`` syncs it to the disk and renames it. A target that is a link stays one, and the
/// permissions of a replaced file are kept. Missing directories above the target are made, and removed again with an
/// output that is given up. Temporary files of killed processes in the target's directory are removed:
/// see ``StaleTemporaryFiles``. A pipe or a device receives the bytes immediately. Bytes for standard output are
/// collected and written by ``commit()``, or written immediately beyond 256 MiB. Releasing the writer without
/// ``commit()`` removes the temporary file. Not thread-safe.
public final class FileWriter {
  /// The file that is written.
  public let file: OutputFile
  private var state: State
  private let folders = OutputFolders()
  /// Whether the output is one of ``SharedFiles``.
  private var isShared = false
  private enum State {
    case temporary(Temporary)
    case direct(descriptor: Int32)
    case collected([UInt8])
    /// Standard output that has received bytes before the commit.
    case streamed
    case failed(OutputFileError)
    case done
  }
  private struct Temporary {
    let descriptor: Int32, path: FilePath, target: FilePath
    /// The file at `target` that will be replaced.
    let existing: OutputTarget.Existing?
    /// Nil for a file that has no name yet.
    var slot: Int32?
  }

  /// Creates the temporary file or opens the pipe or device; opening a named pipe waits for its reader.
  public convenience init(_ file: OutputFile) throws(OutputFileError) {
    try self.init(file, isNameless: true)
  }

  /// - Parameter isNameless: false uses a temporary name even if the file system supports files without one.
  package init(_ file: OutputFile, isNameless: Bool) throws(OutputFileError) {
    self.file = file
    let target: OutputTarget
    switch file {
    case .path(let path): target = try OutputTarget(path, name: file.description)
    case .entry(let path): target = try OutputTarget(entry: path, name: file.description)
    case .standardOutput:
      state = .collected([])
      return
    }
    switch target {
    case .file(let target, let existing):
      let error = folders.make(above: target)
      guard error == 0 else {
        throw .cannotCreate(name: file.description, SystemError(code: error))
      }
      state = .temporary(
        try Self.create(beside: target, existing: existing, name: file.description, isNameless: isNameless))
    case .direct(let path):
      // A shared file keeps its memory, which is requested from the system page by page, for the next output.
      isShared = SharedFiles.contains(path)
      let mode = O_WRONLY | (isShared ? 0 : O_TRUNC)
      let descriptor = open(path.fileName, mode | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { throw .cannotCreate(name: file.description, .current) }
      state = .direct(descriptor: descriptor)
    }
  }

  /// The maximum number of bytes collected for standard output.
  private static let collectionLimit = 256 << 20

  deinit { finish(.done) }

  /// The unfinished temporary file, for another process to write to; nil for a pipe or a device.
  package var temporaryDescriptor: Int32? {
    guard case .temporary(let temporary) = state else { return nil }
    return temporary.descriptor
  }

  /// Appends bytes. An error discards the output: the temporary file is removed, and ``commit()`` throws the error too.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(OutputFileError) {
    switch state {
    case .temporary(let temporary): try put(bytes, to: temporary.descriptor)
    case .direct(let descriptor): try put(bytes, to: descriptor)
    case .collected(var collected):
      state = .done  // so that the array has one owner and grows in place
      collected.append(contentsOf: bytes)
      guard collected.count > Self.collectionLimit else {
        state = .collected(collected)
        return
      }
      state = .streamed
      try collected.withUnsafeBufferPointer { bytes throws(OutputFileError) in
        try put(UnsafeRawBufferPointer(bytes), to: STDOUT_FILENO)
      }
    case .streamed: try put(bytes, to: STDOUT_FILENO)
    case .failed(let error): throw error
    case .done: preconditionFailure("nothing can be written after commit()")
    }
  }

  /// Whether ``replace(_:at:)`` is possible: in a file, not in a pipe, a device or standard output.
  package var isReplaceable: Bool { temporaryDescriptor != nil }

  /// Replaces bytes that are written already; later bytes are still appended at the end.
  /// - Precondition: ``isReplaceable``.
  package func replace(_ bytes: [UInt8], at offset: Int) throws(OutputFileError) {
    if case .failed(let error) = state { throw error }
    guard let descriptor = temporaryDescriptor else {
      preconditionFailure("only bytes of a file can be replaced")
    }
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw fail(.current) }
    try bytes.withUnsafeBufferPointer { bytes throws(OutputFileError) in
      try put(UnsafeRawBufferPointer(bytes), to: descriptor)
    }
    guard lseek(descriptor, 0, SEEK_END) >= 0 else { throw fail(.current) }
  }

  /// Publishes the output. Does nothing after the first call.
  public func commit() throws(OutputFileError) {
    switch state {
    case .temporary(let temporary):
      setFinalAccess(temporary)
      // Some file systems cannot sync; the output is kept.
      if fsync(temporary.descriptor) != 0, errno != EINVAL, errno != ENOTSUP { throw fail(.current) }
      if !linksToTarget(temporary) {
        let slot = try name(temporary)
        if rename(temporary.path.fileName, temporary.target.fileName) != 0 { throw fail(.current) }
        temporary_files_forget(slot)
      }
      folders.keep()
      state = .done
      close(temporary.descriptor)
    case .direct(let descriptor):
      if isShared, ftruncate(descriptor, lseek(descriptor, 0, SEEK_CUR)) != 0 { throw fail(.current) }
      finish(.done)
    case .streamed: state = .done
    case .collected(let bytes):
      try bytes.withUnsafeBufferPointer { bytes throws(OutputFileError) in
        try put(UnsafeRawBufferPointer(bytes), to: STDOUT_FILENO)
      }
      state = .done
    case .failed(let error): throw error
    case .done: break
    }
  }

  /// Sets the permissions of the replaced file, or those of a new file.
  private func setFinalAccess(_ temporary: Temporary) {
    guard let existing = temporary.existing else {
      _ = fchmod(temporary.descriptor, 0o666 & ~Self.creationMask)
      return
    }
    // Only root may change a file's owner; other users may change its group.
    _ = fchown(temporary.descriptor, existing.owner, existing.group)
    _ = fchmod(temporary.descriptor, existing.mode)
  }

  /// The process's umask. It can only be read by setting it, so it is read once, with the strictest value set
  /// meanwhile.
  private static let creationMask: mode_t = {
    let mask = umask(0o077)
    umask(mask)
    return mask
  }()

  /// Links a file without a name to its target if the target does not exist.
  private func linksToTarget(_ temporary: Temporary) -> Bool {
    guard temporary.slot == nil, temporary.existing == nil else { return false }
    // Another process that has made the directory removes it when its own output is given up.
    for _ in 0..<8 {
      let error = descriptor_name(temporary.descriptor, temporary.target.fileName)
      guard error == ENOENT, folders.make(above: temporary.target) == 0 else { return error == 0 }
    }
    return false
  }

  /// Gives the file the name from which it is renamed, unless it has one.
  private func name(_ temporary: Temporary) throws(OutputFileError) -> Int32 {
    if let slot = temporary.slot { return slot }
    let slot = temporary_files_remember(temporary.path.fileName)
    var named = temporary
    named.slot = slot
    state = .temporary(named)
    let result = descriptor_name(temporary.descriptor, temporary.path.fileName)
    if result != 0 { throw fail(SystemError(code: result)) }
    return slot
  }

  private func put(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(OutputFileError) {
    let result = descriptor_write_all(descriptor, bytes.baseAddress, bytes.count)
    if result != 0 { throw fail(SystemError(code: result)) }
  }

  private func fail(_ error: SystemError) -> OutputFileError {
    let failure = OutputFileError.cannotWrite(name: file.description, error)
    finish(.failed(failure))
    return failure
  }

  private func finish(_ last: State) {
    switch state {
    case .temporary(let temporary):
      if let slot = temporary.slot {
        unlink(temporary.path.fileName)
        temporary_files_forget(slot)
      }
      close(temporary.descriptor)
      folders.removeEmpty()
    case .direct(let descriptor): close(descriptor)
    case .collected, .streamed, .failed, .done: break
    }
    state = last
  }

  private static func create(
    beside target: FilePath, existing: OutputTarget.Existing?, name: String, isNameless: Bool
  ) throws(OutputFileError) -> Temporary {
    let directory = target.directory
    StaleTemporaryFiles.remove(from: directory)
    // An unfinished file is readable only by its owner.
    let mode: mode_t = 0o600
    // A file without a name leaves nothing behind, unless the process is killed while the file is being named.
    var descriptor = isNameless ? descriptor_open_unnamed(directory.fileName, mode) : -1
    var path = directory + StaleTemporaryFiles.randomName()
    var slot: Int32?
    if descriptor >= 0 {
      _ = descriptor_lock(descriptor, true)
    } else {
      (descriptor, path, slot) = try createNamed(in: directory, mode, name: name)
    }
    return Temporary(descriptor: descriptor, path: path, target: target, existing: existing, slot: slot)
  }

  private static func createNamed(
    in directory: FilePath, _ mode: mode_t, name: String
  ) throws(OutputFileError) -> (descriptor: Int32, path: FilePath, slot: Int32) {
    while true {
      let path = directory + StaleTemporaryFiles.randomName()
      // Registered first, so that a signal between the two calls removes the file.
      let slot = temporary_files_remember(path.fileName)
      let descriptor = open(path.fileName, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      guard descriptor >= 0 else {
        let error = SystemError.current
        temporary_files_forget(slot)
        throw .cannotCreate(name: name, error)
      }
      _ = descriptor_lock(descriptor, true)
      // Another process may have removed the file as stale before it was locked.
      var status = stat()
      if fstat(descriptor, &status) != 0 || status.st_nlink > 0 { return (descriptor, path, slot) }
      temporary_files_forget(slot)
      close(descriptor)
    }
  }
}

@available(*, unavailable) extension FileWriter: Sendable {}

/// The temporary files of the unfinished ``FileWriter``s of this process.
public enum TemporaryFiles {
  /// Removes them all. Async-signal-safe, for a handler of SIGINT or SIGTERM that then ends the process.
  public static func removeAll() { temporary_files_remove_all() }
}
