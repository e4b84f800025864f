import ArgumentParser
import ImageFiles
import MeshTransform

/// The destination of the picture.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The PNG to write; '-' is standard output.", valueName: "file"))
  var file: String?
  var output: String { file ?? "" }

  @Option(
    help: ArgumentHelp(
      "How hard to compress: none, fast, balanced, small, or a zlib level 0...9.", valueName: "effort"))
  var compression: PNG.Compression = .fast

  @Flag(help: "Write no picture, but the scene that the other flags imply, as JSON on standard output.")
  var printScene = false

  func validate() throws {
    if printScene {
      guard file == nil else {
        throw ValidationError("--print-scene writes to standard output and no picture; remove -o, or it.")
      }
      return
    }
    guard file != nil else {
      throw ValidationError("There is no output; name the PNG to write with -o, or '-' for standard output.")
    }
    if output == "-", Console.standardOutputIsTerminal {
      throw ValidationError("A PNG would only clutter the terminal; name a file, or pipe the output on.")
    }
    let name = output.split(separator: "/").last.map(String.init) ?? output
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let suffix = parts.last?.lowercased() else { return }
    if ["jpg", "jpeg", "gif", "webp", "tif", "tiff", "bmp", "avif", "apng", "mp4", "pdf", "svg"].contains(
      suffix)
    {
      throw ValidationError(
        "meshrender writes PNG, not .\(suffix); name the output \(parts.dropLast().joined(separator: ".")).png."
      )
    }
  }

  func write(_ image: Image, _ verbosity: VerbosityOptions) throws(Failure) {
    do {
      for warning in try PNG.write(image, to: OutputFile(argument: output), compression: compression) {
        verbosity.warn(warning.description)
      }
    } catch { throw Failure(error) }
  }
}

extension PNG.Compression: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
  public var defaultValueDescription: String { description }
}
