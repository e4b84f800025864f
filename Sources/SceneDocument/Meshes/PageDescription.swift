import MeshTransform

/// The mesh that makes a photographed page flat, as a scene file, a file of its own or a text describes it.
public struct PageDescription: Hashable, Sendable {
  /// The file of the outline; nil where it is given here.
  public var file: SceneReference?
  /// Points in pixels of the photo.
  public var outline = PageOutline()
  /// What is known of the page and the camera.
  public var options = PageFit.Options()
  /// The size of the photo in pixels; nil is that of the content.
  public var photoSize: Size?
  /// The size of the flat page in pixels; nil is the one of as many as the photo has.
  public var pageSize: Size?

  /// A description without points.
  public init() {}

  /// The most bytes of a file.
  public static let byteLimit = 8 << 20

  /// Reads a file of an outline.
  /// - Throws: `DocumentError` for the first fault.
  public init(_ bytes: [UInt8], name: String) throws(DocumentError) {
    self = try JSONReader.read(bytes, name: name, limit: Self.byteLimit) { reader throws(DocumentError) in
      let page = try PageDescription(&reader)
      guard page.file == nil else {
        throw reader.error(at: 0, key: "file", "a file of an outline names no other; remove the key")
      }
      return page
    }
  }

  /// Whether a file is one of an outline, and no list of points.
  public static func isPage(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      let reader = JSONReader(bytes: buffer, documentName: "")
      return ["corners"].contains { reader.valueOffset(ofKey: $0) != nil }
        || PageOutline.Edge.allCases.contains { reader.valueOffset(ofKey: $0.rawValue) != nil }
    }
  }

  /// The outline of a file, with what this description of the file says besides.
  public func merged(into page: PageDescription) -> PageDescription {
    var page = page
    page.options.model = options.model ?? page.options.model
    page.options.aspect = options.aspect ?? page.options.aspect
    page.options.focalLength = options.focalLength ?? page.options.focalLength
    page.options.center = options.center ?? page.options.center
    page.photoSize = photoSize ?? page.photoSize
    page.pageSize = pageSize ?? page.pageSize
    return page
  }

  static let aspects = 0.001...1000.0
  static let focalLengths = 1.0...1e9
}

extension PageDescription {
  /// The mark of a page on the command line.
  package static let mark = "page:"

  /// Reads `page:outline.json,aspect=0.707,to=1240x1754`.
  package init(text: String) throws(SyntaxError) {
    self.init()
    let (path, spec) = try Spec.parse(
      path: String(text.dropFirst(Self.mark.count)), subject: "page", example: "page:outline.json")
    file = SceneReference(path)
    guard let spec else { return }
    try spec.allow(keys: ["model", "aspect", "focal", "from", "to"], of: "a page")
    for entry in spec.entries {
      switch entry.key {
      case "model":
        options.model = PageFit.Model(rawValue: try entry.name(among: PageFit.Model.allCases.map(\.rawValue)))
      case "aspect": options.aspect = try entry.number(in: Self.aspects)
      case "focal": options.focalLength = try entry.number(in: Self.focalLengths)
      case "from": photoSize = try entry.pixels()
      default: pageSize = try entry.pixels()
      }
    }
  }
}

extension PageDescription {
  /// The value of the key `page`.
  init(_ reader: inout JSONReader) throws(DocumentError) {
    var page = PageDescription()
    reader.skipSpaces()
    let start = reader.offset
    let offsets = try reader.readFields(
      Self.fields, into: &page,
      "a page, {\"top\": [[x, y], ...], \"bottom\": [...]} or {\"file\": \"page.json\"}")
    let points = ["top", "bottom", "left", "right", "corners", "lines"].filter { offsets[$0] != nil }
    if page.file != nil, let key = points.first, let offset = offsets[key] {
      throw reader.error(
        at: offset, key: key, "the points are those of the file; remove \"\(key)\" or \"file\"")
    }
    if page.file == nil, points.isEmpty {
      throw reader.error(
        at: start,
        "the page has no points; add \"top\" and \"bottom\", \"corners\", or the \"file\" of an outline")
    }
    self = page
  }

  static let fields: [JSONField<PageDescription>] =
    [
      JSONField(
        "file", JSONSchema.string,
        "the path of a JSON file with the other keys, relative to the scene file, instead of points here",
        default: .phrase("the points are given here")
      ) { reader, page throws(DocumentError) in
        page.file = try SceneReference(&reader, "the path of an outline")
      }
    ] + edges + [
      JSONField(
        "corners", JSONSchema.array(of: JSONSchema.numbers(2), count: 4...4),
        "the corners in pixels of the photo: top left, top right, bottom right, bottom left",
        default: .phrase("the ends of the edges")
      ) { reader, page throws(DocumentError) in page.outline.corners = try reader.readPoints("four corners")
      },
      JSONField(
        "lines", JSONSchema.array(of: JSONSchema.array(of: JSONSchema.numbers(2))),
        "points of lines of text, or of others that are parallel to the top edge, from left to right; they need not reach the "
          + "edges, and straighten the inside of the page",
        default: .phrase("none")
      ) { reader, page throws(DocumentError) in
        var lines: [[Point]] = []
        try reader.readArray("lines, each an array of points") { reader, _ throws(DocumentError) in
          lines.append(try reader.readPoints("the points of a line"))
        }
        page.outline.lines = lines
      },
      JSONField(
        "model", JSONSchema.names(PageFit.Model.valueNames), "the shape of the page",
        default: .phrase("cylinder where the outline is that of one, else coons")
      ) { reader, page throws(DocumentError) in page.options.model = try reader.readChoice(PageFit.Model.self)
      },
      JSONField(
        "aspect", JSONSchema.number(aspects), "the width of the flat page divided by its height",
        default: .phrase("as the photo shows it")
      ) { reader, page throws(DocumentError) in page.options.aspect = try reader.readNumber(in: aspects) },
      JSONField(
        "focal", JSONSchema.number(focalLengths),
        "the focal length of the camera: that in millimeters divided by the width of the sensor (36 for a focal length as of 35 "
          + "mm) and multiplied by that of the photo", unit: "pixels",
        default: .phrase("as the photo shows it")
      ) { reader, page throws(DocumentError) in
        page.options.focalLength = try reader.readNumber(in: focalLengths)
      },
      JSONField(
        "center", JSONSchema.numbers(2), "the point of the photo on the camera's axis", unit: "pixels",
        default: .phrase("the middle of the photo")
      ) { reader, page throws(DocumentError) in page.options.center = try reader.readPoint() },
      JSONField(
        "from", JSONSchema.numbers(2, in: 1...1e6), "the size of the photo, [width, height]", unit: "pixels",
        default: .phrase("that of the content")
      ) { reader, page throws(DocumentError) in page.photoSize = try reader.readPixels() },
      JSONField(
        "to", JSONSchema.numbers(2, in: 1...1e6),
        "the size of the flat page, [width, height]; in a scene, the size of the layer holds", unit: "pixels",
        default: .phrase("the one at which no edge loses pixels of the photo")
      ) { reader, page throws(DocumentError) in page.pageSize = try reader.readPixels() },
    ]

  private static let edges: [JSONField<PageDescription>] = [
    edge("top", \.outline.top, "from left to right"), edge("bottom", \.outline.bottom, "from left to right"),
    edge("left", \.outline.left, "from top to bottom"), edge("right", \.outline.right, "from top to bottom"),
  ]

  private static func edge(
    _ name: String, _ path: WritableKeyPath<PageDescription, [Point]> & Sendable, _ order: String
  ) -> JSONField<PageDescription> {
    JSONField(
      name, JSONSchema.array(of: JSONSchema.numbers(2)),
      "points of the \(name) edge \(order), in pixels of the photo, two or more",
      default: .phrase("straight between the corners")
    ) { reader, page throws(DocumentError) in
      page[keyPath: path] = try reader.readPoints("the points of an edge")
    }
  }

  var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    func pair(_ point: Point) -> JSONValue { .array([.number(point.x), .number(point.y)]) }
    if let file { members.append(("file", .string(file.path))) }
    for (key, points) in [
      ("top", outline.top), ("bottom", outline.bottom), ("left", outline.left), ("right", outline.right),
      ("corners", outline.corners),
    ] where !points.isEmpty { members.append((key, .array(points.map(pair)))) }
    if !outline.lines.isEmpty {
      members.append(("lines", .array(outline.lines.map { .array($0.map(pair)) })))
    }
    if let model = options.model { members.append(("model", .string(model.rawValue))) }
    if let aspect = options.aspect { members.append(("aspect", .number(aspect))) }
    if let focalLength = options.focalLength { members.append(("focal", .number(focalLength))) }
    if let center = options.center { members.append(("center", pair(center))) }
    for (key, size) in [("from", photoSize), ("to", pageSize)] {
      if let size { members.append((key, pair(Point(size.width, size.height)))) }
    }
    return .object(members)
  }
}

extension JSONReader {
  fileprivate mutating func readPoint() throws(DocumentError) -> Point {
    let numbers = try readNumbers(["x", "y"])
    return Point(numbers[0], numbers[1])
  }

  fileprivate mutating func readPoints(_ expected: String) throws(DocumentError) -> [Point] {
    var points: [Point] = []
    try readArray("\(expected), [[x, y], ...]") { reader, _ throws(DocumentError) in
      points.append(try reader.readPoint())
    }
    return points
  }
}

extension PageFit.Model: NamedValue {
  package var summary: String {
    switch self {
    case .cylinder: "a sheet that bends around one direction, in perspective: letters keep their width"
    case .coons: "a patch between its four edges"
    }
  }
}
