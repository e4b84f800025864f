/// The linear relation between a map's numbers and positions in pixels, for one convention and one pair of sizes.
///
/// Along each axis, `position = factor * number + offset + step * index`, where `index` is the pixel's own column or row
/// and `step` is 0 for absolute positions. Positions are those of ``CoordinateMap``: whole numbers at pixel centers.
struct PositionScale {
  /// Pixels of the picture per unit of the file's numbers; negative where y grows upward. Never 0.
  let factor: SIMD2<Double>
  /// The position of the number 0 at the pixel (0, 0) of the map.
  let offset: SIMD2<Double>
  /// The contribution of a pixel's own column and row to its position.
  let step: SIMD2<Double>

  /// - Parameters:
  ///   - map: the size of the map, whose pixels relative positions start from.
  ///   - picture: the size of the picture to which positions refer.
  init(_ convention: MapConvention, map: PixelSize, picture: PixelSize) {
    let x = Axis(convention.units, length: picture.width, isUpward: false)
    let y = Axis(convention.units, length: picture.height, isUpward: convention.origin == .bottom)
    factor = SIMD2(x.factor, y.factor)
    let absolute = SIMD2(x.offset, y.offset)
    guard convention.isRelative else {
      (offset, step) = (absolute, .zero)
      return
    }
    // The number of a pixel's own position, on the map's own axes: (index - own.offset) / own.factor.
    let ownX = Axis(convention.units, length: map.width, isUpward: false)
    let ownY = Axis(convention.units, length: map.height, isUpward: convention.origin == .bottom)
    step = factor / SIMD2(ownX.factor, ownY.factor)
    offset = absolute - step * SIMD2(ownX.offset, ownY.offset)
  }

  /// One axis of absolute positions: `position = factor * number + offset`.
  private struct Axis {
    let factor, offset: Double

    init(_ units: MapConvention.Units, length: Int, isUpward: Bool) {
      let pixels = Double(length)
      // A single pixel has no distance between the outermost centers; its position is the number 0.
      let (factor, offset): (Double, Double) =
        switch units {
        case .pixels: (1, 0)
        case .unit: (pixels, -0.5)
        case .ndc: (pixels / 2, (pixels - 1) / 2)
        case .ndcCorners: (max(pixels - 1, 1) / 2, (pixels - 1) / 2)
        }
      // Upward, position p counts from the last row: pixels - 1 - p.
      (self.factor, self.offset) = isUpward ? (-factor, pixels - 1 - offset) : (factor, offset)
    }
  }
}
