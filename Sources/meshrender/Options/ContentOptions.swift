import AnimationFiles
import ArgumentParser
import ImageFiles
import MeshTransform
import SceneDocument
import TextImages

/// The content to bend: an image file or a text.
struct ContentOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The PNG, JPEG, WebP, EXR, NPY, GIF or video to deform, or a JSON scene; '-' is standard input.",
      valueName: "input"))
  var input: String?

  // Texts and numbers may begin with a minus sign.
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Draw this text instead of an image.", valueName: "text"))
  var text: String?

  @Option(
    help: ArgumentHelp(
      "The text's font: families and styles, such as \"DejaVu Serif Bold\".", valueName: "font"))
  var font: String?

  @Option(
    help: ArgumentHelp(
      "A font file (.ttf, .otf, .ttc) for the text; --font then selects one of its faces.",
      valueName: "file"))
  var fontFile: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The text's size in points. Default: 48.", valueName: "points"), transform: decimal)
  var fontSize: Double?

  @Option(help: ArgumentHelp("The text's color, as in CSS. Default: black.", valueName: "color"))
  var color: String?

  @Option(
    help: ArgumentHelp(
      "An outline around the letters of the text: width=3,color=white, with the width in points, at most the font size.",
      valueName: "properties"))
  var outline: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The width at which lines of text break, in points.", valueName: "points"),
    transform: decimal)
  var textWidth: Double?

  @Option(
    help: ArgumentHelp(
      "Hyphenate words at line breaks by the installed patterns of a language, such as en or de-CH. Default: only at the "
        + "text's soft hyphens (U+00AD).", valueName: "language"))
  var hyphens: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The extra space between letters, in points; negative moves them together. Joined letters, as in Arabic, "
        + "are not separated.",
      valueName: "points"), transform: decimal)
  var letterSpacing: Double?

  @Option(help: ArgumentHelp("The alignment of lines of text.", valueName: "alignment"))
  var align: TextStyle.Alignment?

  @Option(
    help: ArgumentHelp(
      "The filter for magnified content: linear, nearest (hard squares) or cubic "
        + "(sharper). Default: linear.", valueName: "filter"))
  var magnificationFilter: Layer.MagnificationFilter?

  @Option(
    help: ArgumentHelp(
      "The filter for minified content: footprint (a mean over each pixel's area), "
        + "trilinear (mipmaps) or linear (aliased). Default: footprint.", valueName: "filter"))
  var minificationFilter: Layer.MinificationFilter?

  @Flag(
    help: ArgumentHelp(
      "Make the paper of a photographed page evenly white: divide the colors by a smooth estimate of the light on the part that "
        + "the mesh shows."))
  var flattenLight = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Set a value of the scene: layer.key.key=value, or canvas.key=value, such as title.contents.text=Ana; may be "
        + "repeated.", valueName: "path=value"))
  var set: [String] = []

  /// The values of a batch's jobs, as JSON.
  @Option(name: .customLong("set-json"), parsing: .unconditionalSingleValue, help: .hidden)
  var setJSON: [String] = []

  @OptionGroup var back: BackOptions

  @OptionGroup var colors: ColorOptions

  func validate() throws {
    if text != nil && input != nil {
      throw ValidationError("There is both an image and a --text; use one of them.")
    }
    if text == nil && input == nil {
      throw ValidationError("There is nothing to render; use an image, a scene or --text.")
    }
    if hyphens != nil && textWidth == nil {
      throw ValidationError("--hyphens applies only to lines that break; add --text-width.")
    }
    if flattenLight, text != nil || scene != nil {
      throw ValidationError(
        scene == nil
          ? "--flatten-light applies only to an image; remove it."
          : "--flatten-light applies to an image; in a scene, write \"flattenLight\": true beside \"image\".")
    }
    if !set.isEmpty || !setJSON.isEmpty, let input = text == nil ? input : "", input != "-",
      !input.lowercased().hasSuffix(".json")
    {
      throw ValidationError("--set changes values of a scene; use a scene (.json), or remove it.")
    }
    guard text == nil else { return }
    let given = [
      ("--font", font != nil), ("--font-file", fontFile != nil), ("--font-size", fontSize != nil),
      ("--color", color != nil), ("--outline", outline != nil), ("--text-width", textWidth != nil),
      ("--letter-spacing", letterSpacing != nil), ("--align", align != nil), ("--hyphens", hyphens != nil),
    ].filter(\.1)
    if let option = given.first?.0 {
      throw ValidationError("\(option) applies only to text; add --text.")
    }
  }

  /// The flags that may name standard input, with their values.
  var files: [(flag: String, value: String?)] {
    [("The input", input), ("--font-file", fontFile), ("--back", back.contents)]
  }

  /// The scene; nil for other content.
  var scene: String? { input.flatMap { $0.lowercased().hasSuffix(".json") ? $0 : nil } }

  /// The flags that `--untrusted` refuses.
  var refusedForStrangers: [(flag: String, reason: String)] {
    fontFile == nil ? [] : [("--font-file", Untrusted.refusalOfFonts)]
  }

  /// The values of `--set`.
  func overrides() throws(Failure) -> [SceneOverride] {
    try (set + setJSON).enumerated().map { index, text throws(Failure) in
      guard var override = SceneOverride(argument: text) else {
        throw Failure(
          .usage,
          "--set is \"\(text)\"; write a path and a value, such as title.contents.text=Ana or canvas.background=red"
        )
      }
      if index >= set.count, case .text(let json) = override.value { override.value = .json(json) }
      return override
    }
  }

  /// An image with its size in points: an image file has one pixel per point.
  struct Content: Sendable {
    var image: Image
    var size: Size
    var warnings: [String] = []
    /// The frames of which the image is one; nil for a still image and for a text.
    fileprivate(set) var source: FrameSource?
    /// Draws a text again at another scale; nil for an image.
    fileprivate var redraw: (@Sendable (_ scale: Double) throws(TextError) -> Image)?

    init(image: Image, size: Size, warnings: [String] = []) {
      (self.image, self.size, self.warnings) = (image, size, warnings)
    }

    /// The text at another scale in pixels per point; nil for an image, or for a text that would become too large,
    /// which is scaled up instead.
    func redrawn(scale: Double) -> Image? { try? redraw?(min(scale, 64)) }
  }

  /// - `scale`: pixels per point of a text.
  /// - `source`: the input if it is already open.
  /// - `isLenient`: whether damaged JPEGs and videos are read as far as they go.
  /// - `colors`: those of the canvas; texts get them.
  /// - `depth`: the largest depth of the image.
  /// - `encoding`: that of y4m.
  /// - `time`: the moment of a video or an animated picture in seconds; nil: the first frame, or the default picture.
  func load(
    scale: Double, limits: ImageLimits, source: InputFile? = nil, isLenient: Bool = false,
    colors: CanvasColors = .keep, depth: Image.Depth = .eight, time: Double? = nil,
    encoding: ContentEncoding = ContentEncoding()
  ) throws(Failure) -> Content {
    if let text { return try draw(text, scale: scale, limits: limits, colors) }
    let file = source ?? InputFile(argument: input ?? "-")
    InputList.add(file)
    if let kind = MovingFile(file), time != nil || !kind.isPicture {
      return try loadFrame(
        of: file, at: time, limits: limits, isLenient: isLenient, colors.conversion, encoding)
    }
    do {
      let (image, warnings) = try InputCache.image(
        from: file, limits: limits, isLenient: isLenient, colors: colors.conversion, depth: depth)
      return Content(
        image: image, size: Size(Double(image.size.width), Double(image.size.height)),
        warnings: warnings.map { $0.isOfAnimation ? "\($0); \(Self.hintOfFrames)" : $0.description })
    } catch {
      // The name of a scene decides that it is one.
      guard case .unknownFormat(let name, "a JSON document"?) = error else { throw Failure(error) }
      throw Failure(
        .badData,
        "\(name.excerpt) is not a PNG, JPEG or WebP but looks like a JSON document; if it is a scene, name it scene.json"
      )
    }
  }

  /// What draws the other frames of content of which one is drawn.
  static let hintOfFrames = "--time selects another one, 'meshrender animate' draws all"

  var parsedOutline: TextOutline? {
    get throws(Failure) {
      guard let outline else { return nil }
      do { return try TextOutline(text: outline) } catch { throw Failure(error, of: "--outline") }
    }
  }

  /// The frame of a video or an animated picture at a time, its last one after its end.
  private func loadFrame(
    of file: InputFile, at time: Double?, limits: ImageLimits, isLenient: Bool, _ colors: ColorConversion,
    _ encoding: ContentEncoding
  ) throws(Failure) -> Content {
    do throws(FrameSourceError) {
      let source = try FrameSource.file(
        file, encoding: encoding.stream, videoEncoding: encoding.video,
        limits: limits.now(for: file.description.excerpt), isLenient: isLenient, colors: colors)
      guard let image = try source.image(at: time ?? 0) else { throw .noFrames(name: source.name) }
      let isFirstOfMany = time == nil && source.frameCount != 1
      var content = Content(
        image: image, size: Size(Double(image.size.width), Double(image.size.height)),
        warnings: source.warnings
          + (isFirstOfMany
            ? ["\(source.name) is moving content, and its first frame is used; \(Self.hintOfFrames)"] : [])
      )
      content.source = source
      return content
    } catch { throw Failure(error) }
  }

  private func draw(
    _ text: String, scale: Double, limits: ImageLimits, _ colors: CanvasColors
  ) throws(Failure) -> Content {
    try text.requireUTF8("--text")
    try font?.requireUTF8("--font")
    try MemoryBudget.current.requireLayout(of: text)
    var style = TextStyle(
      font: font,
      fontFile: try fontFile.map { path throws(Failure) in try InputCache.font(InputFile(argument: path)) },
      fontSize: fontSize, width: textWidth, hyphens: hyphens, alignment: align ?? .start,
      letterSpacing: letterSpacing ?? 0, scale: scale)
    if let color { style.color = try parseColor(color, "--color") }
    style.color = colors.color(style.color)
    style.outline = try parsedOutline
    if let color = style.outline?.color { style.outline?.color = colors.color(color) }
    do {
      @Sendable func render(_ style: TextStyle) throws(TextError) -> TextImage {
        try TextImage.render(
          text, style: style, limit: PixelSize(limits.side, limits.side), areaLimit: limits.pixels,
          memoryLimit: limits.now(for: "the text \(text.excerpt)").memory)
      }
      let drawn = try render(style)
      var content = Content(
        image: drawn.image, size: drawn.size, warnings: drawn.warnings.map(\.description))
      content.redraw = { [style] scale throws(TextError) in
        var style = style
        style.scale = scale
        return try render(style).image
      }
      return content
    } catch { throw Failure(error) }
  }
}

extension TextStyle.Alignment: ExpressibleByArgument {}
extension Layer.MagnificationFilter: ExpressibleByArgument {}
extension Layer.MinificationFilter: ExpressibleByArgument {}
