import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// How many texels one sample is enough for: noise drawn smaller, beside the mean over the area of each pixel, which is
/// computed here.
struct ReachTests {
  private static let texels = 256

  /// The mean over a rectangle of texels.
  private func mean(_ image: Image, _ low: SIMD2<Double>, _ high: SIMD2<Double>) -> SIMD4<Double> {
    var (sum, area) = (SIMD4<Double>.zero, 0.0)
    for y in Int(low.y)...Int(high.y.rounded(.up) - 1) {
      for x in Int(low.x)...Int(high.x.rounded(.up) - 1) {
        let (left, right) = (max(low.x, Double(x)), min(high.x, Double(x + 1)))
        let (top, bottom) = (max(low.y, Double(y)), min(high.y, Double(y + 1)))
        let share = (right - left) * (bottom - top)
        sum += SIMD4<Double>(image[x, y]) * share
        area += share
      }
    }
    return sum / area
  }

  /// - `pixel`: texels that a pixel is wide and high.
  /// - Returns: the root of the mean square error, of noise whose own is 1.
  private func error(_ pixel: SIMD2<Double>, _ renderer: Renderer) throws -> Double {
    let image = Image.noise(Self.texels, Self.texels)
    let size = Size(Double(Self.texels) / pixel.x, Double(Self.texels) / pixel.y)
    // Pixels begin anywhere in a texel, the first one in the middle of the fourth.
    let frame = Rect(4.31 / pixel.x, 4.77 / pixel.y, 64, 64)
    let layer = Layer(
      bounds: Rect(origin: .zero, size: size), position: Point(size.width / 2, size.height / 2),
      contents: .image(image))
    let picture = try Scene(canvas: Canvas(frame: frame), layers: [layer]).rendered(by: renderer)
    var (errors, variance, count) = (0.0, 0.0, 0.0)
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        let low = SIMD2(4.31, 4.77) + SIMD2(Double(x), Double(y)) * pixel
        let difference = SIMD4<Double>(picture[x, y]) - mean(image, low, low + pixel)
        errors += (difference * difference).sum() / 3
        let texel = SIMD4<Double>(image[Int(low.x), Int(low.y)]) - SIMD4(127.5, 127.5, 127.5, 255)
        variance += (texel * texel).sum() / 3
        count += 1
      }
    }
    return (errors / variance).squareRoot()
  }

  /// A second sample at one texel would err by 0.09 at 1.1 texels, a third at two by 0.035 at 2.2; mipmaps that begin at one
  /// texel by 0.087 at 1.19 texels and 0.3 at 2.
  @Test func samplesReachFartherThanATexel() throws {
    let renderer = try Renderer.any()
    // Pixels fall on texels in ever new ways: no side is a simple fraction.
    let cases: [(SIMD2<Double>, Double)] = [
      (SIMD2(1, 1), 0.01), (SIMD2(1.103, 1), 0.045), (SIMD2(1, 1.103), 0.045), (SIMD2(1.193, 1), 0.075),
      (SIMD2(1.507, 1), 0.055), (SIMD2(2, 1), 0.01), (SIMD2(1, 2.203), 0.03), (SIMD2(3, 1), 0.01),
      (SIMD2(3.203, 0.9), 0.035), (SIMD2(1.103, 1.103), 0.07), (SIMD2(1.193, 1.193), 0.08),
      (SIMD2(2.113, 2.113), 0.23), (SIMD2(3.171, 3.171), 0.17),
    ]
    for (pixel, limit) in cases {
      let error = try error(pixel, renderer)
      #expect(error < limit, "\(error) for pixels of \(pixel.x) x \(pixel.y) texels")
    }
  }
}
