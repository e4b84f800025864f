import AnimationFiles
import ImageFiles
import MeshTransform

/// The outputs of a batch: where a list may have them, and the jobs that write them.
///
/// Two names of one file, such as `o.png`, `./o.png`, its absolute path and a link to it, are one output.
struct JobOutputs {
  private let scope: OutputScope
  /// The words for the folders.
  private let folders: String
  /// The identifiers of the jobs by the places of their outputs.
  private var jobs: [FilePath: String] = [:]
  /// The files of the batch itself.
  private var reserved: [FilePath: String] = [:]
  /// The places by the numbers of the jobs.
  private var places: [Int: FilePath] = [:]

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

  /// Adds the output of a job.
  /// - Returns: a description of the problem; nil where there is none.
  mutating func add(_ job: BatchJob) -> String? {
    guard let place = place(of: job) else {
      return
        "its output \(job.output.excerpt) lies or leads outside of \(folders), below which a list may write; allow "
        + "another folder with --output-root"
    }
    if let name = reserved[place] {
      return
        "it writes \(job.output.excerpt), which is \(name) of the batch; give the job an output of its own"
    }
    if let other = jobs[place] {
      return "it writes \(job.output.excerpt), as job \(other.excerpt) does; give each job its own output"
    }
    (jobs[place], places[job.index]) = (job.id, place)
    return nil
  }

  /// Removes the output of a finished job: a later one may write the same file again.
  /// - Parameter index: the number of the job.
  mutating func remove(_ index: Int) {
    if let place = places.removeValue(forKey: index) { jobs[place] = nil }
  }

  /// The place of the file, or of the pattern of a sequence; nil outside.
  private func place(of job: BatchJob) -> FilePath? {
    let path = FilePath(job.output)
    let place: FilePath
    switch scope.place(of: path) {
    case .inside(let inside): place = inside
    case .outside: return nil
    // Writing fails.
    case .nowhere: return path
    }
    guard job.isClip else { return place }
    // A folder stands for the numbered files in it, and so may the name of a picture.
    let isSequence = FramePattern.isDirectory(job.output) || job.arguments.contains("--format=png")
    let text = path.endsInSlash ? place.text + "/" : place.text
    guard isSequence, let pattern = try? FramePattern(text) else { return place }
    return FilePath(pattern.text)
  }
}
