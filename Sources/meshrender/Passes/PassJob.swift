import GLRenderer
import ImageFiles
import MapFiles
import MeshTransform

/// The passes to make of each picture, and how.
struct PassJob {
  let passes: [PicturePass]
  let format: PassFormat
  let names: PassNames
  /// The layer of uv, backward and forward by its name; nil for the one that each pixel shows.
  var layer: String?
  var minimumAlpha: Double?
  /// Numbers of a PNG for each point of depth.
  var depthSteps = 64.0
  let limits: LimitOptions
  let verbosity: VerbosityOptions

  /// The pixels that are labelled at once.
  private static let bandArea = 1 << 17

  private var labels: [SurfaceLabel] { passes.compactMap(\.label) }

  /// Makes the files of one picture, which appear when all of them are written.
  /// - Parameters:
  ///   - next: the scene of the next picture; nil where there is none.
  ///   - frame: the number in the names; nil for a single picture.
  ///   - opened: draws; nil where no pass is drawn.
  func make(_ scene: Scene, next: Scene?, frame: Int?, in opened: OpenedRenderer?) throws(Failure) {
    let layer = try scene.layer(named: layer, flag: "--layer")
    let content = try contentLayer(of: scene, layer)
    do throws(RenderError) { try scene.canvas.check(limits.render, isBanded: true) } catch {
      throw Failure(error)
    }
    try requireMemory(scene, next)
    let surfaces = SurfaceSource(scene, next: next, layer: layer, self)
    try verbosity.requireNoWarning()
    var files = PassFiles(self, frame: frame)
    if names.isPattern || passes.count == 1 {
      for pass in passes where pass.isDrawn { try draw(pass, of: scene, to: &files, in: opened) }
      try label(surfaces, of: scene, [:], to: &files)
    } else {
      var pictures: [PicturePass: Image] = [:]
      for pass in passes where pass.isDrawn { pictures[pass] = try picture(pass, of: scene, in: opened) }
      try label(surfaces, of: scene, pictures, to: &files)
    }
    if let content { try project(surfaces, content, of: scene, to: &files) }
    try verbosity.requireNoWarning()
    try files.commit()
  }

  /// The layer of forward; nil where it is not asked for.
  private func contentLayer(of scene: Scene, _ layer: LayerPath?) throws(Failure) -> LayerPath? {
    guard passes.contains(.forward) else { return nil }
    if let layer { return layer }
    let paths = scene.layersDepthFirst.prefix(2).map(\.path)
    guard let first = paths.first else { throw Failure(.badData, "the scene has no layers; add one") }
    guard paths.count == 1 else {
      throw Failure(
        .usage,
        "the pass forward is of one layer, and the scene has several; name it with --layer: \(scene.layerNames)"
      )
    }
    return first
  }

  private func requireMemory(_ scene: Scene, _ next: Scene?) throws(Failure) {
    let size = scene.canvas.pixelSize
    // The numbers of a band in 64 bits, for all passes and for each, and in the files' own types.
    var bytes = 24 &* max(Self.bandArea, size.width) &* passes.reduce(0) { $0 + $1.channels.count }
    for scene in [scene, next].compactMap(\.self) {
      bytes &+= MemoryEstimate.contents(of: scene, vertexLimit: limits.maxVertices)
    }
    let isWhole = !names.isPattern && passes.count > 1
    let drawn = passes.filter(\.isDrawn)
    if !drawn.isEmpty {
      bytes &+= MemoryEstimate.drawing(
        scene, options(for: .albedo, .sixteen), isBanded: !isWhole)
      if isWhole { bytes &+= 8 &* size.area &* drawn.count }
    }
    try MemoryBudget.current.requireToDraw(bytes, for: "passes of \(size) px")
  }

  // MARK: Hit testing

  /// Computes the labels in bands and writes them, beside the pixels of pictures.
  private func label(
    _ surfaces: SurfaceSource, of scene: Scene, _ pictures: [PicturePass: Image], to files: inout PassFiles
  ) throws(Failure) {
    let size = scene.canvas.pixelSize
    let banded = passes.filter { $0.label != nil || pictures[$0] != nil }
    guard !banded.isEmpty else { return }
    var isEmpty = true
    let step = max(1, Self.bandArea / size.width)
    for first in stride(from: 0, to: size.height, by: step) {
      let rows = first..<min(first + step, size.height)
      let band = labels.isEmpty ? nil : surfaces.labels.band(rows: rows)
      isEmpty = isEmpty && band?.isEmpty != false
      var values: [PicturePass: [Double]] = [:]
      for pass in banded {
        values[pass] =
          pictures[pass].map { $0.values(of: pass, rows: rows) }
          ?? pass.label.flatMap { band?.values(of: $0) }
      }
      try files.append(values, size: size)
    }
    guard isEmpty, !labels.isEmpty else { return }
    if let reason = scene.reasonForBlankness(fits: false) {
      verbosity.warn("no pixel shows a layer: \(reason)")
    } else if let layer {
      verbosity.warn("no pixel shows the layer '\(layer.excerpt)'")
    }
  }

  /// Computes forward in bands and writes it.
  private func project(
    _ surfaces: SurfaceSource, _ path: LayerPath, of scene: Scene, to files: inout PassFiles
  ) throws(Failure) {
    let content = ContentPixels(of: scene[path])
    let projector = PointProjector(surfaces.probe.tester, layer: path)
    let step = max(1, Self.bandArea / content.size.width)
    for first in stride(from: 0, to: content.size.height, by: step) {
      let map = projector.coordinates(
        rows: first..<min(first + step, content.size.height), content: content, direction: .contentToCanvas)
      try files.append([.forward: map.values.map(Double.init)], size: content.size)
    }
  }

  // MARK: Drawing

  /// Draws a pass in bands and writes it.
  private func draw(
    _ pass: PicturePass, of scene: Scene, to files: inout PassFiles, in opened: OpenedRenderer?
  ) throws(Failure) {
    let drawn = scene.drawn(for: pass)
    let (opened, options) = try drawing(pass, opened)
    var (failure, written) = (Failure?.none, files)
    try opened.draw { renderer throws(RenderError) in
      // After a reset the file starts again.
      written = files
      written.discard(pass)
      try renderer.render(drawn, options: options) { band in
        do throws(Failure) {
          // A few rows at a time, which bounds the memory of their numbers.
          let step = max(1, Self.bandArea / band.size.width)
          for first in stride(from: 0, to: band.size.height, by: step) {
            let values = band.values(of: pass, rows: first..<min(first + step, band.size.height))
            try written.append([pass: values], size: scene.canvas.pixelSize)
          }
          return true
        } catch {
          failure = error
          return false
        }
      }
    }
    if let failure { throw failure }
    files = written
  }

  private func picture(_ pass: PicturePass, of scene: Scene, in opened: OpenedRenderer?) throws(Failure)
    -> Image
  {
    let (opened, options) = try drawing(pass, opened)
    return try opened.draw { renderer throws(RenderError) in
      try renderer.render(scene.drawn(for: pass), options: options)
    }
  }

  /// The renderer, and the options of a pass: with 16 bits per channel where the device has them.
  private func drawing(
    _ pass: PicturePass, _ opened: OpenedRenderer?
  ) throws(Failure) -> (OpenedRenderer, RenderOptions) {
    guard let opened else { throw Failure(.internalFault, "\(pass.rawValue) is drawn without a renderer") }
    let isDeep = try opened.renderer().capabilities.offersDeepPictures
    return (opened, options(for: pass, isDeep ? .sixteen : .eight))
  }

  /// One sample, so that each pixel has the color of the surface at its center; coverage is antialiased.
  private func options(for pass: PicturePass, _ depth: Image.Depth) -> RenderOptions {
    RenderOptions(samples: pass == .coverage ? nil : 1, depth: depth, limits: limits.render)
  }
}

/// What hit testing computes of a picture, prepared.
private struct SurfaceSource {
  let probe: SurfaceProbe
  let labels: SurfaceLabels

  init(_ scene: Scene, next: Scene?, layer: LayerPath?, _ job: PassJob) {
    let limit = job.limits.maxVertices
    let options = HitOptions(minimumAlpha: job.minimumAlpha)
    probe = SurfaceProbe(HitTester(scene, vertexLimit: limit), options)
    let isOfMotion = job.passes.contains(where: \.isOfMotion)
    labels = SurfaceLabels(
      job.passes.compactMap(\.label), of: probe, only: layer,
      next: isOfMotion ? next.map { HitTester($0, vertexLimit: limit) } : nil)
  }
}

extension Scene {
  /// The scene whose picture is the pass.
  fileprivate func drawn(for pass: PicturePass) -> Scene {
    switch pass {
    case .shading: whitened
    case .coverage: uncovered
    default: albedo
    }
  }
}

extension Image {
  /// The numbers of some rows of a drawn pass: straight colors, or alpha alone; 0 where nothing is drawn.
  fileprivate func values(of pass: PicturePass, rows: Range<Int>) -> [Double] {
    let (channels, stride) = (pass.channels.count, depth.bytesPerPixel)
    let largest = Double(depth.largestValue)
    var values: [Double] = []
    values.reserveCapacity(channels * rows.count * size.width)
    bytes.withUnsafeBytes { bytes in
      for pixel in rows.lowerBound * size.width..<rows.upperBound * size.width {
        func channel(_ index: Int) -> Double {
          let place = pixel * stride
          return depth == .eight
            ? Double(bytes[place + index])
            : Double(bytes.loadUnaligned(fromByteOffset: place + 2 * index, as: UInt16.self))
        }
        let alpha = self.alpha == .opaque ? largest : channel(3)
        if channels == 1 {
          values.append(alpha / largest)
          continue
        }
        let divisor = self.alpha == .premultiplied ? max(alpha, 1) : largest
        for index in 0..<3 { values.append(min(channel(index) / divisor, 1)) }
        values.append(alpha / largest)
      }
    }
    return values
  }
}
