import ArgumentParser
import ImageFiles
import MapFiles
import MeshTransform

/// The choice of passes, and their files.
struct PassOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The .npy, .exr, .png or .flo of each pass, with {pass} in place of its name; an .exr without {pass} contains all passes.",
      valueName: "pattern"))
  var file: String

  @OptionGroup var choice: PassChoiceOptions

  @Option(
    help: ArgumentHelp(
      "The layer of uv, backward and forward by its name, as 'meshrender hit' names it: card/label. Default: the layer that "
        + "each pixel shows; of forward the only one.", valueName: "name"))
  var layer: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "See layers only where their alpha exceeds this, 0...1. Default: wherever they draw, however transparent, as 'meshrender "
        + "hit'.", valueName: "alpha"), transform: decimal)
  var minimumAlpha: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The numbers of a PNG for each point of depth and distance.", valueName: "count"), transform: decimal)
  var depthSteps = 64.0

  @Option(
    help: ArgumentHelp(
      "The JSON file that describes the passes and names the layers; '-' is standard output. Default: the name of the "
        + "passes with 'passes' in place of {pass}, or the file's with .passes.json.", valueName: "file"))
  var info: String?

  /// Files of single passes, `depth=/proc/self/fd/12`, for programs that share memory.
  @Option(parsing: .unconditionalSingleValue, help: .hidden) var passFile: [String] = []

  var names: PassNames { PassNames(pattern: file, files: Self.files(passFile)) }

  /// The files of passes by the values of `--pass-file`.
  static func files(_ values: [String]) -> [PicturePass: String] {
    var files: [PicturePass: String] = [:]
    for value in values {
      guard let equals = value.firstIndex(of: "="), let pass = PicturePass(rawValue: String(value[..<equals]))
      else { continue }
      files[pass] = String(value[value.index(after: equals)...])
    }
    return files
  }

  /// The format of the files; nil for an unknown extension.
  var format: PassFormat? { PassFormat(path: file) }

  func validate() throws {
    try PassChoiceOptions.check(file, choice, flag: "-o")
    if let minimumAlpha, !(0...1).contains(minimumAlpha) {
      throw ValidationError("--minimum-alpha is \(minimumAlpha); use 0...1.")
    }
    if let wrong = passFile.first(where: { Self.files([$0]).isEmpty }) {
      throw ValidationError(
        "--pass-file is \(wrong.excerpt); use the name of a pass and its file, depth=FILE.")
    }
    guard depthSteps > 0, depthSteps <= 65_535 else {
      throw ValidationError("--depth-steps is \(depthSteps); use a number above 0, up to 65535.")
    }
    if let info, info != "-", !SharedFiles.contains(FilePath(info)) {
      try OutputEnding.require([".json"], of: info, for: "the JSON that --info writes")
    }
  }
}

/// The passes to make.
struct PassChoiceOptions: ParsableArguments {
  @Option(
    name: .customLong("pass"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The passes, separated by commas: \(PicturePass.allCases.map(\.rawValue).joined(separator: ", ")). Default: uv, "
        + "backward, depth, normal, albedo and layer, as far as the format holds them, and motion of a clip.",
      valueName: "names"), transform: PassList.init)
  var given: [PassList] = []

  /// The passes for files of a format, in the order of ``PicturePass``.
  func passes(_ format: PassFormat, isClip: Bool) -> [PicturePass] {
    let chosen = Set(given.flatMap(\.passes))
    if !chosen.isEmpty { return PicturePass.allCases.filter(chosen.contains) }
    let usual: [PicturePass] = [.uv, .backward, .depth, .normal, .albedo, .layer] + (isClip ? [.motion] : [])
    return usual.filter(format.holds)
  }

  /// Refuses names of files that cannot hold the passes.
  /// - Parameter flag: of the pattern.
  static func check(_ pattern: String, _ choice: PassChoiceOptions, flag: String) throws {
    if pattern == "-" {
      throw ValidationError("Passes are several files; use \(flag) with a pattern such as out/{pass}.npy.")
    }
    guard let format = PassFormat(path: pattern) else {
      throw ValidationError(
        "\(pattern) has no known file extension; use .npy or .exr (floats), .png (16 bits) or .flo (motion), as in "
          + "out/{pass}.npy.")
    }
    let chosen = choice.given.flatMap(\.passes)
    if let pass = chosen.first(where: { !format.holds($0) }) {
      let formats = PassFormat.allCases.filter { $0.holds(pass) }.map { ".\($0.rawValue)" }
      throw ValidationError(
        "\(format.title) does not hold \(pass.rawValue); use \(NearestName.list(formats)), or leave it out of --pass."
      )
    }
    let names = PassNames(pattern: pattern)
    let passes = choice.passes(format, isClip: true)
    if !names.isPattern, passes.count > 1, passes.contains(.forward) {
      throw ValidationError(
        "forward has the size of the content, and the other passes that of the picture; write {pass} in place of their "
          + "names, as in out/{pass}.\(format.rawValue).")
    }
    if !names.isPattern, passes.count > 1, format != .exr {
      throw ValidationError(
        "\(pattern) is one file, but there are several passes; write {pass} in place of their names, as in "
          + "out/{pass}.npy, or use one --pass or an .exr.")
    }
  }
}

/// The names of passes, separated by commas.
struct PassList: Hashable, Sendable {
  let passes: [PicturePass]

  init(_ argument: String) throws {
    let names = PicturePass.allCases.map(\.rawValue)
    passes = try argument.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let name = part.filter { $0 != " " }.lowercased()
      if name == "all" || name.isEmpty {
        throw ValidationError("name each pass, such as uv,depth,normal")
      }
      guard let pass = PicturePass(rawValue: name) else {
        throw ValidationError(
          "there is no pass '\(String(part).excerpt)'; \(NearestName.hint(name, among: names))")
      }
      return pass
    }
  }
}

/// The passes of a clip's frames.
struct ClipPassOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Also write passes of each frame, as 'meshrender passes' does: the names of the files with {pass} and a number, such as "
        + "truth/{pass}-%04d.npy.", valueName: "pattern"))
  var passes: String?

  @OptionGroup var choice: PassChoiceOptions

  func validate() throws {
    guard let passes else {
      if !choice.given.isEmpty {
        throw ValidationError("--pass chooses passes; add --passes with the names of their files.")
      }
      return
    }
    try PassChoiceOptions.check(passes, choice, flag: "--passes")
    if let problem = names?.problemOfNumber {
      throw ValidationError("--passes is \(passes): \(problem).")
    }
  }

  /// Names of files for the passes; nil without them.
  var names: PassNames? { passes.map(PassNames.init) }
}
