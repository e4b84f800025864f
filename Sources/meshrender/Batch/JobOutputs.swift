import AnimationFiles
import Glibc
import ImageFiles
import MeshTransform

/// The outputs of a batch: where a list may have them, and the jobs that write them.
///
/// Two names of one file, such as `o.png`, `./o.png`, its absolute path and a link to it, are one output.
struct JobOutputs {
  private let scope: OutputScope
  /// The words for the folders.
  private let folders: String
  /// The numbers of the jobs by the places of their outputs.
  private var jobs: [FilePath: Int] = [:]
  private var identifiers: [Int: String] = [:]
  /// The sequences and, if there are any, the files.
  private var numbered: NumberedOutputs?
  /// The files of the batch itself.
  private var reserved: [FilePath: String] = [:]
  /// The places by the numbers of the jobs.
  private var places: [Int: [FilePath]] = [:]

  private static let nothing = FilePath("/dev/null")

  /// - Parameters:
  ///   - pattern: the outputs of jobs that name none; its folder, up to the first brace, is trusted.
  ///   - root: the folder for all other outputs; nil for that of the pattern or else the working directory.
  init(pattern: String?, root: String?) {
    let start = pattern.map {
      FilePath(bytes: FilePath($0).bytes.prefix { $0 != UInt8(ascii: "{") }).directory
    }
    let root = root.map(FilePath.init)
    let trusted = [start, root].compactMap { $0 }
    scope = OutputScope(trusted.isEmpty ? [FilePath("")] : trusted)
    folders =
      root != nil
      ? "the folder of --output-root" : start != nil ? "the folder of -o" : "the working directory"
  }

  /// Keeps a file of the batch itself from being an output.
  /// - Parameter name: of the file in a sentence: "the journal".
  mutating func reserve(_ path: String, as name: String) {
    if case .inside(let place) = scope.place(of: FilePath(path)) { reserved[place] = name }
  }

  /// Adds the outputs of a job.
  /// - Returns: a description of the problem; nil where there is none.
  mutating func add(_ job: BatchJob) -> String? {
    for output in job.outputs {
      guard let problem = add(output, of: job) else { continue }
      remove(job.index)
      return problem
    }
    return nil
  }

  private mutating func add(_ output: String, of job: BatchJob) -> String? {
    let path = FilePath(output)
    // Whatever is written there, nothing is. Who shares files gives each job its own.
    if path == Self.nothing || SharedFiles.contains(path) { return nil }
    guard !path.hasZero else { return "its output \(output.excerpt) contains a zero byte; remove it" }
    let place: FilePath
    switch scope.place(of: path) {
    case .inside(let inside): place = inside
    // Writing fails.
    case .nowhere: place = path
    case .outside:
      return
        "its output \(output.excerpt) is outside \(folders), where a list may write; allow "
        + "another folder with --output-root"
    }
    if let kind = Self.specialKind(of: place) {
      return "its output \(output.excerpt) is \(kind); use a file"
    }
    if let name = reserved[place] {
      return "its output \(output.excerpt) is \(name) of the batch; use another output"
    }
    let sequence = Self.sequence(output, of: job, at: place, endsInSlash: path.endsInSlash)
    let other =
      if let sequence { owner(of: sequence) } else { jobs[place] ?? numbered?.job(writing: place) }
    if let other {
      return
        "its output \(output.excerpt) is also that of job \((identifiers[other] ?? job.id).excerpt); give each job its own "
        + "output"
    }
    identifiers[job.index] = job.id
    if let sequence {
      numbered?.add(sequence, index: job.index)
    } else {
      jobs[place] = job.index
      places[job.index, default: []].append(place)
      numbered?.add(place, index: job.index)
    }
    return nil
  }

  /// The words for a pipe or a device, which could stop a batch; nil for a file, a folder and nothing.
  private static func specialKind(of place: FilePath) -> String? {
    var status = stat()
    guard !place.hasZero, lstat(place.fileName, &status) == 0 else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFDIR, S_IFLNK: nil
    case S_IFIFO, S_IFSOCK: "a pipe"
    default: "a device"
    }
  }

  /// The number of the job that writes files of a sequence.
  private mutating func owner(of sequence: SequenceFileNames) -> Int? {
    var numbered = self.numbered ?? NumberedOutputs()
    if self.numbered == nil {
      for (place, index) in jobs { numbered.add(place, index: index) }
    }
    self.numbered = numbered
    return numbered.job(writing: sequence)
  }

  /// Removes the outputs of a finished job: a later one may write the same file again.
  /// - Parameter index: the number of the job.
  mutating func remove(_ index: Int) {
    identifiers[index] = nil
    numbered?.remove(index)
    for place in places.removeValue(forKey: index) ?? [] { jobs[place] = nil }
  }

  /// The names of a clip's pictures at their place; nil for one file.
  private static func sequence(
    _ output: String, of job: BatchJob, at place: FilePath, endsInSlash: Bool
  ) -> SequenceFileNames? {
    let isPass = job.isPasses || !job.values(of: "passes").isEmpty && !output.isSameBytes(as: job.output)
    if job.isMap || isPass {
      return SequenceFileNames.isPattern(output) ? try? SequenceFileNames(place.text) : nil
    }
    guard job.isClip, job.values(of: "sheet").isEmpty else { return nil }
    let kind = try? ClipKind.named(output: output, format: job.values(of: "format").last)
    guard kind == .pngSequence else { return nil }
    return try? FramePattern(endsInSlash ? place.text + "/" : place.text).names
  }
}
