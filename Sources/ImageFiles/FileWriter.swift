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
/// A file is written without a name, or where the file system has no such files under an unguessable temporary name
/// beside its target, synced to the disk and renamed by ``commit()``; a target that is a link stays one, and a replaced
/// file's permissions are kept. What a killed process left beside a target is removed: see ``StaleTemporaryFiles``. A pipe or a device is written as the bytes come; for standard output they are collected
/// and written by ``commit()``, or from 256 MiB on as they come. An owner that goes away without ``commit()`` takes the temporary file with it. To be used
/// by one thread at a time.
public final class FileWriter {
  public let file: OutputFile
  private var state: State
  private enum State {
    case temporary(Temporary)
    case direct(descriptor: Int32)
    case collected([UInt8])
    /// Standard output, of which much has been written already.
    case streamed
    case failed(OutputFileError)
    case done
  }
  private struct Temporary {
    let descriptor: Int32, path: String, target: String
    /// The file at `target`, which is to be replaced.
    let existing: OutputTarget.Existing?
    /// Nil for a file that has no name yet.
    var slot: Int32?
  }

  /// Creates the temporary file or opens the pipe or device; opening a named pipe waits for its reader.
  public convenience init(_ file: OutputFile) throws(OutputFileError) {
    try self.init(file, isNameless: true)
  }

  /// - Parameter isNameless: false to do as where files can't be without a name.
  package init(_ file: OutputFile, isNameless: Bool) throws(OutputFileError) {
    self.file = file
    guard case .path(let path) = file else {
      state = .collected([])
      return
    }
    switch try OutputTarget(path, name: file.description) {
    case .file(let target, let existing):
      state = .temporary(
        try Self.create(beside: target, existing: existing, name: file.description, isNameless: isNameless))
    case .direct(let path):
      let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { throw .cannotCreate(name: file.description, .current) }
      state = .direct(descriptor: descriptor)
    }
  }

  /// Bytes kept for standard output.
  private static let collectionLimit = 256 << 20

  deinit { finish(.done) }

  /// The unfinished temporary file, for another process to write into; nil where bytes go to a pipe or a device.
  package var temporaryDescriptor: Int32? {
    guard case .temporary(let temporary) = state else { return nil }
    return temporary.descriptor
  }

  /// Adds bytes. After an error the output is given up: the temporary file is gone, and ``commit()`` throws it too.
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

  /// Makes the output appear. Does nothing when it already has.
  public func commit() throws(OutputFileError) {
    switch state {
    case .temporary(let temporary):
      setFinalAccess(temporary)
      // Some file systems cannot sync, which is no reason to lose the picture.
      if fsync(temporary.descriptor) != 0, errno != EINVAL, errno != ENOTSUP { throw fail(.current) }
      if !appearsAtOnce(temporary) {
        let slot = try name(temporary)
        if rename(temporary.path, temporary.target) != 0 { throw fail(.current) }
        temporary_files_forget(slot)
      }
      state = .done
      close(temporary.descriptor)
    case .direct: finish(.done)
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

  /// Lets those read the finished file who may read the one before, or any new file.
  private func setFinalAccess(_ temporary: Temporary) {
    guard let existing = temporary.existing else {
      _ = fchmod(temporary.descriptor, 0o666 & ~Self.creationMask)
      return
    }
    // Only root may give a file away; for others its group may change, which is the best that can be had.
    _ = fchown(temporary.descriptor, existing.owner, existing.group)
    _ = fchmod(temporary.descriptor, existing.mode)
  }

  /// The process's umask, which can only be read by changing it: once, and to the strictest.
  private static let creationMask: mode_t = {
    let mask = umask(0o077)
    umask(mask)
    return mask
  }()

  /// Gives a file without a name that of its target, where that is free.
  private func appearsAtOnce(_ temporary: Temporary) -> Bool {
    temporary.slot == nil && temporary.existing == nil
      && descriptor_name(temporary.descriptor, temporary.target) == 0
  }

  /// Gives the file the name from which it is renamed, if it has none yet.
  private func name(_ temporary: Temporary) throws(OutputFileError) -> Int32 {
    if let slot = temporary.slot { return slot }
    let slot = temporary_files_remember(temporary.path)
    var named = temporary
    named.slot = slot
    state = .temporary(named)
    let result = descriptor_name(temporary.descriptor, temporary.path)
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
        unlink(temporary.path)
        temporary_files_forget(slot)
      }
      close(temporary.descriptor)
    case .direct(let descriptor): close(descriptor)
    case .collected, .streamed, .failed, .done: break
    }
    state = last
  }

  private static func create(
    beside target: String, existing: OutputTarget.Existing?, name: String, isNameless: Bool
  ) throws(OutputFileError) -> Temporary {
    let directory = OutputTarget.directory(of: target)
    StaleTemporaryFiles.remove(from: directory)
    // What is unfinished is nobody else's to read.
    let mode: mode_t = 0o600
    // Of one without a name nothing stays behind, unless the process is killed just when it gets one.
    var descriptor = isNameless ? descriptor_open_unnamed(directory, mode) : -1
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
    in directory: String, _ mode: mode_t, name: String
  ) throws(OutputFileError) -> (descriptor: Int32, path: String, slot: Int32) {
    while true {
      let path = directory + StaleTemporaryFiles.randomName()
      // Remembered first: a signal between the two calls must find it.
      let slot = temporary_files_remember(path)
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      guard descriptor >= 0 else {
        let error = SystemError.current
        temporary_files_forget(slot)
        throw .cannotCreate(name: name, error)
      }
      _ = descriptor_lock(descriptor, true)
      // Before it was locked, another process may have taken it for abandoned.
      var status = stat()
      if fstat(descriptor, &status) != 0 || status.st_nlink > 0 { return (descriptor, path, slot) }
      temporary_files_forget(slot)
      close(descriptor)
    }
  }
}

@available(*, unavailable) extension FileWriter: Sendable {}

/// The temporary files of this process's unfinished ``FileWriter``s.
public enum TemporaryFiles {
  /// Removes them all. Async-signal-safe, to be called by a handler of SIGINT or SIGTERM that then ends the process.
  public static func removeAll() { temporary_files_remove_all() }
}
