import MeshTransform

/// Where the samples of a pixel lie that is drawn with several fragments a side: fragment by fragment, row by row, the
/// device's samples of each. In pixels from the pixel's top left corner.
struct SamplePattern {
  package let count: Int
  /// The samples, four at a time; what fills up the last four does not matter.
  package let x: [SIMD4<Float>], y: [SIMD4<Float>]

  /// More samples than that have no pattern.
  private static let mostSamples = 16

  /// - `device`: the samples of a fragment, from its corner.
  /// Nil for too many, or a single one.
  init?(device: [SIMD2<Float>], supersamplingFactor: Int) {
    count = supersamplingFactor * supersamplingFactor * device.count
    guard count <= Self.mostSamples, count > 1 else { return nil }
    var (x, y) = ([Float](), [Float]())
    for index in 0..<(count + 3) / 4 * 4 {
      let (fragment, sample) = (index / device.count, index % device.count)
      let corner = SIMD2(Float(fragment % supersamplingFactor), Float(fragment / supersamplingFactor))
      let place = (corner + device[sample]) / Float(supersamplingFactor)
      x.append(place.x)
      y.append(place.y)
    }
    self.x = stride(from: 0, to: x.count, by: 4).map { SIMD4(x[$0..<$0 + 4]) }
    self.y = stride(from: 0, to: y.count, by: 4).map { SIMD4(y[$0..<$0 + 4]) }
  }

  /// One bit for each sample.
  package var all: UInt16 { UInt16(truncatingIfNeeded: (1 << count) - 1) }

  /// The sample of a neighbor that is nearest to the middle of a pixel.
  /// - `mask`: those to choose from. - `offset`: of the neighbor.
  package func nearest(_ mask: UInt16, in offset: SIMD2<Int>) -> (sample: Int, distance: Float)? {
    var best: (sample: Int, distance: Float)?
    for sample in 0..<count where mask >> UInt16(sample) & 1 == 1 {
      let away =
        SIMD2(x[sample / 4][sample % 4], y[sample / 4][sample % 4])
        + SIMD2<Float>(SIMD2<Int32>(truncatingIfNeeded: offset))
        - 0.5
      let distance = (away * away).sum()
      if distance < best?.distance ?? .infinity { best = (sample, distance) }
    }
    return best
  }
}
