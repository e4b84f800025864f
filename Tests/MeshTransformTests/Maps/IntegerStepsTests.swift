import MeshTransform
import Testing

/// Maps that were rounded to whole pixels.
struct IntegerStepsTests {
  private static let size = PixelSize(160, 90)

  private func map(_ position: (Double, Double) -> SIMD2<Double>) -> [Float] {
    (0..<Self.size.area).flatMap { index -> [Float] in
      let place = position(Double(index % Self.size.width), Double(index / Self.size.width))
      return [Float(place.x), Float(place.y)]
    }
  }

  /// The mean of the squared differences between neighbors' steps along rows.
  private func roughness(_ values: [Float], _ exact: [Float]) -> Double {
    var (sum, count) = (0.0, 0.0)
    for index in stride(from: 2, to: values.count, by: 2) where index / 2 % Self.size.width != 0 {
      let difference = Double(values[index] - values[index - 2]) - Double(exact[index] - exact[index - 2])
      (sum, count) = (sum + difference * difference, count + 1)
    }
    return sum / count
  }

  /// A lens, a turn and a slow zoom: steps vanish, and positions come nearer to the exact ones.
  @Test(arguments: 0..<3)
  func stepsVanish(kind: Int) {
    let exact = map { x, y in
      switch kind {
      case 0:
        let (u, v) = ((x - 80) / 80, (y - 45) / 80)
        let factor = 1 - 0.2 * (u * u + v * v)
        return [80 + 80 * u * factor, 45 + 80 * v * factor]
      case 1: return [x * 0.98 + y * 0.1, y * 1.02 - x * 0.1]
      default: return [x * 0.03 + 7.2, y * 0.3 - 3]
      }
    }
    let rounded = exact.map { $0.rounded() }
    let smooth = IntegerSteps.smooth(rounded, size: Self.size)
    #expect(zip(smooth, rounded).allSatisfy { abs($0 - $1) <= 0.5 })
    #expect(roughness(smooth, exact) < roughness(rounded, exact) / 25)
    let error = { (values: [Float]) in zip(values, exact).reduce(0) { $0 + abs($1.0 - $1.1) } }
    #expect(error(smooth) < error(rounded) / 2)
  }

  @Test func linearMapsOfWholePixelsStay() {
    let exact = map { x, y in [x, 2 * y - x] }
    #expect(IntegerSteps.smooth(exact, size: Self.size) == exact)
  }

  @Test func holesStay() {
    var values = map { x, y in [(x / 10).rounded(), (y / 10).rounded()] }
    for index in stride(from: 0, to: values.count, by: 14) {
      (values[index], values[index + 1]) = (.nan, .nan)
    }
    let smooth = IntegerSteps.smooth(values, size: Self.size)
    #expect(zip(smooth, values).allSatisfy { $0.isNaN == $1.isNaN })
  }

  @Test(arguments: [PixelSize(1, 1), PixelSize(2, 9), PixelSize(9, 3), PixelSize(1, 40)])
  func smallMaps(size: PixelSize) {
    let values = (0..<2 * size.area).map { Float($0 % 3) }
    let smooth = IntegerSteps.smooth(values, size: size)
    #expect(zip(smooth, values).allSatisfy { abs($0 - $1) <= 0.5 })
  }
}
