import MeshTransform

/// The part of a layer's plane that is rasterized into a texture, and the size of the texture.
struct RasterRegion {
  /// The part in layer points.
  let rect: Rect
  let size: PixelSize

  /// Largest number of pixels of a texture; a larger one gets a lower resolution.
  static var largestArea: Double { 67_108_864 }

  /// Layer points to pixels of the texture; depth stays in points.
  var pointsToPixels: Transform3D {
    .translation(-rect.minX, -rect.minY)
      * .scale(Double(size.width) / rect.size.width, Double(size.height) / rect.size.height, 1)
  }

  /// The whole bounds, for a layer that a mesh bends.
  /// - `scale`: the wanted number of pixels per point.
  init?(bounds: Rect, scale: Double, sideLimit: Int) {
    self.init(bounds, scale: scale, sideLimit: sideLimit)
  }

  /// The whole bounds at a resolution of `size`. Fails where a texture cannot have this size.
  /// - `bounds`: in layer points.
  /// - `size`: the pixels of the texture.
  init?(bounds: Rect, size: PixelSize, sideLimit: Int) {
    guard size.width <= sideLimit, size.height <= sideLimit, Double(size.area) <= Self.largestArea else {
      return nil
    }
    self.init(rect: bounds, size: size)
  }

  /// The part of `rect` that is visible on a canvas of `canvasSize`, at the resolution of the canvas: where the layer
  /// is only moved and stretched, in exactly the canvas's pixels; else with a transparent pixel around it, so that its
  /// edge is filtered. Fails where no part is visible.
  /// - `rect`: the extent of the content in layer points; nil where it is unbounded: then the visible part is used, or
  ///   `bounds` where the horizon is in view.
  init?(
    flat rect: Rect?, orElse bounds: Rect, toCanvas: Transform3D, canvasSize: PixelSize, sideLimit: Int
  ) {
    let canvas = Rect(0, 0, Double(canvasSize.width), Double(canvasSize.height))
    if toCanvas.isUpright {
      let seen = rect.flatMap { rect in rect.converted(toCanvas) }
      // Rounded outward to whole pixels, except for rounding errors; not empty where it is thinner than a pixel.
      let visible = seen.map { $0.intersection(canvas) } ?? canvas
      guard let visible else { return nil }
      let (left, top) = ((visible.minX + 1e-6).rounded(.down), (visible.minY + 1e-6).rounded(.down))
      let (right, bottom) = ((visible.maxX - 1e-6).rounded(.up), (visible.maxY - 1e-6).rounded(.up))
      let pixels = Rect(left, top, max(right - left, 1), max(bottom - top, 1))
      // Not by the inverse, which maps the canvas's plane to points that depth and perspective move off the layer's
      // plane.
      let corners = pixels.corners.compactMap { toCanvas.unproject($0) }
      guard corners.count == 4, let whole = Rect(around: corners), whole.isFinite else { return nil }
      let size = PixelSize(Int(pixels: pixels.size.width), Int(pixels: pixels.size.height))
      guard size.width <= sideLimit, size.height <= sideLimit, Double(size.area) <= Self.largestArea else {
        self.init(whole, scale: toCanvas.magnification(over: whole), sideLimit: sideLimit)
        return
      }
      self.init(rect: whole, size: size)
      return
    }
    let corners = canvas.corners.compactMap { toCanvas.unproject($0) }
    let visible = corners.count == 4 ? Rect(around: corners) : nil
    let whole = rect ?? visible ?? bounds
    let kept = visible.map { whole.intersection($0) } ?? whole
    guard let kept else { return nil }
    let scale = toCanvas.magnification(over: kept)
    self.init(kept.outset(by: 1 / scale, 1 / scale), scale: scale, sideLimit: sideLimit)
  }

  private init?(_ rect: Rect, scale: Double, sideLimit: Int) {
    guard rect.isFinite, rect.size.width > 0, rect.size.height > 0 else { return nil }
    let (width, height) = (rect.size.width * scale, rect.size.height * scale)
    let tooMany = (width * height / Self.largestArea).squareRoot()
    let factor = 1 / max(1, tooMany)
    func side(_ length: Double) -> Int {
      Int(pixels: min(max((length * factor - 1e-6).rounded(.up), 1), Double(sideLimit)))
    }
    self.init(rect: rect, size: PixelSize(side(width), side(height)))
  }

  private init(rect: Rect, size: PixelSize) { (self.rect, self.size) = (rect, size) }
}

extension Rect {
  fileprivate func converted(_ transform: Transform3D) -> Rect? {
    Rect(around: corners.compactMap { transform.project($0) })
  }
}
