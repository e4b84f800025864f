import Testing

extension Folder {
  /// The raw RGBA frames that `animate` writes to standard output. Expects that it succeeds without a word.
  func animate(_ arguments: String..., input: String = "/dev/null") throws -> [UInt8] {
    let run = try Tool.start(
      ["animate"] + arguments + ["--format", "rgba", "-o", "-"], in: self, input: input
    ).wait()
    #expect(run.code == 0 && run.complaints.isEmpty, "\(arguments.joined(separator: " ")): \(run.words)")
    return run.output
  }
}
