import MeshTransform

/// The canvas of a scene file: a frame, a size, or the outline of the drawing.
public struct CanvasDescription: Hashable, Sendable {
  /// In points: the size of a canvas at the origin. With ``fit``, the outline is scaled to it.
  public var size: Size?
  /// In points; excludes ``size``.
  public var frame: Rect?
  /// Pixels per point, above 0.
  public var scale = 1.0
  /// The color behind all layers. Default transparent.
  public var background = Color.clear
  /// The color values used for lighting, blending and averaging.
  public var blending = Canvas.Blending.encoded
  /// The name of the color space of the picture, such as `display-p3`, or the path of an ICC file; nil for sRGB. The
  /// scene states its colors in sRGB, and the caller converts the colors and the images.
  public var colorSpace: SceneReference?
  /// How the top-level layers hide one another.
  public var depth = SublayerDepth.automatic
  /// The margin on every side, in points.
  public var padding = 0.0
  /// Whether the canvas is the outline of the drawing.
  public var fit = false

  /// A transparent canvas whose place and size are not given.
  public init() {}

  /// A description of this canvas.
  public init(_ canvas: Canvas) {
    (frame, scale, background) = (canvas.frame, canvas.scale, canvas.background)
    (blending, depth) = (canvas.blending, canvas.depth)
  }

  /// The canvas before fitting; empty when only ``fit`` determines it.
  package var canvas: Canvas {
    let given = fit ? frame ?? .zero : frame ?? Rect(origin: .zero, size: size ?? Size(0, 0))
    return Canvas(
      frame: given.outset(by: padding, padding), scale: scale, background: background, blending: blending,
      depth: depth)
  }
}

extension Canvas {
  /// The same canvas moved and sized to an outline in points, with padding on every side.
  ///
  /// - `size`: the size of the scaled outline, including padding; nil keeps the scale and grows to whole pixels.
  /// - Returns: nil when the padding leaves no space within `size`.
  public func fitted(to outline: Rect, size target: Size?, padding: Double) -> Canvas? {
    var canvas = self
    guard let target else {
      canvas.frame = outline.outset(by: padding, padding).grownToWholePixels(scale: scale)
      return canvas
    }
    let (inner, size) = (Rect(origin: .zero, size: target).outset(by: -padding, -padding).size, outline.size)
    guard inner.width > 0, inner.height > 0 else { return nil }
    let factor = min(inner.width / max(size.width, 1e-9), inner.height / max(size.height, 1e-9))
    let (width, height) = (target.width / factor, target.height / factor)
    canvas.frame = Rect(outline.midX - width / 2, outline.midY - height / 2, width, height)
    canvas.scale = scale * factor
    return canvas
  }
}

extension Rect {
  /// The smallest rectangle around this one whose edges are pixel boundaries.
  fileprivate func grownToWholePixels(scale: Double) -> Rect {
    // A tolerance of 1e-6 pixels keeps rounding errors from adding a row.
    let left = (minX * scale + 1e-6).rounded(.down) / scale
    let top = (minY * scale + 1e-6).rounded(.down) / scale
    let right = (maxX * scale - 1e-6).rounded(.up) / scale
    let bottom = (maxY * scale - 1e-6).rounded(.up) / scale
    return Rect(left, top, max(right - left, 1 / scale), max(bottom - top, 1 / scale))
  }
}

extension CanvasDescription {
  static let fields: [JSONField<CanvasDescription>] = [
    JSONField(
      "size", JSONSchema.numbers(2, in: 1e-6...1e9),
      "the width and the height of the canvas; with fit, the size to which the outline is scaled",
      unit: "points", default: .phrase("that of the frame, or of the outline with fit")
    ) { reader, canvas throws(DocumentError) in
      canvas.size = try reader.readSize()
    },
    JSONField(
      "frame", JSONSchema.numbers(4),
      "the visible rectangle, x, y, width and height, instead of a size; it excludes size and fit",
      unit: "points", default: .phrase("the size at the origin")
    ) { reader, canvas throws(DocumentError) in
      reader.skipSpaces()
      let start = reader.offset
      let frame = try reader.readBounds()
      guard frame.size.width > 0, frame.size.height > 0 else {
        throw reader.error(at: start, "the frame is empty; use a width and a height above 0")
      }
      canvas.frame = frame
    },
    .number("scale", \.scale, 1e-6...1e6, "the pixels of the picture per point", default: .value(1)),
    .color(
      "background", \.background, "the color behind all layers", default: .phrase("transparent")),
    .choice(
      "blending", \.blending, "the color values in which light is computed and colors are blended",
      default: .value("encoded")),
    JSONField(
      "colorSpace", JSONSchema.string,
      "the color space of the picture: srgb, display-p3, a98-rgb, rec2020 or the path of an ICC file; images and "
        + "colors are converted to it",
      default: .phrase("that of the images, else sRGB")
    ) { reader, canvas throws(DocumentError) in
      canvas.colorSpace = try SceneReference(&reader, "a color space such as \"display-p3\", or an ICC file")
    },
    .choice("depth", \.depth, "how the top-level layers hide one another", default: .value("automatic")),
    .number(
      "padding", \.padding, 0...1e9, "the margin on every side", unit: "points", default: .value(0)),
    .boolean("fit", \.fit, "whether the canvas is the outline of what is drawn"),
  ]

  init(_ reader: inout JSONReader) throws(DocumentError) {
    self.init()
    let offsets = try reader.readFields(Self.fields, into: &self, "an object with a size or a frame")
    guard frame == nil || (size == nil && !fit) else {
      throw reader.error(
        at: offsets["frame"], key: "frame", "there is also \(fit ? "fit" : "a size"); keep one of them")
    }
    guard frame != nil || size != nil || fit else {
      throw reader.error("the canvas has no size; add \"size\": [width, height], or \"fit\": true")
    }
  }

  var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    if let size { members.append(("size", .numbers([size.width, size.height]))) }
    if let frame { members.append(("frame", frame.json)) }
    members.append(("scale", .number(scale)))
    if background != .clear { members.append(("background", background.json)) }
    if blending != .encoded { members.append(("blending", .string(blending.rawValue))) }
    if let colorSpace { members.append(("colorSpace", .string(colorSpace.path))) }
    if depth != .automatic { members.append(("depth", .string(depth.rawValue))) }
    if padding != 0 { members.append(("padding", .number(padding))) }
    if fit { members.append(("fit", true)) }
    return .object(members)
  }
}
