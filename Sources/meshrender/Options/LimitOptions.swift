import ArgumentParser
import GLRenderer
import ImageFiles

struct LimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("The longest side of an image or canvas.", valueName: "px"))
  var maxSide = 32_768

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The most pixels of an image or canvas; four times as many of a PNG or JPEG, which is drawn and written in bands.",
      valueName: "count"))
  var maxPixels = 268_435_456

  @Option(parsing: .unconditional, help: ArgumentHelp("The most vertices of a mesh.", valueName: "count"))
  var maxVertices = 1_000_000

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The most faces of all meshes of a picture, each counted in every pass that draws it.",
      valueName: "count"))
  var maxFaces = 33_554_432

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The most pixels that all layers of a picture cover together, those covered by others included.",
      valueName: "count"))
  var maxOverdraw = 17_179_869_184

  @OptionGroup var memory: MemoryOptions

  func validate() throws {
    // The upper limits (a PNG's longest side, 64 GiB of pixels, the range of an index) keep all later products from
    // overflowing.
    for (name, value, most) in [
      ("--max-side", maxSide, Int(Int32.max)), ("--max-pixels", maxPixels, 1 << 34),
      ("--max-vertices", maxVertices, Int(Int32.max)), ("--max-faces", maxFaces, 1 << 40),
      ("--max-overdraw", maxOverdraw, 1 << 50),
    ] where !(1...most).contains(value) {
      throw ValidationError("\(name) is \(value); give a number from 1 to \(most).")
    }
  }

  var image: ImageLimits {
    ImageLimits(side: maxSide, pixels: maxPixels, memory: MemoryBudget.current.available)
  }

  var render: RenderLimits {
    var limits = RenderLimits()
    (limits.canvasSide, limits.canvasArea, limits.vertices) = (maxSide, maxPixels, maxVertices)
    limits.pictureArea = maxPixels
    limits.bandedCanvasArea = 4 * maxPixels
    (limits.faces, limits.overdraw) = (maxFaces, maxOverdraw)
    return limits
  }
}
