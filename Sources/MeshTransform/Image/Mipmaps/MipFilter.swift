/// The weights that halve one axis of an image: cubic convolution over four target pixels (Keys 1981, Cubic Convolution
/// Interpolation for Digital Image Processing, with a = -3/4), integrated over each source pixel.
///
/// The response to frequencies of 0.1, 0.2, 0.3 and 0.4 cycles per source pixel, when the size is halved, is 0.99,
/// 0.70, 0.20 and -0.01; that of the mean of two pixels is 0.95, 0.81, 0.59 and 0.31. The response to the last two is
/// moire. The image is mirrored at its borders: so every source pixel has the same total weight, and the mean is
/// preserved for all sizes.
package struct MipFilter {
  /// The number of source pixels for each target pixel.
  let taps: Int
  /// The first source pixel of each target pixel; it may lie outside the image, see ``mirrored(_:in:)``.
  let first: [Int]
  /// The weights, ``taps`` for each target pixel, with a sum of 1.
  let weights: [Float]
  /// Whether all target pixels have the same eight weights, which are symmetric.
  let isExactHalf: Bool

  private static let a = -0.75

  /// - `count`: the number of source pixels.
  /// - `half`: the number of target pixels: `count`, or from a third to half of it.
  init(from count: Int, to half: Int) {
    guard count > half else {
      (taps, first, isExactHalf) = (1, Array(0..<half), false)
      weights = [Float](repeating: 1, count: half)
      return
    }
    isExactHalf = count == 2 * half
    let span = Double(count) / Double(half)
    let taps = isExactHalf ? 8 : Int(clamping: (4 * span).rounded(.up)) + 1
    let centers = (0..<half).map { (Double($0) + 0.5) * span }
    first = centers.map { Int(clamping: ($0 - 2 * span).rounded(.down)) }
    weights = zip(first, centers).flatMap { first, center in
      (0..<taps).map { tap in
        let left = Double(first + tap) - center
        return Float(Self.integral((left + 1) / span) - Self.integral(left / span))
      }
    }
    self.taps = taps
  }

  /// The size of the next smaller level.
  package static func half(_ size: PixelSize) -> PixelSize {
    PixelSize(max(1, size.width / 2), max(1, size.height / 2))
  }

  /// The index of the pixel that replaces pixel `number` on a mirrored axis of `count` pixels.
  static func mirrored(_ number: Int, in count: Int) -> Int {
    let place = ((number % (2 * count)) + 2 * count) % (2 * count)
    return min(place, 2 * count - 1 - place)
  }

  /// The integral of the kernel from 0 to `x` target pixels; it is 1/2 from 2 on.
  private static func integral(_ x: Double) -> Double {
    let t = min(abs(x), 2)
    let near = min(t, 1)
    var sum = near * (1 + near * near * ((a + 2) / 4 * near - (a + 3) / 3))
    if t > 1 {
      func far(_ t: Double) -> Double { a * t * (-4 + t * (4 + t * (-5 / 3.0 + t / 4))) }
      sum += far(t) - far(1)
    }
    return x < 0 ? -sum : sum
  }
}
