import AnimationFiles
import ArgumentParser
import ImageFiles
import MeshTransform

/// The destination and the format of the clip.
struct ClipOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "What to write: a PNG sequence (frame-%04d.png or a folder, frames/) or a file whose ending says the form. "
        + "'-' is standard output.", valueName: "file"))
  var file: String?
  var output: String { file ?? "" }

  @Option(
    help: ArgumentHelp(
      "The form, whatever the name: \(ClipKind.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "form"))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "How often players show an animated picture: a number, once or forever. Default: as often as a GIF, animated "
        + "PNG or WebP that is shown to its end, else forever if the last frame leads to the first, else once.",
      valueName: "count"), transform: LoopCount.init)
  var loop: LoopCount?

  @Option(
    help: ArgumentHelp(
      "What becomes of transparency: keep, drop (frames are laid over white) or auto (PNG and APNG have no alpha where "
        + "the background is opaque); or the colors of raw RGBA: straight or premultiplied. Default: keep, straight.",
      valueName: "what"))
  var alpha: ClipAlpha?

  @Option(
    help: ArgumentHelp(
      "How hard PNG is compressed: none, fast, balanced, small, or a zlib level 0...9.", valueName: "effort"))
  var compression: PNG.Compression = .fast

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How close WebP, MP4 and WebM keep to the pixels, 0...100. Default: WebP is lossless, video looks lossless.",
      valueName: "number"))
  var quality: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How hard WebP is compressed and GIF's colors are sought: 0 (fast) ... 6 (small, good). Default: 2.",
      valueName: "number"))
  var effort: Int?

  @Option(
    help: ArgumentHelp(
      "How much color y4m keeps: 444, 422, 420 or mono; 420 with its sample in the middle of four pixels (420jpeg), at "
        + "their left (420mpeg2) or by PAL DV (420paldv). Default: 444.", valueName: "kind"))
  var chroma: ClipOptions.Chroma?

  @Flag(help: "Leave out the sound of the video that is shown. MP4, WebM, MOV and MKV keep it.")
  var noAudio = false

  @Option(
    help: ArgumentHelp(
      "One PNG with so many frames beside and below one another, evenly spaced, instead of a clip.",
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
      "Also write where the frames of --sheet are, for game engines: JSON of TexturePacker's form hash, beside the PNG.",
      valueName: "file"))
  var sheetJSON: String?

  @Flag(
    help:
      "Leave out the transparent borders of the frames of --sheet, with --sheet-json, which says what they were."
  )
  var sheetTrim = false

  @Flag(help: "Write no clip, but the scene that the other flags imply, as JSON on standard output.")
  var printScene = false

  @Flag(help: "Write no clip, but the mesh of it in the first frame, as a JSON mesh file on standard output.")
  var printMesh = false

  /// Whether words on standard output take the place of the clip.
  var prints: Bool { printScene || printMesh }

  func validate() throws {
    if prints {
      guard !printScene || !printMesh else {
        throw ValidationError(
          "--print-scene and --print-mesh both write to standard output; give one of them.")
      }
      guard file == nil else {
        let flag = printScene ? "--print-scene" : "--print-mesh"
        throw ValidationError("\(flag) writes to standard output and no clip; remove -o, or it.")
      }
      return
    }
    guard file != nil else {
      throw ValidationError("There is no output; name the clip to write with -o, or '-' for standard output.")
    }
    if output == "-", Console.standardOutputIsTerminal {
      throw ValidationError("A clip would only clutter the terminal; name a file, or pipe the output on.")
    }
    if sheet != nil, format != nil {
      throw ValidationError("--sheet writes one PNG, so that there is no --format to choose; remove it.")
    }
    try checkSheet()
    let kind: ClipKind?
    do throws(Failure) { kind = sheet == nil ? try self.kind() : nil } catch {
      throw ValidationError(error.sentence)
    }
    if let alpha { try check(alpha, kind) }
    if chroma != nil, kind != .y4m {
      throw ValidationError("--chroma is about y4m; write that (--format y4m), or leave it out.")
    }
    if quality != nil, ![.webp, .mp4, .webm].contains(kind) {
      throw ValidationError("--quality is about WebP, MP4 and WebM; write one of these, or leave it out.")
    }
    if loop != nil, ![.webp, .apng, .gif].contains(kind) {
      throw ValidationError("--loop is about WebP, APNG and GIF; a player repeats other clips. Leave it out.")
    }
    if effort != nil, ![.webp, .gif].contains(kind) {
      throw ValidationError("--effort is about WebP and GIF; write one of these, or leave it out.")
    }
  }

  private func checkSheet() throws {
    guard sheet != nil else {
      let given = [
        ("--sheet-gap", sheetGap != nil), ("--sheet-json", sheetJSON != nil), ("--sheet-trim", sheetTrim),
      ]
      guard let flag = given.first(where: \.1)?.0 else { return }
      throw ValidationError("\(flag) is about a sheet of frames; give --sheet with it, such as 4x3.")
    }
    try OutputEnding.require([".png"], of: output, for: "the PNG that --sheet writes")
    if let sheetGap, !(0...1000).contains(sheetGap) {
      throw ValidationError("--sheet-gap is \(sheetGap); use 0...1000.")
    }
    guard let sheetJSON else {
      if sheetTrim {
        throw ValidationError(
          "--sheet-trim needs --sheet-json, which says what the borders of the frames were.")
      }
      return
    }
    try OutputEnding.require([".json"], of: sheetJSON, for: "the JSON that --sheet-json writes")
    guard output != "-" else {
      throw ValidationError(
        "--sheet-json names the PNG of the sheet; write that to a file in place of standard output.")
    }
    guard sheetJSON == "-" || Self.folder(of: sheetJSON).elementsEqual(Self.folder(of: output)) else {
      throw ValidationError(
        "--sheet-json and its PNG belong into one folder; name \(sheetJSON.excerpt) beside \(output.excerpt)."
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
          "--alpha \(alpha.rawValue) is about raw RGBA; write that (--format rgba), or choose keep, drop or auto."
        )
      }
    case .keep:
      if let kind, !kind.hasAlpha {
        throw ValidationError(
          "--alpha is keep, but \(kind.title) has no transparency; choose drop, or leave it out.")
      }
    case .auto:
      if kind == .rgba {
        throw ValidationError(
          "--alpha is auto, but raw RGBA always has alpha; choose keep or drop, or leave it out.")
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
