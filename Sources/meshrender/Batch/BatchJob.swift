import ImageFiles
import MapFiles
import MeshTransform

/// One job of a batch: the arguments of `render`, `animate`, `map`, `passes` or `project`, and the file to write.
struct BatchJob: Sendable {
  /// The number of the job in the list, counted from 0.
  let index: Int
  let id: String
  let output: String
  /// The command line after the program's name.
  let arguments: [String]
  /// A scene in place, as JSON.
  let scene: String?
  /// The row of a table; nil for a job of a list.
  private(set) var row: TableRow?

  /// All files, or sequences of files, that the job writes.
  var outputs: [String] {
    if isMap { return MapOutputOptions.outputs(of: output, y: values(of: "y").last) }
    if isPasses { return passNames.outputs(passes, report: values(of: "info").last) }
    let names = values(of: "passes").last.map(PassNames.init)
    return [output] + values(of: "sheet-json") + (names?.outputs(passes, report: nil) ?? [])
  }

  /// The files whose bytes say whether the job is done: of the passes of a clip the report, which is written last.
  var witnesses: [InputFile] {
    let paths = isPasses ? outputs.filter { !SequenceFileNames.isPattern($0) } : [output]
    return paths.map { InputFile.path($0) }.filter { !$0.isShared }
  }

  private var passNames: PassNames {
    PassNames(pattern: output, files: PassOptions.files(values(of: "pass-file")))
  }

  /// The passes that the job makes.
  private var passes: [PicturePass] {
    let pattern = isPasses ? output : values(of: "passes").last ?? ""
    guard let format = PassFormat(path: pattern) else { return [] }
    let isClip = isClip || ["fps", "duration", "frames"].contains { !values(of: $0).isEmpty }
    var choice = PassChoiceOptions()
    choice.given = values(of: "pass").compactMap { try? PassList($0) }
    return choice.passes(format, isClip: isClip)
  }

  /// The values of a flag, in their order.
  func values(of flag: String) -> [String] {
    arguments.prefix { $0 != "--" }.compactMap { $0.dropping(bytesOf: "--\(flag)=").map { String($0) } }
  }

  /// Whether it makes a clip.
  var isClip: Bool { arguments.first == "animate" }

  /// Whether it makes a map.
  var isMap: Bool { arguments.first == MapCommand.configuration.commandName }

  /// Whether it makes passes.
  var isPasses: Bool { arguments.first == PassesCommand.configuration.commandName }

  /// The text that, with the files that are read, determines the picture.
  var identity: String {
    ([Meshrender.configuration.version, scene ?? ""] + arguments).joined(separator: "\0")
  }
}

/// The properties that all jobs of a batch share.
struct BatchTemplate: Sendable {
  /// The scene of jobs that name none.
  var scene: String?
  /// The output of jobs that name none, with columns and keys in braces: `out/{id}.jpg`.
  var output: String?
  /// The folder below which jobs may name their outputs; nil for that of ``output`` or else the working directory.
  var outputRoot: String?
  /// The file of the results.
  var journal: String?
  /// Set in every scene, before the job's own values.
  var set: [String] = []
  /// Flags of 'render' for all jobs that do not have them themselves, each with its value: `--quality=80`.
  var flags: [String] = []
  /// Whether an empty field of a table sets an empty value; otherwise the scene's own value stays.
  var setsEmptyCells = false
  /// Whether warnings fail the jobs.
  var isStrict = false
  /// Files and folders that all jobs may read.
  var allowed: [String] = []
  /// Whether strangers made the jobs.
  var isUntrusted = false

  fileprivate var allowFlags: [String] { allowed.map { "--allow-read=\($0)" } }

  /// Refuses a flag that widens what a stranger's job may read.
  fileprivate func checkReading(_ flag: String) throws(BatchProblem) {
    guard isUntrusted, flag == "allow-read" else { return }
    throw BatchProblem("a job of --untrusted cannot have \"allow-read\"; use --allow-read for the batch")
  }

  /// The flags for a job.
  /// - Parameter own: the names, without dashes, of the flags that it has itself.
  fileprivate func flags(besides own: [String]) -> [String] {
    guard !flags.isEmpty else { return [] }
    let own = Set(own)
    return flags.filter { !own.contains(String($0.dropFirst(2).prefix { $0 != "=" })) }
  }
}

/// A problem of a line that is no job.
struct BatchJobError: Error {
  let id: String
  let problem: String
}

extension BatchJob {
  /// Flags that a job cannot have, with what to do instead.
  static let refused: [String: String] = [
    "max-memory": "use --job-memory for the batch", "print-scene": "a job writes a picture",
    "set-json": "use \"set\"", "device": "use --device for the batch", "verbose": "remove it",
    "help": "remove it", "quiet": "remove it", "resume": "use it for the batch",
    "shard": "use it for the batch", "version": "remove it", "help-hidden": "remove it",
    "watch": "remove it", "open": "remove it", "preview": "remove it",
    "preview-protocol": "remove it",
    "untrusted": "use it for the batch", "allow-missing-sandbox": "use it for the batch",
    "max-time": "use --job-timeout for the batch",
    "experimental-dump-help": "remove it", "generate-completion-script": "remove it",
  ]

  /// The keys of a job that are not flags.
  private static let keys: Set<String> = ["id", "command", "scene", "input", "points", "set", "output"]

  /// The most flags of a job; values of "set" are none.
  private static let flagLimit = 1000

  /// A job of one line of JSON.
  ///
  /// `{"id": "17", "scene": "mug.json", "set": {"art.contents.image": "17.png"}, "output": "out/17.jpg"}`. Other keys are
  /// the long flags of the command without their dashes: a text or a number is the flag's value, `true` gives it alone,
  /// an array gives it several times.
  init(json line: [UInt8], index: Int, _ template: BatchTemplate) throws(BatchJobError) {
    var id = "\(index + 1)"
    do throws(BatchProblem) {
      let job = try BatchLine(line)
      if let text = try job.text("id") { id = text }
      let scene = job.members.first { $0.key == "scene" }
      let input = try job.text("input")
      guard input == nil || scene == nil else {
        throw BatchProblem("there are both a scene and an input; keep one")
      }
      var inPlace: String?
      var source = input
      switch scene?.value {
      case .string(let path): source = path
      case .object(let json): (inPlace, source) = (json, "-")
      case .none: break
      default: throw BatchProblem("the scene is neither a path nor an object")
      }
      if source == nil, try job.text("text") == nil { source = template.scene }
      if source == "-", inPlace == nil {
        throw BatchProblem("a job cannot read standard input; use a file")
      }
      var flags: [String] = []
      for member in job.members where !Self.keys.contains(member.key) {
        if let advice = Self.refused[member.key] {
          throw BatchProblem("a job cannot have \"\(member.key)\"; \(advice)")
        }
        try template.checkReading(member.key)
        flags += try member.value.flags(member.key)
        guard flags.count <= Self.flagLimit else {
          throw BatchProblem("there are more than \(Self.flagLimit) flags; use fewer, or a scene")
        }
      }
      var set = template.set.map { "--set=\($0)" }
      for case ("set", let value) in job.members {
        guard case .object(let text) = value else {
          throw BatchProblem("\"set\" is not an object; write {\"art.contents.image\": \"17.png\"}")
        }
        set += try BatchLine(Array(text.utf8)).members.map { "--set-json=\($0.key)=\($0.value.json)" }
      }
      var output = try job.text("output")
      if output == nil, let pattern = template.output {
        let isOfPasses = try job.text("command") == PassesCommand.configuration.commandName
        output = try Self.filled(pattern) { name in
          if isOfPasses, "{\(name)}" == PassNames.placeholder { return PassNames.placeholder }
          return name == "id" ? id : try? job.text(name)
        }
      }
      let isStrict = template.isStrict && !flags.contains("--strict")
      if output == nil, let key = job.members.map(\.key).first(where: Self.isAlmostOutput) {
        throw BatchProblem("the key \"\(key.excerpt)\" is unknown; did you mean \"output\"?")
      }
      try self.init(
        index: index, id: id, command: job.text("command"), source: source, inPlace,
        template.flags(besides: job.members.map(\.key)) + flags + set + template.allowFlags
          + (isStrict ? ["--strict"] : []), output, points: job.text("points"))
    } catch { throw BatchJobError(id: id, problem: error.description) }
  }

  private static func isAlmostOutput(_ key: String) -> Bool { NearestName.match(key, in: ["output"]) != nil }

  /// A job of a row of a table, whose header has paths of the scene, flags of 'render', or `id` and `output`.
  init(
    row: TableRow, header: TableHeader, index: Int, _ template: BatchTemplate
  ) throws(BatchJobError) {
    let fields = row.fields
    /// An empty field counts as none.
    func value(_ column: String) -> String? {
      header.index(of: column).flatMap { fields.indices.contains($0) && fields[$0] != "" ? fields[$0] : nil }
    }
    let id = value("id") ?? "\(index + 1)"
    do throws(BatchProblem) {
      if let fault = row.fault { throw BatchProblem("\(row.place): \(fault)") }
      guard fields.count == header.columns.count else {
        throw BatchProblem(
          "\(row.place): the row has \(fields.count) fields, and the header \(header.columns.count)")
      }
      let own = header.flags.filter { fields[$0.column] != "" }
      var flags = template.flags(besides: own.map(\.name))
      for flag in own {
        try template.checkReading(flag.name)
        do throws(BatchProblem) { flags += try Self.arguments(of: flag, fields[flag.column]) } catch {
          throw BatchProblem("\(row.place): \(error.description)")
        }
      }
      var set = template.set.map { "--set=\($0)" }
      for column in header.paths where fields[column] != "" || template.setsEmptyCells {
        set.append("--set=\(header.columns[column])=\(fields[column])")
      }
      var output = value("output")
      if output == nil, let pattern = template.output {
        output = try Self.filled(pattern) { $0 == "id" ? id : header.index(of: $0).map { fields[$0] } }
      }
      let isStrict = template.isStrict && !flags.contains("--strict")
      try self.init(
        index: index, id: id, command: nil, source: template.scene, nil,
        flags + set + template.allowFlags + (isStrict ? ["--strict"] : []), output)
      self.row = row
    } catch { throw BatchJobError(id: id, problem: error.description) }
  }

  /// The arguments of a flag with the text of a field, which for a flag without a value is true or false.
  private static func arguments(of flag: TableHeader.Flag, _ text: String) throws(BatchProblem) -> [String] {
    guard !flag.hasValue else { return ["--\(flag.name)=\(text)"] }
    switch text.lowercased() {
    case "true": return ["--\(flag.name)"]
    case "false": return []
    default: throw BatchProblem("the column --\(flag.name) is \"\(text.excerpt)\"; write true or false")
    }
  }

  /// The endings of outputs that only a map has.
  private static let mapEndings = [".pgm", ".flo", ".yaml", ".yml"]

  private init(
    index: Int, id: String, command: String?, source: String?, _ scene: String?, _ flags: [String],
    _ output: String?, points: String? = nil
  ) throws(BatchProblem) {
    guard let output else {
      throw BatchProblem("the job has no output; add one, or use -o with a pattern for all jobs")
    }
    let name =
      command
      ?? (OutputEnding(of: output).map { Self.mapEndings.contains($0.text) } == true ? "map" : "render")
    guard ["render", "animate", "map", "passes", "project"].contains(name) else {
      throw BatchProblem("the command is \"\(name.excerpt)\"; use render, animate, map, passes or project")
    }
    let takesPoints = name == "project"
    guard takesPoints == (points != nil) else {
      throw BatchProblem(
        takesPoints
          ? "the job has no points; add \"points\": \"boxes.jsonl\""
          : "\"points\" applies to the command project; remove it, or add \"command\": \"project\"")
    }
    guard !takesPoints || source != nil else {
      throw BatchProblem("points are projected from a scene or an input; add one")
    }
    guard points != "-" else {
      throw BatchProblem("a job cannot read standard input; use a file for the points")
    }
    (self.index, self.id, self.output, self.scene) = (index, id, output, scene)
    // A path that begins with a dash is no flag.
    arguments =
      [name] + flags + ["--output=\(output)"] + (source.map { ["--", $0] } ?? [])
      + (points.map { [$0] } ?? [])
    guard !outputs.contains("-") else {
      throw BatchProblem("a job cannot write to standard output; use a file")
    }
  }

  /// A pattern with the values of its names in braces.
  private static func filled(
    _ pattern: String, _ value: (String) -> String?
  ) throws(BatchProblem) -> String {
    var (result, rest) = ("", pattern[...])
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      guard let close = rest[open...].firstIndex(of: "}") else {
        throw BatchProblem("the output \"\(pattern.excerpt)\" has a brace that is not closed")
      }
      let name = String(rest[rest.index(after: open)..<close])
      guard let text = value(name) else {
        throw BatchProblem(
          "the output \"\(pattern.excerpt)\" uses {\(name.excerpt)}, which the job does not have")
      }
      guard !text.utf8.contains(UInt8(ascii: "/")), !text.isEmpty, text != ".", text != ".." else {
        throw BatchProblem("{\(name.excerpt)} is \"\(text.excerpt)\", which cannot be part of a file name")
      }
      result += text
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
