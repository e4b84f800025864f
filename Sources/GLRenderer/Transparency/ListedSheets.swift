import MeshTransform

/// Translucent sheets that are drawn together through lists of fragments.
struct ListedSheets {
  /// In painter's order.
  private let sheets: [Entry]
  /// On the canvas, in pixels.
  private let low: SIMD2<Double>, high: SIMD2<Double>
  /// Bytes for fragments.
  private let memory: Int

  private struct Entry {
    let layer: LayerDrawable
    /// By how much nearer than it lies it is drawn, in points.
    let bias: Double
    let firstOrder: UInt32

    /// The framebuffer's pixels that it may touch.
    func pixels(in tile: PixelRect) -> PixelRect? {
      layer.footprint.flatMap { tile.framebufferPixels($0.low, $0.high) }
    }
  }

  var isEmpty: Bool { sheets.isEmpty }

  init(_ plan: OverlapPlan, _ layers: [LayerDrawable], biases: [Double], memory: Int) {
    var order: UInt32 = 0
    sheets = plan.listed.map { index in
      let entry = Entry(layer: layers[index], bias: biases[index], firstOrder: order)
      order &+= UInt32(truncatingIfNeeded: layers[index].triangles.indices.count / 3)
      return entry
    }
    (low, high, self.memory) = (plan.low, plan.high, memory)
  }

  /// - `biased`: canvas to clip space, so many points nearer to the viewer.
  /// - `hasDepths`: something opaque may be in the target.
  func draw(
    _ tile: PixelRect, in target: borrowing Framebuffer, _ passes: PassCache, zeroToOne: Bool,
    hasDepths: Bool,
    biased: (Double) -> Transform3D
  ) throws(GLError) {
    guard !sheets.isEmpty, let region = tile.framebufferPixels(low, high) else { return }
    let estimate = sheets.reduce(0) { $0 + ($1.pixels(in: tile).map { $0.width * $0.height } ?? 0) }
    try passes.lists?.draw(
      region, in: target, viewport: PixelSize(tile.width * tile.fineness, tile.height * tile.fineness),
      memory: memory, hasDepths: hasDepths,
      estimate: estimate
    ) { room in
      for sheet in sheets {
        guard let part = sheet.pixels(in: tile), part.overlaps(room.region) else { continue }
        let canvasToClip = biased(sheet.bias)
        let place = FragmentLists.Place(
          room: room, firstOrder: sheet.firstOrder,
          plane: sheet.layer.footprint?.depths(in: tile, canvasToClip, zeroToOne: zeroToOne))
        passes[sheet.layer.lighting.listVariant]?.draw(
          sheet.layer, tile, canvasToClip: canvasToClip, nil, into: place)
      }
    }
  }
}

extension SheetFootprint {
  /// Of a flat sheet, what the depth buffer holds at pixel (x, y) of the framebuffer: x * plane.x + y * plane.y + plane.z.
  fileprivate func depths(in tile: PixelRect, _ canvasToClip: Transform3D, zeroToOne: Bool) -> SIMD3<Float>? {
    guard let plane else { return nil }
    let offset = plane.offset + plane.slope.x * Double(tile.x) + plane.slope.y * Double(tile.y)
    let slope = plane.slope / Double(tile.fineness)
    let values = SIMD3(
      slope.x * canvasToClip.m33, slope.y * canvasToClip.m33,
      offset * canvasToClip.m33 + canvasToClip.m43)
    return SIMD3<Float>(zeroToOne ? values : values / 2 + SIMD3(0, 0, 0.5))
  }
}

extension PixelRect {
  /// The pixels of the framebuffer, in which this tile begins at zero, that a part of the canvas may touch.
  fileprivate func framebufferPixels(_ low: SIMD2<Double>, _ high: SIMD2<Double>) -> PixelRect? {
    // Limited before they are converted: some have no end.
    func pixel(_ value: Double, _ length: Int) -> Int {
      fineness * Int(min(max(value, 0), Double(length)))
    }
    let left = pixel((low.x - 1).rounded(.down) - Double(x), width)
    let right = pixel((high.x + 1).rounded(.up) - Double(x), width)
    let top = pixel((low.y - 1).rounded(.down) - Double(y), height)
    let bottom = pixel((high.y + 1).rounded(.up) - Double(y), height)
    return left < right && top < bottom
      ? PixelRect(x: left, y: top, width: right - left, height: bottom - top) : nil
  }

  fileprivate func overlaps(_ other: PixelRect) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
  }
}

extension LightingUniforms {
  /// The pass that keeps fragments in lists.
  var listVariant: MeshPass.Variant {
    var variant = variant
    variant.isListed = true
    return variant
  }
}
