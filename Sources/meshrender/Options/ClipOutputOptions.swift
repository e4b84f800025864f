import AnimationFiles
import ArgumentParser
import ImageFiles
import MeshTransform

/// The destination and the format of the clip.
struct ClipOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The output: a PNG sequence (frame-%04d.png or a folder, frames/) or a file with the extension of its format. "
        + "'-' is standard output.", valueName: "file"))
  var file: String?
  var output: String { file ?? "" }

  @Option(
    help: ArgumentHelp(
      "The format, whatever the file extension: \(ClipKind.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "form"))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "The number of plays of an animated picture: a number, once or forever. Default: that of a GIF, animated "
        + "PNG or WebP that is shown to its end, else forever if the last frame leads to the first, else once.",
      valueName: "count"), transform: LoopCount.init)
  var loop: LoopCount?

  @Option(
    help: ArgumentHelp(
      "The handling of transparency: keep, drop (frames are flattened onto white) or auto (no alpha in PNG and APNG if "
        + "the background is opaque); or the alpha of raw RGBA: straight or premultiplied. Default: keep, straight.",
      valueName: "what"))
  var alpha: ClipAlpha?

  @Option(
    help: ArgumentHelp(
      "The compression of PNG: none, fast, balanced, small, or a zlib level 0...9.", valueName: "effort"))
  var compression: PNG.Compression = .fast

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The quality of WebP, MP4 and WebM, 0...100. Default: lossless WebP, visually lossless video.",
      valueName: "number"))
  var quality: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The effort of WebP compression and of the GIF palette search: 0 (fast) ... 6 (small, good). Default: 2.",
      valueName: "number"))
  var effort: Int?

  @Option(
    help: ArgumentHelp(
      "The chroma subsampling of y4m: 444, 422, 420 or mono; 420 with its sample in the middle of four pixels (420jpeg), at "
        + "their left (420mpeg2) or as in PAL DV (420paldv). Default: 444.", valueName: "kind"))
  var chroma: ClipOptions.Chroma?

  @Flag(help: "Omit the sound of the video, which MP4, WebM, MOV and MKV keep otherwise.")
  var noAudio = false

  @Option(
    help: ArgumentHelp(
      "Write one PNG with this many columns and rows of frames, evenly spaced, instead of a clip.",
      valueName: "CxR"), transform: ContactSheet.Grid.init(argument:))
  var sheet: ContactSheet.Grid?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The distance between the frames of --sheet in pixels. Default: 0.", valueName: "pixels"))
  var sheetGap: Int?

  @Option(
    name: .customLong("sheet-json"),
    help: ArgumentHelp(
      "Also write the positions of the frames of --sheet for game engines: TexturePacker's hash JSON, in the folder of the PNG.",
      valueName: "file"))
  var sheetJSON: String?

  @Flag(
    help:
      "Trim the transparent borders of the frames of --sheet; needs --sheet-json, which records them."
  )
  var sheetTrim = false

  @Flag(help: "Print the scene that the other flags imply, as JSON on standard output, and draw nothing.")
  var printScene = false

  @Flag(
    help:
      "Print the mesh, of a clip that of its first frame, as a JSON mesh file on standard output, and draw nothing."
  )
  var printMesh = false

  /// Whether words on standard output take the place of the clip.
  var prints: Bool { printScene || printMesh }

  func validate() throws {
    if prints {
      guard !printScene || !printMesh else {
        throw ValidationError(
          "--print-scene and --print-mesh both write to standard output; use one of them.")
      }
      guard file == nil else {
        let flag = printScene ? "--print-scene" : "--print-mesh"
        throw ValidationError("\(flag) writes to standard output instead of a clip; remove -o, or it.")
      }
      return
    }
    guard file != nil else {
      throw ValidationError("There is no output; use -o with a file, or with '-' for standard output.")
    }
    if output == "-", Console.standardOutputIsTerminal {
      throw ValidationError("A clip is not written to a terminal; use a file or a pipe.")
    }
    if sheet != nil, format != nil {
      throw ValidationError("--sheet always writes a PNG; remove --format.")
    }
    try checkSheet()
    let kind: ClipKind?
    do throws(Failure) { kind = sheet == nil ? try self.kind() : nil } catch {
      throw ValidationError(error.sentence)
    }
    if let alpha { try check(alpha, kind) }
    if chroma != nil, kind != .y4m {
      throw ValidationError("--chroma applies only to y4m; use --format y4m, or remove it.")
    }
    if quality != nil, ![.webp, .mp4, .webm].contains(kind) {
      throw ValidationError("--quality applies only to WebP, MP4 and WebM; use one of these, or remove it.")
    }
    if loop != nil, ![.webp, .apng, .gif].contains(kind) {
      throw ValidationError("--loop applies only to WebP, APNG and GIF; use one of these, or remove it.")
    }
    if effort != nil, ![.webp, .gif].contains(kind) {
      throw ValidationError("--effort applies only to WebP and GIF; use one of these, or remove it.")
    }
  }

  private func checkSheet() throws {
    guard sheet != nil else {
      let given = [
        ("--sheet-gap", sheetGap != nil), ("--sheet-json", sheetJSON != nil), ("--sheet-trim", sheetTrim),
      ]
      guard let flag = given.first(where: \.1)?.0 else { return }
      throw ValidationError("\(flag) applies only to a sheet of frames; add --sheet, such as --sheet 4x3.")
    }
    try OutputEnding.require([".png"], of: output, for: "the PNG that --sheet writes")
    if let sheetGap, !(0...1000).contains(sheetGap) {
      throw ValidationError("--sheet-gap is \(sheetGap); use 0...1000.")
    }
    guard let sheetJSON else {
      if sheetTrim {
        throw ValidationError(
          "--sheet-trim needs --sheet-json, which records the trimmed borders.")
      }
      return
    }
    try OutputEnding.require([".json"], of: sheetJSON, for: "the JSON that --sheet-json writes")
    guard output != "-" else {
      throw ValidationError(
        "--sheet-json refers to the PNG of the sheet; write the PNG to a file instead of standard output.")
    }
    guard sheetJSON == "-" || Self.folder(of: sheetJSON).elementsEqual(Self.folder(of: output)) else {
      throw ValidationError(
        "--sheet-json and its PNG must be in the same folder; move \(sheetJSON.excerpt) to that of \(output.excerpt)."
      )
    }
  }

  /// The path up to its last slash.
  private static func folder(of path: String) -> ArraySlice<UInt8> {
    let bytes = Array(path.utf8)
    return bytes[..<(bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
  }

  /// - Parameter kind: nil for a sheet.
  private func check(_ alpha: ClipAlpha, _ kind: ClipKind?) throws {
    switch alpha {
    case .straight, .premultiplied:
      guard kind == .rgba else {
        throw ValidationError(
          "--alpha \(alpha.rawValue) applies only to raw RGBA; use --format rgba, or keep, drop or auto."
        )
      }
    case .keep:
      if let kind, !kind.hasAlpha {
        throw ValidationError(
          "--alpha is keep, but \(kind.title) does not support transparency; use drop, or remove it.")
      }
    case .auto:
      if kind == .rgba {
        throw ValidationError(
          "--alpha is auto, but raw RGBA always has alpha; use keep or drop, or remove it.")
      }
    case .drop: break
    }
  }

  func kind() throws(Failure) -> ClipKind {
    do { return try ClipKind.named(output: output, format: format) } catch { throw Failure(error) }
  }

  var alphaChoice: AlphaChoice { alpha.flatMap { AlphaChoice(rawValue: $0.rawValue) } ?? .keep }

  var options: ClipOptions {
    var options = ClipOptions()
    options.pngCompression = compression
    options.quality = quality
    if let effort { options.effort = effort }
    options.alphaChannel = alphaChoice.channel
    if alpha == .premultiplied { options.rawAlpha = .premultiplied }
    if let chroma { options.chroma = chroma }
    return options
  }
}

/// What becomes of the transparency of a clip: an ``AlphaChoice``, or the form of raw RGBA.
enum ClipAlpha: String, CaseIterable, ExpressibleByArgument {
  case keep, drop, auto, straight, premultiplied
}

extension ClipOptions.Chroma: ExpressibleByArgument {
  public init?(argument: String) { self.init(rawValue: argument == "420" ? "420jpeg" : argument) }
}

/// The number of times a clip plays; 0 plays without end.
struct LoopCount: Hashable, Sendable {
  let value: Int

  init(_ argument: String) throws {
    switch argument.lowercased() {
    case "forever", "infinite", "loop": value = 0
    case "once": value = 1
    default:
      guard let count = Int(argument), (1...65_535).contains(count) else {
        let zero = argument == "0" ? " (0 means forever in some programs, and never in others)" : ""
        throw ValidationError("write a number from 1 to 65535, once or forever\(zero)")
      }
      value = count
    }
  }
}

extension ContactSheet.Grid {
  fileprivate init(argument: String) throws {
    guard let grid = ContactSheet.Grid(argument) else {
      let count = Int(argument).flatMap { (1...100).contains($0) ? $0 : nil }
      throw ValidationError(
        "write columns x rows, each 1...100, such as "
          + (count.map { "\($0)x1 for \($0) frames side by side" } ?? "4x3"))
    }
    self = grid
  }
}
