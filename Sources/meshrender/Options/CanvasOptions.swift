import ArgumentParser
import MeshTransform
import SceneDocument

/// The region of the plane that becomes the picture, and its scale.
struct CanvasOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Canvas size in points, such as 800x600. Default: the content's own size. "
        + "Content that is larger is cropped. With --fit: the size that the outline is scaled to.",
      valueName: "WxH"), transform: CanvasSize.init
  )
  var size: CanvasSize?

  @Option(
    name: .customLong("scale"), parsing: .unconditional,
    help: ArgumentHelp("Pixels per point. Default: 1.", valueName: "factor"), transform: factor)
  var givenScale: Double?
  var scale: Double { givenScale ?? 1 }

  @Flag(help: "Fit the canvas to what is drawn, so that nothing is cropped.")
  var fit = false

  @Option(
    name: .customLong("padding"), parsing: .unconditional,
    help: ArgumentHelp("The margin on every side, in points. Default: 0.", valueName: "points"),
    transform: decimal)
  var givenPadding: Double?
  var padding: Double { givenPadding ?? 0 }

  @Option(help: ArgumentHelp("Canvas color, as in CSS. Default: transparent.", valueName: "color"))
  var background: String?

  @Flag(
    help:
      "Compute light, blending and smooth edges in linear light instead of the encoded values of Core Animation."
  )
  var linear = false

  func validate() throws {
    guard scale > 0, scale.isFinite else {
      throw ValidationError("--scale is \(scale); use a number above 0.")
    }
    guard padding >= 0, padding.isFinite else {
      throw ValidationError("--padding is \(padding); use 0 or more points.")
    }
  }

  /// The canvas for a single layer whose bounds have `contentSize`, centered.
  func canvas(contentSize: Size) throws(Failure) -> Canvas {
    // With --fit the size is that of the outline, which is computed from the scene.
    let size = fit ? contentSize : size?.value ?? contentSize
    return Canvas(
      frame: Rect(origin: .zero, size: size).outset(by: padding, padding), scale: scale,
      background: try background.map { text throws(Failure) in try parseColor(text, "--background") }
        ?? .clear, blending: linear ? .linear : .encoded)
  }

  /// The position that centers the layer on the canvas, aligned to whole pixels if it is not transformed. An odd
  /// difference of sizes would otherwise offset the layer by half a pixel and blur every edge.
  func position(of layer: Layer, on canvas: Canvas) -> Point {
    let frame = canvas.frame
    guard !fit, layer.transform.isIdentity else { return Point(frame.midX, frame.midY) }
    func middle(_ start: Double, _ length: Double, _ side: Double) -> Double {
      let margin = (length - side) / 2 * canvas.scale
      // A tolerance of 1e-6 pixels keeps rounding errors from moving it by one pixel.
      return start + (margin + 1e-6).rounded(.down) / canvas.scale + side / 2
    }
    let size = layer.bounds.size
    return Point(
      middle(frame.minX, frame.size.width, size.width), middle(frame.minY, frame.size.height, size.height))
  }

  /// The same canvas moved and sized to the scene's outline when `--fit` is given.
  ///
  /// - `margin`: added around the outline, in points.
  func fitted(_ scene: Scene, margin: Double) throws(Failure) -> Canvas {
    fit ? try fitted(scene.canvas, to: scene.outline(), margin: margin) : scene.canvas
  }

  /// The canvas moved and sized to an outline in points.
  ///
  /// - Throws: also when the outline is nil.
  func fitted(_ canvas: Canvas, to outline: Rect?, margin: Double) throws(Failure) -> Canvas {
    guard let outline = outline?.outset(by: margin, margin) else {
      throw Failure(
        .usage,
        "--fit has no outline to fit: nothing is visible, or something is behind the eye; "
          + "use --size, or a larger perspective distance")
    }
    guard let canvas = canvas.fitted(to: outline, size: size?.value, padding: padding) else {
      let size = size?.value ?? Size(0, 0)
      throw Failure(
        .usage, "--padding \(padding) leaves no room in --size \(size.width)x\(size.height); use less padding"
      )
    }
    return canvas
  }

  /// A sentence about a `--size` that crops; nil where it does not, and with `--fit`, which scales.
  /// - Parameter content: the size without the flag, in points.
  func cropping(of content: Size) -> String? {
    guard let size = size?.value, !fit, size.width < content.width || size.height < content.height else {
      return nil
    }
    func words(_ size: Size) -> String { "\(size.width.shortText)x\(size.height.shortText)" }
    return
      "Size: --size \(words(size)) shows the middle of \(words(content)) points; --fit scales all of it to that size"
  }

  /// Whether a flag changes the size of a scene's picture.
  var setsSize: Bool { size != nil || givenScale != nil || givenPadding != nil || fit }

  /// The canvas of a scene file with the overrides of the flags.
  func overriding(_ canvas: CanvasDescription) throws(Failure) -> CanvasDescription {
    var canvas = canvas
    if let background { canvas.background = try parseColor(background, "--background") }
    if linear { canvas.blending = .linear }
    if let givenScale { canvas.scale = givenScale }
    if let givenPadding { canvas.padding = givenPadding }
    if fit {
      // The outline is not scaled to the size that the file has.
      (canvas.fit, canvas.frame, canvas.size) = (true, nil, size?.value)
    } else if let size = size?.value {
      if canvas.fit {
        canvas.size = size
      } else {
        // The center stays the same.
        let old = canvas.frame ?? Rect(origin: .zero, size: canvas.size ?? size)
        canvas.size = nil
        canvas.frame = Rect(old.midX - size.width / 2, old.midY - size.height / 2, size.width, size.height)
      }
    }
    return canvas
  }
}

/// `WxH` in points.
struct CanvasSize {
  let value: Size

  init(_ argument: String) throws {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Double(decimal: parts[0]),
      let height = Double(decimal: parts[1]), width > 0, height > 0
    else { throw ValidationError("write a width and a height above 0, such as 800x600") }
    value = Size(width, height)
  }
}
