import MeshTransform

/// The translucent items of a depth group that are drawn together through the A-buffer.
package struct ABufferItems {
  /// The entries in painter's order.
  package let entries: [Entry]
  /// Bounds on the canvas in pixels.
  private let low: SIMD2<Double>, high: SIMD2<Double>
  /// The memory limit for fragments in bytes.
  package let memory: Int

  package struct Entry {
    package let command: DrawCommand
    /// The depth bias in points: the distance by which the item is drawn nearer to the viewer.
    package let bias: Double
    /// The number of the item's first triangle, counted over the triangles of all entries.
    package let firstOrder: UInt32
    /// The position of the item in painter's order, among all items of the depth group.
    package let rank: Int

    /// The pixels of the framebuffer that the item may touch; nil if there are none.
    package func pixels(in tile: PixelRect) -> PixelRect? {
      command.footprint.flatMap { tile.framebufferPixels($0.low, $0.high) }
    }
  }

  package var isEmpty: Bool { entries.isEmpty }

  init(_ plan: OrderIndependentSelection, _ commands: [DrawCommand], biases: [Double], memory: Int) {
    var order: UInt32 = 0
    entries = plan.listed.map { index in
      let entry = Entry(command: commands[index], bias: biases[index], firstOrder: order, rank: index)
      order &+= UInt32(truncatingIfNeeded: commands[index].triangles.indices.count / 3)
      return entry
    }
    (low, high, self.memory) = (plan.low, plan.high, memory)
  }

  /// The items without some of them.
  func without(_ numbers: Set<Int>) -> ABufferItems { ABufferItems(self, without: numbers) }

  private init(_ all: ABufferItems, without numbers: Set<Int>) {
    entries = all.entries.indices.filter { !numbers.contains($0) }.map { all.entries[$0] }
    memory = all.memory
    var (low, high) = (SIMD2<Double>(repeating: .infinity), SIMD2<Double>(repeating: -.infinity))
    for case .some(let footprint) in entries.map(\.command.footprint) {
      (low, high) = (smaller(low, footprint.low), larger(high, footprint.high))
    }
    (self.low, self.high) = (low, high)
  }

  /// The pixels of the framebuffer that the items may touch; nil if there are none.
  package func region(in tile: PixelRect) -> PixelRect? { tile.framebufferPixels(low, high) }

  /// The largest number of fragments that the items produce if none folds over itself.
  package func estimatedFragments(in tile: PixelRect) -> Int {
    entries.reduce(0) { $0 + ($1.pixels(in: tile).map { $0.width * $0.height } ?? 0) }
  }
}

extension ItemFootprint {
  /// The depth-buffer plane of a flat item; nil for a bent item and for one seen edge-on. The depth at pixel (x, y) of
  /// the framebuffer is x * plane.x + y * plane.y + plane.z.
  package func depths(in tile: PixelRect, _ canvasToClip: Transform3D, zeroToOne: Bool) -> SIMD3<Float>? {
    guard let plane else { return nil }
    let offset = plane.offset + plane.slope.x * Double(tile.x) + plane.slope.y * Double(tile.y)
    let slope = plane.slope / Double(tile.supersamplingFactor)
    let values = SIMD3(
      slope.x * canvasToClip.m33, slope.y * canvasToClip.m33,
      offset * canvasToClip.m33 + canvasToClip.m43)
    return SIMD3<Float>(zeroToOne ? values : values / 2 + SIMD3(0, 0, 0.5))
  }
}

extension PixelRect {
  /// The pixels of the framebuffer that a box on the canvas may touch; this tile begins at zero in the framebuffer.
  fileprivate func framebufferPixels(_ low: SIMD2<Double>, _ high: SIMD2<Double>) -> PixelRect? {
    // The values are clamped before the conversion: some are infinite.
    func pixel(_ value: Double, _ length: Int) -> Int {
      supersamplingFactor * Int(clamping: min(max(value, 0), Double(length)))
    }
    let left = pixel((low.x - 1).rounded(.down) - Double(x), width)
    let right = pixel((high.x + 1).rounded(.up) - Double(x), width)
    let top = pixel((low.y - 1).rounded(.down) - Double(y), height)
    let bottom = pixel((high.y + 1).rounded(.up) - Double(y), height)
    return left < right && top < bottom
      ? PixelRect(x: left, y: top, width: right - left, height: bottom - top) : nil
  }

  package func overlaps(_ other: PixelRect) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
  }
}
