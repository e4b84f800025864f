import ArgumentParser
import ImageFiles

/// How the result is seen: in a viewer, and again after each edit.
struct ViewingOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Keep running, and draw again when an input file changes: scene, images, meshes, fonts, profiles, tracks. "
        + "Errors are reported and do not end the run; Ctrl-C does."))
  var watch = false

  @Flag(help: "Open the result in the desktop's viewer (xdg-open or gio).")
  var open = false

  @Flag(
    help: ArgumentHelp(
      "Show a thumbnail of the result in the terminal, if it supports the protocol of kitty, that of iTerm2 or "
        + "sixels (with libsixel); transparent parts show gray squares. A clip shows four of its frames."
    ))
  var preview = false

  @Option(
    help: ArgumentHelp(
      "The protocol of the thumbnail: kitty, iterm2 or sixel; implies --preview. Default: what the terminal "
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
    ].filter(\.1).map { ($0.0, "untrusted input is drawn once, to a file; remove it") }
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
          "\(flag) applies only to a picture, but --print-scene and --print-mesh draw none; remove one of them."
        )
      }
      // A preview goes to the terminal, whatever the output is.
      if output == "-", !flag.hasPrefix("--preview") {
        throw ValidationError("\(flag) needs a file, but the output is standard output; use -o with a file.")
      }
    }
    guard watch, let input = inputs.first(where: { $0.value == "-" }) else { return }
    throw ValidationError(
      "\(input.flag) is standard input, which cannot be read again, but --watch reads all inputs again; use a file."
    )
  }

  /// Checks that the job can be repeated, after its inputs are read and before its output is written.
  /// - Parameter outputs: the paths of the files that the job writes.
  func check(_ inputs: InputList?, outputs: some Sequence<String>) throws(Failure) {
    guard watch, let inputs else { return }
    guard !inputs.files.isEmpty else {
      throw Failure(.usage, "--watch draws again when a file changes, but this run reads none; remove it")
    }
    let states = inputs.states
    if let path = outputs.first(where: { InputFile.path($0).status.map(states.contains) ?? false }) {
      throw Failure(
        .usage,
        "\(path.excerpt) is both input and output, so --watch would draw forever; use another output")
    }
  }
}
