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

  @OptionGroup var memory: MemoryOptions

  func validate() throws {
    // The upper limits (a PNG's longest side, 64 GiB of pixels, the range of an index) keep all later products from
    // overflowing.
    for (name, value, most) in [
      ("--max-side", maxSide, Int(Int32.max)), ("--max-pixels", maxPixels, 1 << 34),
      ("--max-vertices", maxVertices, Int(Int32.max)),
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
    return limits
  }
}
