import MeshTransform
import RenderGraph

/// The positions of the samples in a pixel that is drawn with several fragments a side, in pixels from its top left
/// corner. The order is fragment by fragment, row by row, and the device's order in each fragment.
struct SamplePattern {
  let count: Int
  /// The positions, four at a time; those beyond `count` are not used.
  let x: [SIMD4<Float>], y: [SIMD4<Float>]

  /// The largest number of samples in a pattern.
  private static let mostSamples = 16

  /// Fails for more than 16 samples and for a single one.
  /// - `device`: the positions of the samples in a fragment, from its corner.
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

  /// The mask of all samples: one bit for each.
  var all: UInt16 { UInt16(truncatingIfNeeded: (1 << count) - 1) }

  /// The sample of a neighbor that is nearest to the middle of a pixel, with the square of the distance; nil if the
  /// mask is empty.
  /// - `mask`: one bit for each sample to choose from.
  /// - `offset`: the offset of the neighbor in pixels.
  func nearest(_ mask: UInt16, in offset: SIMD2<Int>) -> (sample: Int, distance: Float)? {
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
