import ArgumentParser
import ImageFiles

/// How the result is seen: in a viewer, and again after each edit.
struct ViewingOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Stay, and draw again whenever a file that is read changes: scene, images, meshes, fonts, profiles, tracks. An "
        + "error is told, and the next edit is waited for; Ctrl-C ends."))
  var watch = false

  @Flag(help: "Show the result in the desktop's viewer (xdg-open or gio), once it is written.")
  var open = false

  @Flag(
    help: ArgumentHelp(
      "Draw a thumbnail of the result in the terminal, if it draws pictures by the protocol of kitty, that of iTerm2 or "
        + "sixels (with libsixel); transparent parts show gray squares. A clip is shown by four of its frames."
    ))
  var preview = false

  @Option(
    help: ArgumentHelp(
      "How the terminal is given the thumbnail: kitty, iterm2 or sixel; implies --preview. Default: what it says that it "
        + "draws.", valueName: "protocol"))
  var previewProtocol: PreviewProtocol?

  /// The thumbnail that is drawn; nil without.
  func makePreview(_ verbosity: VerbosityOptions) -> Preview? {
    preview || previewProtocol != nil ? Preview(previewProtocol, verbosity) : nil
  }

  /// The flags that `--untrusted` refuses: they start programs, write to the terminal, or stay without end.
  var refusedForStrangers: [(flag: String, reason: String)] {
    [
      ("--watch", watch), ("--open", open), ("--preview", preview),
      ("--preview-protocol", previewProtocol != nil),
    ].filter(\.1).map { ($0.0, "what strangers made is drawn once, into a file; leave it out") }
  }

  /// - `prints`: whether words take the place of a picture.
  /// - `inputs`: flags with values that may be standard input.
  func validate(output: String, prints: Bool, inputs: [(flag: String, value: String?)]) throws {
    let flags = [
      ("--watch", watch), ("--open", open), ("--preview", preview),
      ("--preview-protocol", previewProtocol != nil),
    ]
    for (flag, isGiven) in flags where isGiven {
      if prints {
        throw ValidationError(
          "\(flag) is about a picture, and --print-scene and --print-mesh write none; remove one of them.")
      }
      // A preview goes to the terminal, whatever the output is.
      if output == "-", !flag.hasPrefix("--preview") {
        throw ValidationError("\(flag) needs a file, and the output is standard output; name one with -o.")
      }
    }
    guard watch, let input = inputs.first(where: { $0.value == "-" }) else { return }
    throw ValidationError(
      "\(input.flag) is standard input, which cannot be read again, and --watch reads all inputs again; name a file."
    )
  }

  /// Checks that the job can be repeated, after its inputs are read and before its output is written.
  /// - Parameter outputs: the paths of the files that the job writes.
  func check(_ inputs: InputList?, outputs: some Sequence<String>) throws(Failure) {
    guard watch, let inputs else { return }
    guard !inputs.files.isEmpty else {
      throw Failure(.usage, "--watch draws again when a file changes, and this run reads none; leave it out")
    }
    let states = inputs.states
    if let path = outputs.first(where: { InputFile.path($0).status.map(states.contains) ?? false }) {
      throw Failure(
        .usage,
        "\(path.excerpt) is read and written, so that --watch would draw without end; name another output")
    }
  }
}
