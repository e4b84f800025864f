/// How a pixel gets its samples: from the device's multisampling, and beyond what that offers by supersampling, where a
/// picture is drawn with several fragments a side of each pixel.
package struct Antialiasing: Hashable {
  /// Of each fragment; a count that the device offers.
  package let deviceSamples: Int
  /// Fragments a side of each pixel.
  package let supersamplingFactor: Int
  /// Whether only what holds edges gets that many, where this is cheaper; all else then has one sample a pixel.
  package var followsEdges = false

  /// One sample a pixel.
  package static let none = Antialiasing()

  /// Counts that every device reaches, one way or the other.
  private static let reached = [1, 4, 16, 64]
  private static let supersamplingFactors = [1, 2, 4, 8]

  /// - `samples`: a pixel. Nil when no square of fragments gives just as many.
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

  /// The counts that only supersampling reaches, ascending.
  package static func supersampledCounts(offered: [Int]) -> [Int] {
    reached.filter { !offered.contains($0) && Antialiasing(samples: $0, offered: offered) != nil }
  }
}
