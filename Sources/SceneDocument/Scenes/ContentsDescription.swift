import MeshTransform

/// The contents of a layer as a scene file describes them: files are not yet read, texts not yet drawn.
///
/// Indirect, so that a layer takes little memory whatever its kind.
public indirect enum ContentsDescription: Hashable, Sendable {
  /// Nothing.
  case none
  /// An image file, or a file with frames.
  case image(SceneReference)
  /// A text, drawn as an image.
  case text(SceneText)
  /// One color.
  case color(Color)
  /// A gradient.
  case gradient(Gradient)
  /// Shows the first frame until another frame is set.
  case moving(MovingContent)
}

/// The keys of `contents` before their kind is known.
struct ContentsDraft: Sendable {
  var image: SceneReference?
  var text: SceneText?
  var textOffset = 0
  var color: Color?
  var gradient: Gradient?
  var sequence: String?
  var stream: String?
  var video: String?
  var framesPerSecond: Double?
  var end: MovingContent.End?
  var beginTime: Double?
  var colorMatrix: MovingContent.ColorMatrix?
  var colorRange: MovingContent.ColorRange?
  var style = SceneText("")
  var hasGravity = false
  var flattensLight = false
  /// Holds the placement of the contents.
  var layer = Layer(bounds: .zero, position: .zero)

  private static let kinds = ["image", "text", "color", "gradient", "sequence", "stream", "video"]
  private static let placement = Layer.contentsPlacement.map(\.key)
  private static let motion = ["end", "beginTime"]
  private static let rate = ["framesPerSecond"]
  private static let light = ["flattenLight"]
  private static let encoding = ["colorMatrix", "colorRange"]
  private static let type = [
    "font", "fontFile", "fontSize", "outline", "width", "align", "letterSpacing", "hyphens", "fit",
    "minimumFontSize", "split",
  ]

  static let fields: [JSONField<ContentsDraft>] =
    [
      JSONField(
        "image", JSONSchema.string,
        "the path of a PNG, JPEG, WebP, EXR or NPY file, relative to the scene file, or of a video, GIF, animated PNG or "
          + "WebP, which 'meshrender animate' plays", default: .phrase("none")
      ) { reader, draft throws(DocumentError) in
        draft.image = try SceneReference(&reader, "the path of an image file")
      },
      JSONField(
        "text", ["type": "string", "minLength": 1.0], "the text to draw; line breaks are kept",
        default: .phrase("none")
      ) { reader, draft throws(DocumentError) in
        reader.skipSpaces()
        let start = reader.offset
        let text = try reader.readString("a text")
        guard !text.isEmpty else {
          throw reader.error(at: start, "the text is empty; add at least one character")
        }
        (draft.text, draft.textOffset) = (SceneText(text), start)
      },
      JSONField(
        "color", JSONSchema.color, "the color that fills the bounds; of a text, the color of its letters",
        default: .phrase("none; black for a text")
      ) { reader, draft throws(DocumentError) in
        draft.color = try reader.readColor()
      },
      JSONField(
        "gradient", JSONSchema.reference("gradient"), "the gradient that fills the bounds",
        default: .phrase("none")
      ) { reader, draft throws(DocumentError) in
        draft.gradient = try Gradient(&reader)
      },
      JSONField(
        "font", JSONSchema.string, "the font of the text: families and styles, such as DejaVu Serif Bold",
        default: .value("DejaVu Sans")
      ) { reader, draft throws(DocumentError) in
        draft.style.font = try reader.readString("a font such as \"DejaVu Serif Bold\"")
      },
      JSONField(
        "fontFile", JSONSchema.string,
        "the path of a font file (.ttf, .otf, .ttc); font then selects one of its faces",
        default: .phrase("none")
      ) { reader, draft throws(DocumentError) in
        draft.style.fontFile = try SceneReference(&reader, "the path of a font file").path
      },
      JSONField(
        "fontSize", JSONSchema.number(0.1...8192), "the size of the text", unit: "points",
        default: .value(48)
      ) { reader, draft throws(DocumentError) in
        draft.style.fontSize = try reader.readNumber(in: 0.1...8192)
      },
      JSONField(
        "outline", JSONSchema.object(outline), "an outline around the letters of the text",
        default: .phrase("none")
      ) { reader, draft throws(DocumentError) in
        var line = TextOutline()
        try reader.readFields(outline, into: &line, "an outline, {\"width\": 3, \"color\": \"white\"}")
        draft.style.outline = line
      },
      JSONField(
        "width", JSONSchema.number(0.1...1e6), "the width at which the lines of the text break",
        unit: "points",
        default: .phrase("the width of the bounds; without bounds only line breaks end lines")
      ) { reader, draft throws(DocumentError) in
        draft.style.width = try reader.readNumber(in: 0.1...1e6)
      },
      JSONField(
        "letterSpacing", JSONSchema.number(-1000...1000),
        "the space added between letters; in scripts that join letters, such as Arabic, only between words",
        unit: "points", default: .value(0)
      ) { reader, draft throws(DocumentError) in
        draft.style.letterSpacing = try reader.readNumber(in: -1000...1000)
      },
      JSONField(
        "align", JSONSchema.names(SceneText.Alignment.valueNames), "the alignment of the lines of the text",
        default: .value("start")
      ) {
        reader, draft throws(DocumentError) in
        draft.style.alignment = try reader.readChoice(SceneText.Alignment.self)
      },
      JSONField(
        "hyphens", JSONSchema.string,
        "the language by whose installed patterns words are hyphenated where lines break, such as en or de-CH",
        default: .phrase("none: only soft hyphens (U+00AD) of the text are shown")
      ) { reader, draft throws(DocumentError) in
        draft.style.hyphens = try reader.readString("a language such as \"en\"")
      },
      .choice("fit", \.style.fit, "the size of the text in the bounds", default: .value("none")),
      JSONField(
        "minimumFontSize", JSONSchema.number(0.1...8192),
        "the font size at which a text with the fit shrink stops shrinking", unit: "points",
        default: .phrase("6")
      ) { reader, draft throws(DocumentError) in
        draft.style.minimumFontSize = try reader.readNumber(in: 0.1...8192)
      },
      JSONField(
        "split", JSONSchema.names(TextSplit.valueNames),
        "the parts of the text that become sublayers, each named by its text; animations with stagger move them",
        default: .phrase("none: the text is one image")
      ) { reader, draft throws(DocumentError) in
        draft.style.split = try reader.readChoice(TextSplit.self)
      },
      JSONField(
        "sequence", JSONSchema.string,
        "the numbered files of a sequence of images, such as frames/%04d.png, from the lowest number on and without gaps",
        default: .phrase("none")
      ) { reader, draft throws(DocumentError) in
        draft.sequence = try SceneReference(&reader, "the numbered files of a sequence, frames/%04d.png").path
      },
      JSONField(
        "stream", JSONSchema.string, "the path of a y4m file; - is standard input", default: .phrase("none")
      ) { reader, draft throws(DocumentError) in
        draft.stream = try SceneReference(&reader, "the path of a y4m file, or - for standard input").path
      },
      JSONField(
        "video", JSONSchema.string, "the path of a video, GIF, animated PNG or animated WebP",
        default: .phrase("none")
      ) { reader, draft throws(DocumentError) in
        draft.video = try SceneReference(&reader, "the path of a video, GIF, animated PNG or WebP").path
      },
      JSONField(
        "framesPerSecond", JSONSchema.number(MovingContent.rates),
        "the rate of a sequence or a stream, in frames per second",
        default: .phrase("25 for a sequence, the stream's own rate for a stream")
      ) {
        reader, draft throws(DocumentError) in
        draft.framesPerSecond = try reader.readNumber(in: MovingContent.rates)
      },
      JSONField(
        "end", JSONSchema.names(MovingContent.End.valueNames),
        "the picture after the last frame of a sequence, a stream, a video or an image that moves",
        default: .value("hold")
      ) {
        reader, draft throws(DocumentError) in draft.end = try reader.readChoice(MovingContent.End.self)
      },
      JSONField(
        "beginTime", JSONSchema.quantity(MovingContent.beginTimes),
        "the time of the first frame of a sequence, a stream, a video or an image that moves, which also shows before; a "
          + "negative one begins within the frames", unit: "seconds", default: .value(0)
      ) {
        reader, draft throws(DocumentError) in
        draft.beginTime = try reader.readQuantity(in: MovingContent.beginTimes)
      },
      JSONField(
        "colorMatrix", JSONSchema.names(MovingContent.ColorMatrix.valueNames),
        "the matrix between RGB and the luma and color differences of a stream or a video",
        default: .phrase("that of the content, else bt709 from 720 lines on and bt601 below")
      ) {
        reader, draft throws(DocumentError) in
        draft.colorMatrix = try reader.readChoice(MovingContent.ColorMatrix.self)
      },
      JSONField(
        "colorRange", JSONSchema.names(MovingContent.ColorRange.valueNames),
        "the range of the luma and color differences of a stream or a video: limited, 16 to 235, or full, 0 to 255",
        default: .phrase("that of the content, else limited")
      ) {
        reader, draft throws(DocumentError) in
        draft.colorRange = try reader.readChoice(MovingContent.ColorRange.self)
      },
      .boolean(
        "flattenLight", \.flattensLight,
        "whether paper in an image becomes evenly white: colors are divided by a smooth estimate of the light on the part that "
          + "the mesh shows"),
    ]
    + Layer.contentsPlacement.map { property in
      let plain = Layer(bounds: .zero, position: .zero)
      let value: JSONKey.Default =
        switch property.key {
        case "scale": .phrase("1 for an image; a text follows the canvas")
        case "gravity": .phrase("resize; center for a text")
        default: property.defaultValue(in: plain)
        }
      return JSONField(property, default: value).within(\.layer) { draft in
        if property.key == "gravity" { draft.hasGravity = true }
      }
    }

  /// The keys of `outline`.
  static let outline = TextOutline.properties.map { JSONField($0, of: TextOutline()) }

  init(_ reader: inout JSONReader) throws(DocumentError) {
    reader.skipSpaces()
    let start = reader.offset
    let offsets = try reader.readFields(
      Self.fields, into: &self,
      "contents: an object with an image, a text, a color, a gradient, a sequence, a stream or a video")
    // A text may have a color too, and is then the only kind.
    let kinds = Self.kinds.filter { offsets[$0] != nil && !($0 == "color" && text != nil) }
    guard let kind = kinds.first, kinds.count == 1 else {
      throw reader.error(
        at: kinds.compactMap { offsets[$0] }.max() ?? start,
        kinds.isEmpty
          ? "the contents are empty; add an image, a text, a color, a gradient, a sequence, a stream or a video"
          : "there is both \(NearestName.list(kinds)); keep one".replacingOr)
    }
    let allowed: [String] =
      switch kind {
      case "image": [kind] + Self.motion + Self.light + Self.placement
      case "sequence": [kind] + Self.motion + Self.rate + Self.light + Self.placement
      case "stream": [kind] + Self.motion + Self.rate + Self.encoding + Self.light + Self.placement
      case "video": [kind] + Self.motion + Self.encoding + Self.light + Self.placement
      case "text": ["text", "color"] + Self.type + Self.placement
      default: [kind]
      }
    for (key, offset) in offsets.entries where !allowed.contains(key) {
      let what =
        Self.type.contains(key)
        ? "a text"
        : (Self.motion + Self.light).contains(key)
          ? "a sequence, a stream, a video or an image"
          : Self.encoding.contains(key)
            ? "a stream or a video"
            : Self.rate.contains(key) ? "a sequence or a stream" : "an image or a text"
      throw reader.error(
        at: offset, key: key,
        "this key applies to \(what), not to \(kind == "image" ? "an" : "a") \(kind); remove it")
    }
    if stream != nil, end == .loop {
      throw reader.error(
        at: offsets["end"], key: "end", "a stream is read once, so it can't loop; use \"hold\" or \"stop\"")
    }
    if let text {
      try checkStyle(offsets, reader)
      style.text = text.text
      (style.color, style.scale) = (color, offsets["scale"] == nil ? nil : layer.contentsScale)
      self.text = style
    }
  }

  /// Checks the keys of a text that exclude one another.
  private func checkStyle(_ offsets: KeyOffsets, _ reader: JSONReader) throws(DocumentError) {
    func forbid(_ key: String, _ why: String) throws(DocumentError) {
      if let offset = offsets[key] { throw reader.error(at: offset, key: key, why) }
    }
    if style.fit == .none {
      try forbid("minimumFontSize", "this key needs a text that shrinks; add \"fit\": \"shrink\"")
    } else if hasGravity, layer.contentsGravity.isScaling {
      try forbid("fit", "the gravity stretches the text to the bounds; remove one of them")
    }
    guard style.split != nil else { return }
    if hasGravity, layer.contentsGravity.isScaling {
      try forbid("gravity", "the parts of a split text keep their sizes; use a gravity such as \"center\"")
    }
    for key in ["rect", "center"] {
      try forbid(key, "this key applies to a single image, but a split text has several; remove it")
    }
  }

  var contents: ContentsDescription {
    if let image, end == nil, beginTime == nil { return .image(image) }
    if let text { return .text(text) }
    if let gradient { return .gradient(gradient) }
    let moving =
      (image?.path).map(MovingContent.Source.image) ?? sequence.map(MovingContent.Source.sequence)
      ?? stream.map(MovingContent.Source.stream) ?? video.map(MovingContent.Source.video)
    if let source = moving {
      var content = MovingContent(source, framesPerSecond: framesPerSecond, end: end ?? .hold)
      content.beginTime = beginTime ?? 0
      (content.colorMatrix, content.colorRange) = (colorMatrix, colorRange)
      return .moving(content)
    }
    return color.map(ContentsDescription.color) ?? .none
  }
}

extension String {
  /// Replaces `a or b` by `both a and b`.
  fileprivate var replacingOr: String {
    split(separator: " ").map { $0 == "or" ? "and" : $0 }.joined(separator: " ")
  }
}

extension Gradient {
  static let fields: [JSONField<Gradient>] =
    properties.map { JSONField($0, of: Gradient(stops: [])) } + [
      JSONField(
        "stops", ["type": "array", "minItems": 1.0, "items": JSONSchema.object(Stop.fields)],
        "the colors with their locations, in ascending order", default: .required
      ) {
        reader, gradient throws(DocumentError) in
        var stops: [Stop] = []
        try reader.readArray("an array of stops") { reader, index throws(DocumentError) in
          guard index < 1000 else { throw reader.error("there are more than 1000 stops, the limit") }
          reader.skipSpaces()
          let start = reader.offset
          var stop = Stop(0, .clear)
          let offsets = try reader.readFields(
            Stop.fields, into: &stop, "a stop, {\"location\": 0.5, \"color\": \"red\"}")
          for key in ["location", "color"] where offsets[key] == nil {
            throw reader.error(at: start, "the stop has no \"\(key)\"; add one")
          }
          if let last = stops.last, stop.location < last.location {
            throw reader.error(
              at: start,
              "the stop is at \(stop.location.short), before the one at \(last.location.short); "
                + "sort the stops by location")
          }
          stops.append(stop)
        }
        gradient.stops = stops
      }
    ]

  init(_ reader: inout JSONReader) throws(DocumentError) {
    self.init(stops: [])
    try reader.readFields(Self.fields, into: &self, "a gradient, {\"stops\": [...]}")
    guard !stops.isEmpty else { throw reader.error("the gradient has no colors; add \"stops\"") }
  }

  var json: JSONValue {
    let stops = stops.map { stop in JSONValue.object(Stop.properties.flatMap { $0.members(of: stop) }) }
    return .object(Self.properties.flatMap { $0.members(of: self) } + [("stops", .array(stops))])
  }
}

extension Gradient.Stop {
  static let fields = properties.map { JSONField($0, default: .required) }
}
