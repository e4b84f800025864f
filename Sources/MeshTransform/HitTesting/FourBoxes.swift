/// Up to four axis-aligned boxes in unit layer space with depth, which a pick ray is tested against at once.
struct FourBoxes: Sendable {
  let count: Int
  /// The middles of the boxes and half of their sizes, along each axis.
  private var middleX: SIMD4<Float>, middleY: SIMD4<Float>, middleZ: SIMD4<Float>
  private var halfX: SIMD4<Float>, halfY: SIMD4<Float>, halfZ: SIMD4<Float>

  /// - Precondition: there are one to four boxes.
  init(_ boxes: ArraySlice<BoundingBox>) {
    (middleX, middleY, middleZ) = (.zero, .zero, .zero)
    (halfX, halfY, halfZ) = (.zero, .zero, .zero)
    count = boxes.count
    for (index, box) in boxes.enumerated() {
      // Halves first: sums of large numbers would overflow.
      let (low, high) = (box.low / 2, box.high / 2)
      let (middle, half) = (low + high, high - low)
      (middleX[index], middleY[index], middleZ[index]) = (middle.x, middle.y, middle.z)
      (halfX[index], halfY[index], halfZ[index]) = (half.x, half.y, half.z)
    }
  }

  /// A pick ray with precomputed values for tests in single precision.
  struct PreparedRay {
    let across: SIMD4<Float>, down: SIMD4<Float>
    let acrossSize: SIMD4<Float>, downSize: SIMD4<Float>
    /// An upper bound of the rounding errors relative to the terms of a sum.
    static let tolerance: Float = 0x1p-19

    init(_ ray: PickRay) {
      func plane(_ plane: SIMD4<Double>) -> (SIMD4<Float>, size: SIMD4<Float>) {
        let size = pointwiseMax(plane, -plane)
        // The scale of a plane has no meaning. With this one, the largest number is 1.
        let scale = size.max()
        guard scale > 0, scale.isFinite else { return (.zero, .zero) }
        return (SIMD4<Float>(plane / scale), SIMD4<Float>(size / scale))
      }
      (across, acrossSize) = plane(ray.across)
      (down, downSize) = plane(ray.down)
    }
  }

  /// True only for boxes that the ray certainly misses: the projection of the whole box lies to one side of it, above it or
  /// below it. Numbers beyond ``count`` have no meaning.
  @inline(__always)
  func certainlyMisses(_ probe: PreparedRay) -> SIMDMask<SIMD4<Int32>> {
    let (a, d, s, t) = (probe.across, probe.down, probe.acrossSize, probe.downSize)
    let across = middleX * a.x + middleY * a.y + middleZ * a.z + a.w
    let down = middleX * d.x + middleY * d.y + middleZ * d.z + d.w
    let (farX, farY) = (larger(middleX, -middleX) + halfX, larger(middleY, -middleY) + halfY)
    let farZ = larger(middleZ, -middleZ) + halfZ
    let error = PreparedRay.tolerance
    let acrossError = (farX * s.x + farY * s.y + farZ * s.z + s.w) * error
    let downError = (farX * t.x + farY * t.y + farZ * t.z + t.w) * error
    let acrossReach = halfX * s.x + halfY * s.y + halfZ * s.z + acrossError
    let downReach = halfX * t.x + halfY * t.y + halfZ * t.z + downError
    // False where numbers are too large for 32 bits.
    return (larger(across, -across) .> acrossReach) .| (larger(down, -down) .> downReach)
  }
}
