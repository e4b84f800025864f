import ArgumentParser
import ImageFiles
import MeshTransform

/// The destination of the picture.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The PNG, JPEG or WebP to write, by its suffix; '-' is standard output.", valueName: "file"))
  var file: String?
  var output: String { file ?? "" }

  @Option(help: ArgumentHelp("The format, whatever the suffix: png, jpeg or webp.", valueName: "format"))
  var format: PictureFormat?

  @Option(
    help: ArgumentHelp(
      "How hard to compress a PNG: none, fast, balanced, small, or a zlib level 0...9.", valueName: "effort"))
  var compression: PNG.Compression = .fast

  @Option(
    help: ArgumentHelp(
      "The quality of a JPEG, 1...100, from 90 on with colors at full resolution, default 90; or that of a WebP, "
        + "which is lossless without.",
      valueName: "level"))
  var quality: Int?

  @Flag(help: "Write no picture, but the scene that the other flags imply, as JSON on standard output.")
  var printScene = false

  /// The format by `--format`, or else by the suffix.
  private var chosenFormat: PictureFormat { format ?? PictureFormat(suffixOf: output) ?? .png }

  func validate() throws {
    if printScene {
      guard file == nil else {
        throw ValidationError("--print-scene writes to standard output and no picture; remove -o, or it.")
      }
      return
    }
    guard file != nil else {
      throw ValidationError(
        "There is no output; name the PNG, JPEG or WebP to write with -o, or '-' for standard output.")
    }
    if output == "-", Console.standardOutputIsTerminal {
      throw ValidationError("A picture would only clutter the terminal; name a file, or pipe the output on.")
    }
    if let quality {
      guard 1...100 ~= quality else { throw ValidationError("--quality is \(quality); use 1...100.") }
      guard chosenFormat != .png else {
        throw ValidationError(
          "--quality is about JPEG and WebP, and a PNG loses nothing; name a .jpg, or give --format jpeg.")
      }
    }
    guard format == nil else { return }
    let name = output.split(separator: "/").last.map(String.init) ?? output
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let suffix = parts.last?.lowercased() else { return }
    if ["gif", "tif", "tiff", "bmp", "avif", "apng", "mp4", "pdf", "svg"].contains(suffix) {
      throw ValidationError(
        "meshrender writes PNG, JPEG and WebP, not .\(suffix); name the output "
          + "\(parts.dropLast().joined(separator: ".")).png.")
    }
  }

  func write(_ image: Image, _ verbosity: VerbosityOptions) throws(Failure) {
    let file = OutputFile(argument: output)
    do {
      switch chosenFormat {
      case .png:
        for warning in try PNG.write(image, to: file, compression: compression) {
          verbosity.warn(warning.description)
        }
      case .jpeg:
        let quality = quality.map(JPEG.Quality.init(level:)) ?? .default
        for warning in try JPEG.write(image, to: file, quality: quality) {
          let hint = warning == .flattened ? ", white; give a --background for another color" : ""
          verbosity.warn(warning.description + hint)
        }
      case .webp:
        for warning in try WebP.write(image, to: file, quality: quality) {
          verbosity.warn(warning.description)
        }
      }
    } catch { throw Failure(error) }
  }
}

/// The formats of a single picture.
enum PictureFormat: String, CaseIterable, ExpressibleByArgument {
  case png, jpeg, webp

  init?(argument: String) { self.init(rawValue: argument == "jpg" ? "jpeg" : argument) }

  /// Nil for a name with another suffix, or none.
  init?(suffixOf name: String) {
    let lowercased = name.lowercased()
    if [".jpg", ".jpeg", ".jpe"].contains(where: lowercased.hasSuffix) {
      self = .jpeg
    } else if lowercased.hasSuffix(".png") {
      self = .png
    } else if lowercased.hasSuffix(".webp") {
      self = .webp
    } else {
      return nil
    }
  }
}

extension PNG.Compression: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
  public var defaultValueDescription: String { description }
}
