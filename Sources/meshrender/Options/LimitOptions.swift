import ArgumentParser
import GLRenderer
import ImageFiles

struct LimitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The longest side of an image or canvas.", valueName: "px"))
  var maxSide = 32_768

  @Option(help: ArgumentHelp("The most pixels of an image or canvas.", valueName: "count"))
  var maxPixels = 268_435_456

  @Option(help: ArgumentHelp("The most vertices of a mesh.", valueName: "count"))
  var maxVertices = 1_000_000

  func validate() throws {
    for (name, value) in [
      ("--max-side", maxSide), ("--max-pixels", maxPixels), ("--max-vertices", maxVertices),
    ] where value < 1 {
      throw ValidationError("\(name) is \(value); give a number above 0.")
    }
  }

  var image: ImageLimits { ImageLimits(side: maxSide, pixels: maxPixels) }

  var render: RenderLimits {
    var limits = RenderLimits()
    (limits.canvasSide, limits.canvasArea, limits.vertices) = (maxSide, maxPixels, maxVertices)
    return limits
  }
}
