/// The samples of a pixel: the device's multisampling, and beyond its limit supersampling with several fragments a side
/// of each pixel.
package struct PixelSampling: Hashable {
  /// Samples of each fragment; a count that the device offers.
  package let deviceSamples: Int
  /// Fragments a side of each pixel.
  package let supersamplingFactor: Int

  /// One sample a pixel.
  package static let none = PixelSampling()

  /// Sample counts that every device reaches.
  private static let reached = [1, 4, 16, 64]
  private static let supersamplingFactors = [1, 2, 4, 8]

  /// Fails where no supersampling factor gives exactly that count.
  /// - `samples`: samples a pixel.
  package init?(samples: Int, offered: [Int]) {
    guard offered.contains(samples) || Self.reached.contains(samples) else { return nil }
    for supersamplingFactor in Self.supersamplingFactors
    where samples % (supersamplingFactor * supersamplingFactor) == 0 {
      guard offered.contains(samples / (supersamplingFactor * supersamplingFactor)) else { continue }
      (deviceSamples, self.supersamplingFactor) = (
        samples / (supersamplingFactor * supersamplingFactor), supersamplingFactor
      )
      return
    }
    return nil
  }

  private init() { (deviceSamples, supersamplingFactor) = (1, 1) }

  /// The sample counts that only supersampling reaches, ascending.
  package static func supersampledCounts(offered: [Int]) -> [Int] {
    reached.filter { !offered.contains($0) && PixelSampling(samples: $0, offered: offered) != nil }
  }
}
