import ArgumentParser
import GLRenderer
import ImageFiles

struct LimitOptions: ParsableArguments {
  private static let side = 32_768, vertices = 1_000_000, faces = 33_554_432, overdraw = 17_179_869_184

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The maximum side length of an image or canvas.", valueName: "px"))
  var maxSide = Self.side

  @Option(
    name: .customLong("max-pixels"), parsing: .unconditional,
    help: ArgumentHelp(
      "The maximum number of pixels of an image or canvas; four times as many for a PNG or JPEG output, which is written in bands. "
        + "Default: 268435456, and 16777216 with --untrusted.",
      valueName: "count"))
  var givenPixels: Int?
  var maxPixels: Int { givenPixels ?? (Untrusted.isOn ? Untrusted.pixels : 268_435_456) }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The maximum number of vertices of a mesh.", valueName: "count"))
  var maxVertices = Self.vertices

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The maximum number of faces of all meshes of a picture, counted in every pass that draws them.",
      valueName: "count"))
  var maxFaces = Self.faces

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The maximum number of pixels that all layers of a picture cover together, including hidden ones.",
      valueName: "count"))
  var maxOverdraw = Self.overdraw

  @OptionGroup var memory: MemoryOptions

  func validate() throws {
    // The upper limits (a PNG's longest side, 64 GiB of pixels, the range of an index) keep all later products from
    // overflowing.
    for (name, value, most) in [
      ("--max-side", maxSide, Int(Int32.max)), ("--max-pixels", maxPixels, 1 << 34),
      ("--max-vertices", maxVertices, Int(Int32.max)), ("--max-faces", maxFaces, 1 << 40),
      ("--max-overdraw", maxOverdraw, 1 << 50),
    ] where !(1...most).contains(value) {
      throw ValidationError("\(name) is \(value); use a number from 1 to \(most).")
    }
    if Untrusted.isOn { try checkForStrangers() }
  }

  /// Refuses the jobs of a batch that raise a limit for strangers.
  private func checkForStrangers() throws {
    for (name, value, most) in [
      ("--max-side", maxSide, Self.side), ("--max-pixels", maxPixels, Untrusted.pixels),
      ("--max-vertices", maxVertices, Self.vertices), ("--max-faces", maxFaces, Self.faces),
      ("--max-overdraw", maxOverdraw, Self.overdraw),
    ] where value > most {
      throw ValidationError("\(name) is \(value), but a job of --untrusted has at most \(most).")
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
