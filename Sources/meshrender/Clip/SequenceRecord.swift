import AnimationFiles
import Glibc
import ImageFiles
import SceneDocument

/// The record of the job that made the frames of a PNG sequence, a hidden file beside them.
///
/// A resumed run keeps a frame only if the record is that of the same job and the frame is no older than the record:
/// frames of an earlier job may be there, too.
struct SequenceRecord {
  let pattern: FramePattern
  private var path: String { pattern.recordPath }
  /// Everything that determines the frames except the files that are read, as a SHA-256 digest.
  private let job: String
  /// The stamps of the files that are read: see ``InputList``.
  private let inputs: [String]

  /// More than the names of the inputs take.
  private static let byteLimit = 1 << 26

  /// - Parameter job: a text of everything that determines the frames except the files that are read.
  init(of pattern: FramePattern, job: String, inputs: [String]) {
    (self.pattern, self.inputs) = (pattern, inputs)
    // Without the library of the digest, the text itself serves.
    self.job = (try? SHA256.of(Array(job.utf8))) ?? job
  }

  /// The result of the comparison of a record on disk with this one.
  enum Finding: Equatable {
    /// This job has made the frames that are no older than a time in nanoseconds since 1970.
    case sameJob(since: Int)
    /// Another job may have made the frames; `reason` is a clause.
    case otherJob(reason: String)
  }

  /// Compares the record on disk with this one, and the inputs with their stamps.
  func compare() -> Finding {
    guard let time = Self.modificationTime(of: path),
      let bytes = try? InputFile.path(path).readAll(limit: Self.byteLimit)
    else {
      return .otherJob(reason: "they have no record of their job")
    }
    return bytes.withUnsafeBufferPointer { buffer in
      let json = JSONScanner(buffer)
      guard let object = json.value(at: 0), json.isObject(object),
        let recorded = json.member("job", of: object).flatMap(json.string(at:)),
        let inputs = json.member("inputs", of: object)
      else { return .otherJob(reason: "\(path) is not a record of a job") }
      let stamps = json.elements(of: inputs).compactMap(json.string(at:))
      if let changed = stamps.first(where: { !InputList.isUnchanged($0) }) {
        let name = InputList.path(of: changed)
        return .otherJob(
          reason: name == "-" ? "standard input may have changed" : "\(name.excerpt) has changed")
      }
      guard recorded == job, Set(stamps) == Set(self.inputs) else {
        return .otherJob(reason: "another version or other options made them")
      }
      return .sameJob(since: time)
    }
  }

  /// The record that ``write()`` replaces, with its time; nil where there is none.
  struct Previous {
    fileprivate let file: (bytes: [UInt8], time: timespec)?
  }

  /// Writes the record, unless another shard of the same job has written it already.
  /// - Returns: the replaced record; nil if nothing was written.
  /// - Throws: ``Failure`` where the file cannot be written.
  func write() throws(Failure) -> Previous? {
    if case .sameJob = compare() { return nil }
    let status = Self.status(of: path)
    let bytes = status.flatMap { _ in try? InputFile.path(path).readAll(limit: Self.byteLimit) }
    let text = JSONText.object([
      ("job", JSONText.string(job)), ("inputs", JSONText.array(inputs.map(JSONText.string))),
    ])
    do { try OutputFile.entry(FilePath(path)).write(Array((text + "\n").utf8)) } catch {
      throw Failure(error)
    }
    return Previous(file: status.flatMap { status in bytes.map { ($0, status.st_mtim) } })
  }

  /// Restores the replaced record, if the run has made none of its frames.
  func restore(_ previous: Previous, unlessUsedBy frames: Range<Int>) {
    guard let time = Self.modificationTime(of: path),
      !FinishedFrames.exist(of: frames, pattern, since: time)
    else { return }
    if let (bytes, time) = previous.file, (try? OutputFile.entry(FilePath(path)).write(bytes)) != nil {
      utimensat(AT_FDCWD, path.fileName, [time, time], 0)
    } else {
      unlink(path.fileName)
    }
  }

  /// The time of the last change of a file in nanoseconds since 1970; nil for a missing file, a link and a device.
  static func modificationTime(of path: String) -> Int? {
    status(of: path).map { $0.st_mtim.tv_sec &* 1_000_000_000 &+ $0.st_mtim.tv_nsec }
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return lstat(path.fileName, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? status : nil
  }
}
