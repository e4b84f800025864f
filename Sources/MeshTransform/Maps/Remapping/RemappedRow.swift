/// A row of pixels of a picture through a map.
///
/// Most pixels of most maps need one bilinear tap of the picture itself. They are found and placed eight at a time; the
/// others are computed one by one.
struct RemappedRow<Texel: MipTexel> {
  private let remapping: Remapping
  private let pyramid: MipPyramid<Texel>
  private let size: SIMD2<Float>
  /// Texels of the picture for each pixel of the one to which positions refer.
  private let scale: SIMD2<Float>
  /// The positions of the row.
  private let here: UnsafePointer<SIMD2<Float>>
  /// The positions of the rows above and below it; nil where there is none.
  private let above: UnsafePointer<SIMD2<Float>>?, below: UnsafePointer<SIMD2<Float>>?
  private let width: Int

  /// - Parameter positions: those of the whole map, which outlive this value.
  init(
    _ remapping: Remapping, _ row: Int, _ positions: UnsafePointer<SIMD2<Float>>, _ pyramid: MipPyramid<Texel>
  ) {
    (self.remapping, self.pyramid) = (remapping, pyramid)
    size = SIMD2(Float(pyramid.size.width), Float(pyramid.size.height))
    scale = size / SIMD2(Float(remapping.picture.width), Float(remapping.picture.height))
    width = remapping.map.size.width
    here = positions + row * width
    above = row > 0 ? here - width : nil
    below = row + 1 < remapping.map.size.height ? here + width : nil
  }

  /// Computes all pixels of the row.
  /// - Parameter target: as many texels as the map is wide, which are initialized.
  /// - Returns: false where a pixel needs mipmaps that the pyramid does not have; then the row is not complete.
  func fill(_ target: UnsafeMutablePointer<Texel>) -> Bool {
    var x = 0
    if let above, let below, remapping.magnification == .linear {
      // All neighbors of these pixels exist.
      guard fill(0..<1, target) else { return false }
      x = 1
      while x + 9 <= width {
        let block = PixelBlock(here + x, above + x, below + x, size, scale, remapping)
        pyramid.fill(target + x, BilinearTaps(block.x, block.y), where: block.needsOneTap)
        if !all(block.needsOneTap) {
          for lane in 0..<8 where !block.needsOneTap[lane] {
            guard fill(x + lane..<x + lane + 1, target) else { return false }
          }
        }
        x += 8
      }
    }
    return fill(x..<width, target)
  }

  /// Computes some pixels one by one.
  @inline(never)
  private func fill(_ range: Range<Int>, _ target: UnsafeMutablePointer<Texel>) -> Bool {
    let none = SIMD2<Float>(repeating: .nan)
    for x in range {
      let center = here[x]
      guard !center.x.isNaN else {
        (target + x).initialize(to: Texel(channels: .zero))
        continue
      }
      let dx = Self.derivative(x > 0 ? here[x - 1] : none, center, x + 1 < width ? here[x + 1] : none)
      let dy = Self.derivative(above?[x] ?? none, center, below?[x] ?? none)
      guard let color = color(at: (center + 0.5) * scale, dx, dy) else { return false }
      (target + x).initialize(to: Texel(channels: color))
    }
    return true
  }

  /// The smaller of the differences to both neighbors: a neighbor beyond a seam of the map does not belong to the pixel's
  /// footprint. NaN where neither has a position.
  private static func derivative(
    _ before: SIMD2<Float>, _ here: SIMD2<Float>, _ after: SIMD2<Float>
  ) -> SIMD2<Float> {
    let (forward, backward) = (after - here, here - before)
    let (f, b) = ((forward * forward).sum(), (backward * backward).sum())
    return f <= b || b.isNaN ? forward : backward
  }

  /// The premultiplied color of a pixel; nil where mipmaps are missing.
  /// - Parameter point: in texels, from the corner of the first one.
  private func color(
    at point: SIMD2<Float>, _ derivativeX: SIMD2<Float>, _ derivativeY: SIMD2<Float>
  ) -> SIMD4<Float>? {
    var (dx, dy) = (derivativeX * scale, derivativeY * scale)
    // A row or a pixel between holes: as long along both axes.
    if dx.x.isNaN { dx = dy.x.isNaN ? SIMD2(1, 0) : SIMD2(dy.y, -dy.x) }
    if dy.x.isNaN { dy = SIMD2(-dx.y, dx.x) }
    let footprint = PixelFootprint(dx, dy, remapping.minification)
    if footprint.level > 0, !pyramid.hasSmallerLevels { return nil }
    var color = pyramid.mean(at: point, footprint)
    let share = remapping.magnification == .linear ? 0 : footprint.magnifiedShare
    if share > 0 {
      let magnified =
        remapping.magnification == .nearest ? pyramid.nearest(at: point) : pyramid.cubic(at: point)
      color += share * (magnified - color)
    }
    return remapping.replicatesEdges ? color : color * coverage(at: point, dx, dy)
  }

  /// The share of the pixel inside the picture, for a straight edge at that distance.
  private func coverage(at point: SIMD2<Float>, _ dx: SIMD2<Float>, _ dy: SIMD2<Float>) -> Float {
    let toEdge = smaller(point, size - point)
    // An upper bound of a pixel's length, without a root.
    let reach = magnitude(dx) + magnitude(dy)
    if toEdge.x >= reach.x, toEdge.y >= reach.y { return 1 }
    let perPixel = larger((dx * dx + dy * dy).squareRoot(), SIMD2(repeating: 1e-9))
    return min(max((toEdge / perPixel + 0.5).min(), 0), 1)
  }
}

/// Eight neighboring pixels of a row: where one tap is enough, and the places of their taps.
private struct PixelBlock {
  /// Whether a tap between existing texels is enough; false also for pixels without a position.
  let needsOneTap: SIMDMask<SIMD8<Int32>>
  /// In texels, from the corner of the first one.
  let x: SIMD8<Float>, y: SIMD8<Float>

  /// - Parameters:
  ///   - here: eight positions, between two others.
  ///   - above, below: the positions above and below them.
  @inline(__always)
  init(
    _ here: UnsafePointer<SIMD2<Float>>, _ above: UnsafePointer<SIMD2<Float>>,
    _ below: UnsafePointer<SIMD2<Float>>, _ size: SIMD2<Float>, _ scale: SIMD2<Float>, _ remapping: Remapping
  ) {
    let center = Positions(here)
    let (dx, dy) = (
      Positions.derivative(Positions(here - 1), center, Positions(here + 1), scale),
      Positions.derivative(Positions(above), center, Positions(below), scale)
    )
    (x, y) = ((center.x + 0.5) * scale.x, (center.y + 0.5) * scale.y)
    let isPlain =
      BilinearTaps.contains(x, y, size)
      .& PixelFootprint.needsOneTap(dx.x, dx.y, dy.x, dy.y, remapping.minification)
    // An upper bound of a pixel's length, without a root.
    let (reachX, reachY) = (magnitude(dx.x) + magnitude(dy.x), magnitude(dx.y) + magnitude(dy.y))
    let isInside = (smaller(x, size.x - x) .>= reachX) .& (smaller(y, size.y - y) .>= reachY)
    let isPlainInside = isPlain .& isInside
    needsOneTap = remapping.replicatesEdges ? isPlain : isPlainInside
  }
}

/// Eight positions, by axis.
private struct Positions {
  var x: SIMD8<Float>, y: SIMD8<Float>

  @inline(__always)
  init(_ start: UnsafePointer<SIMD2<Float>>) {
    let both = UnsafeRawPointer(start).loadUnaligned(as: SIMD16<Float>.self)
    x = both.evenHalf
    y = both.oddHalf
  }

  /// The smaller of two differences, as that of a single pixel, but NaN where the neighbor before has no position.
  @inline(__always)
  static func derivative(
    _ before: Positions, _ here: Positions, _ after: Positions, _ scale: SIMD2<Float>
  ) -> Positions {
    let (forwardX, forwardY) = (after.x - here.x, after.y - here.y)
    let (backwardX, backwardY) = (here.x - before.x, here.y - before.y)
    let isForward =
      forwardX * forwardX + forwardY * forwardY .<= backwardX * backwardX + backwardY * backwardY
    var result = here
    result.x = backwardX.replacing(with: forwardX, where: isForward) * scale.x
    result.y = backwardY.replacing(with: forwardY, where: isForward) * scale.y
    return result
  }
}
