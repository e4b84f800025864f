import GLRenderer
import ImageFiles
import MeshTransform

extension Render {
  /// Draws a scene and writes its picture.
  /// - `density`: that of the image that is rendered; nil for a scene.
  /// - `fits`: whether the canvas is that of `--fit`.
  func draw(
    _ scene: Scene, _ options: RenderOptions, _ opened: OpenedRenderer, profile: ColorProfile?,
    density: PixelDensity? = nil, fits: Bool, _ watch: Stopwatch
  ) throws(Failure) {
    do throws(RenderError) { try scene.canvas.check(options.limits, isBanded: true) } catch {
      throw Failure(error)
    }
    let size = scene.canvas.pixelSize
    try output.check(size)
    let density = output.density(of: density)
    var graph: String?
    if options.wireframe == nil, let passthrough = scene.passthroughImage {
      try write(passthrough, profile, density, watch)
    } else {
      let isBanded = output.writesBands(of: size, limit: options.limits.canvasArea)
      try MemoryBudget.current.require(
        MemoryEstimate.drawing(scene, options, isBanded: isBanded), for: "a picture of \(size) px")
      let renderer = try opened.renderer()
      if verbosity.verbose { Console.write("  \(renderer.capabilities.summary)") }
      let isBlank =
        isBanded
        ? try writeBands(of: scene, options, opened, profile, density, watch)
        : try writeWhole(scene, options, opened, profile, density, watch)
      if verbosity.verbose {
        graph = try opened.draw { renderer throws(RenderError) in
          try renderer.describe(scene, options: options)
        }
      }
      if scene.canvas.background.alpha == 0, isBlank {
        verbosity.warn("the picture is empty: nothing falls on the canvas" + (fits ? "" : "; try --fit"))
      }
    }
    if verbosity.verbose { UsageCounters(opened.statistics).lines.forEach(Console.write) }
    watch.finish()
    // One line per pass, depth group, item and draw call.
    for line in graph?.split(separator: "\n") ?? [] { Console.write("  \(line)") }
  }

  private func write(
    _ picture: Image, _ profile: ColorProfile?, _ density: PixelDensity?, _ watch: Stopwatch
  ) throws(Failure) {
    var picture = picture
    (picture.colorProfile, picture.pixelDensity) = (profile, density)
    try watch.measure("write \(output.output)") { () throws(Failure) -> Void in
      try output.write(picture, verbosity)
    }
  }

  /// - Returns: whether the picture is blank.
  private func writeWhole(
    _ scene: Scene, _ options: RenderOptions, _ opened: OpenedRenderer, _ profile: ColorProfile?,
    _ density: PixelDensity?, _ watch: Stopwatch
  ) throws(Failure) -> Bool {
    let picture = try watch.measure("draw") { () throws(Failure) -> Image in
      try opened.draw { renderer throws(RenderError) in try renderer.render(scene, options: options) }
    }
    let isBlank = picture.isBlank
    try write(picture, profile, density, watch)
    return isBlank
  }

  /// - Returns: whether the picture is blank.
  private func writeBands(
    of scene: Scene, _ options: RenderOptions, _ opened: OpenedRenderer, _ profile: ColorProfile?,
    _ density: PixelDensity?, _ watch: Stopwatch
  ) throws(Failure) -> Bool {
    try watch.measure("draw and write \(output.output)") { () throws(Failure) -> Bool in
      var (isBlank, writer, failure) = (true, PictureWriter?.none, Failure?.none)
      try opened.draw { renderer throws(RenderError) in
        // After a reset the file starts again.
        (isBlank, writer) = (true, nil)
        try renderer.render(scene, options: options) { band in
          isBlank = isBlank && band.isBlank
          do throws(Failure) {
            // Rendering must succeed before the file is created.
            let file =
              if let writer { writer } else {
                try output.writer(size: scene.canvas.pixelSize, alpha: band.alpha, profile, density)
              }
            writer = file
            try file.append(band)
            return true
          } catch {
            failure = error
            return false
          }
        }
      }
      if let failure { throw failure }
      try writer?.commit().forEach(verbosity.warn)
      return isBlank
    }
  }
}

extension Image {
  /// True when every pixel is transparent black.
  var isBlank: Bool { bytes.allSatisfy { $0 == 0 } }
}
