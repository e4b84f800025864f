/// The flags of 'render' on the command line of 'batch', which are those of its jobs.
enum JobFlags {
  /// The command line with these flags as values of the hidden `--job-flag`, from which ``Batch`` takes them.
  /// - Returns: nil where there are none.
  static func collected(in arguments: [String]) -> [String]? {
    guard arguments.first == Batch.configuration.commandName else { return nil }
    let (own, jobs) = (OptionTable(of: Batch.self), OptionTable(of: Render.self))
    var (result, rest, isChanged) = ([String](), arguments[...], false)
    while let argument = rest.popFirst() {
      guard argument != "--" else {
        result.append(argument)
        break
      }
      let name = String(argument.prefix { $0 != "=" })
      let (table, isOwn) = own.indices[name] == nil ? (jobs, false) : (own, true)
      var words = [argument]
      if let index = table.indices[name], table.options[index].hasValue, name == argument,
        let value = rest.first,
        table.options[index].takesAnything || value == "-" || value.dropping(bytesOf: "-") == nil
      {
        rest.removeFirst()
        words.append(value)
      }
      if !isOwn, name.dropping(bytesOf: "--") != nil, table.indices[name] != nil {
        words = ["--job-flag=" + words.joined(separator: "=")]
        isChanged = true
      }
      result += words
    }
    return isChanged ? result + rest : nil
  }

  /// Parses the flags as those of a job, so that a fault of them is found once, before the jobs.
  static func check(_ flags: [String], scene: String?, output: String?) throws(Failure) {
    guard !flags.isEmpty else { return }
    for flag in flags {
      let name = String(flag.dropFirst(2).prefix { $0 != "=" })
      if let advice = BatchJob.refused[name] {
        throw Failure(.usage, "a job cannot have --\(name); \(advice)")
      }
    }
    // Jobs may have outputs of other formats than the pattern.
    let outputs = [output ?? "job.png", "job.png", "job.jpg"]
    let input = flags.contains { $0.dropping(bytesOf: "--text=") != nil } ? [] : [scene ?? "job.png"]
    let failures = outputs.compactMap { output in
      do {
        _ = try CommandLineParser.parse(["render"] + flags + ["--output=\(output)", "--"] + input)
        return nil as Failure?
      } catch { return (error as? Failure) ?? Failure(parsing: error) }
    }
    if failures.count == outputs.count { throw failures[0] }
  }
}
