import AnimationFiles
import ImageFiles

/// The places of outputs that the command line names.
enum OutputPlace {
  /// In the sandbox of `--untrusted` nothing outside the working directory is looked at.
  private static let everywhere = OutputScope([FilePath(Untrusted.isOn ? "" : "/")])

  /// Absolute, with links resolved, also where folders are missing: equal for two names of one file. The path itself where
  /// nothing can be written.
  static func of(_ path: String) -> FilePath {
    if case .inside(let place) = everywhere.place(of: FilePath(path)) { return place }
    return FilePath(path)
  }

  /// The file, or the pattern of files, among the inputs that a sequence would write over while they are read; nil where
  /// there is none.
  static func overwritten(by output: FramePattern, among inputs: [InputFile]) -> String? {
    var outputs = NumberedOutputs()
    guard let names = sequence(output.names.text) else { return nil }
    outputs.add(names, index: 0)
    return inputs.compactMap { $0.path?.text }.first { path in
      if let names = SequenceFileNames.isPattern(path) ? sequence(path) : nil {
        return outputs.job(writing: names) != nil
      }
      return outputs.job(writing: of(path)) != nil
    }
  }

  private static func sequence(_ pattern: String) -> SequenceFileNames? {
    try? SequenceFileNames(of(pattern).text)
  }
}
