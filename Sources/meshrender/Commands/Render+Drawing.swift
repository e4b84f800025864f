import GLRenderer
import ImageFiles
import MeshTransform

/// A picture that is ready to be drawn, with everything read.
struct PreparedPicture: Sendable {
  /// With the color values of the canvas.
  var scene: Scene
  var options: RenderOptions
  /// The profile of the picture.
  var profile: ColorProfile?
  /// That of the image that is rendered; nil for a scene.
  var density: PixelDensity?
  /// Whether the canvas is that of `--fit`.
  var fits: Bool
  /// The file of the scene; nil for a scene that flags imply.
  var sceneFile: InputFile?
}

extension Render {
  /// Draws a picture and writes it.
  func draw(
    _ prepared: PreparedPicture, _ opened: OpenedRenderer, _ watch: Stopwatch, _ preview: Preview?
  ) throws(Failure) {
    let inBands = output.encodesRows && preview == nil
    let picture = try drawn(prepared, opened, inBands: inBands, watch)
    if let picture { try write(picture, prepared, watch) }
    if let preview { watch.measure("preview") { preview.show(prepared, picture, opened) } }
    var graph: String?
    if verbosity.verbose {
      if !prepared.isPassthrough {
        graph = try opened.draw { renderer throws(RenderError) in
          try renderer.describe(prepared.scene, options: prepared.options)
        }
      }
      UsageCounters(opened.statistics).lines.forEach(Console.write)
    }
    watch.finish()
    // One line per pass, depth group, item and draw call.
    for line in graph?.split(separator: "\n") ?? [] { Console.write("  \(line)") }
  }

  /// - Parameter inBands: whether a picture of any size is written in bands; a large one always is.
  /// - Returns: the picture; nil where it has been written in bands.
  func drawn(
    _ prepared: PreparedPicture, _ opened: OpenedRenderer, inBands: Bool, _ watch: Stopwatch
  ) throws(Failure) -> Image? {
    do throws(Failure) { return try makePicture(prepared, opened, inBands: inBands, watch) } catch {
      throw error.of(prepared.sceneFile, canvas)
    }
  }

  private func makePicture(
    _ prepared: PreparedPicture, _ opened: OpenedRenderer, inBands: Bool, _ watch: Stopwatch
  ) throws(Failure) -> Image? {
    try verbosity.requireNoWarning()
    let (scene, options) = (prepared.scene, prepared.options)
    try check(scene.canvas, options.limits, isBanded: true)
    let size = scene.canvas.pixelSize
    try output.check(size)
    if prepared.isPassthrough, let passthrough = scene.passthroughImage {
      // A device that is named has to be there, even though it draws nothing.
      if drawing.device != .automatic { _ = try opened.renderer() }
      warn(ofBlank: prepared, isBlank: passthrough.isBlank)
      return passthrough
    }
    let isBanded = output.writesBands(of: size, limit: options.limits.canvasArea)
    try requireMemory(for: scene, options, isBanded: isBanded)
    let renderer = try opened.renderer()
    if verbosity.verbose { Console.write("  \(renderer.capabilities.summary)") }
    if isBanded || inBands {
      try writeBands(of: prepared, opened, watch)
      return nil
    }
    let picture = try watch.measure("draw") { () throws(Failure) -> Image in
      try opened.draw { renderer throws(RenderError) in try renderer.render(scene, options: options) }
    }
    warn(ofBlank: prepared, isBlank: picture.isBlank)
    return picture
  }

  private func warn(ofBlank prepared: PreparedPicture, isBlank: Bool) {
    guard isBlank, let reason = prepared.scene.reasonForBlankness(fits: prepared.fits) else { return }
    verbosity.warn("the picture is empty: \(reason)")
  }

  private func check(_ canvas: Canvas, _ limits: RenderLimits, isBanded: Bool) throws(Failure) {
    do throws(RenderError) { try canvas.check(limits, isBanded: isBanded) } catch { throw Failure(error) }
  }

  func write(_ picture: Image, _ prepared: PreparedPicture, _ watch: Stopwatch) throws(Failure) {
    try verbosity.requireNoWarning()
    var picture = picture
    (picture.colorProfile, picture.pixelDensity) = (prepared.profile, output.density(of: prepared.density))
    try watch.measure("write \(output.output)") { () throws(Failure) -> Void in
      try output.write(picture, verbosity)
    }
  }

  private func writeBands(
    of prepared: PreparedPicture, _ opened: OpenedRenderer, _ watch: Stopwatch
  ) throws(Failure) {
    let scene = prepared.scene
    try watch.measure("draw and write \(output.output)") { () throws(Failure) -> Void in
      var (isBlank, writer, failure) = (true, PictureWriter?.none, Failure?.none)
      try opened.draw { renderer throws(RenderError) in
        // After a reset the file starts again.
        (isBlank, writer) = (true, nil)
        try renderer.render(scene, options: prepared.options) { band in
          isBlank = isBlank && band.isBlank
          let band = output.alpha.applied(to: band)
          do throws(Failure) {
            // Rendering must succeed before the file is created.
            let file =
              if let writer { writer } else {
                try output.writer(
                  size: scene.canvas.pixelSize, alpha: band.alpha, prepared.profile,
                  output.density(of: prepared.density))
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
      warn(ofBlank: prepared, isBlank: isBlank)
      writer?.warnings.forEach(verbosity.warn)
      try verbosity.requireNoWarning()
      try writer?.commit()
    }
  }
}

extension PreparedPicture {
  /// Whether the picture is an image whose pixels pass unchanged, so that no driver is needed.
  fileprivate var isPassthrough: Bool { options.wireframe == nil && scene.passthroughImage != nil }
}

extension Image {
  /// True when every pixel is transparent.
  var isBlank: Bool {
    switch alpha {
    case .opaque: false
    // A color is 0 where alpha is.
    case .premultiplied: bytes.allSatisfy { $0 == 0 }
    case .straight:
      // The last channel of each pixel.
      stride(from: 3 * depth.rawValue / 8, to: bytes.count, by: depth.bytesPerPixel).allSatisfy { first in
        bytes[first..<first + depth.rawValue / 8].allSatisfy { $0 == 0 }
      }
    }
  }
}
