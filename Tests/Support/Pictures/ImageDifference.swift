import MeshTransform

/// How far a picture is from what it should be: premultiplied channels in 0...255.
struct ImageDifference: CustomStringConvertible {
  /// The worst channel of the worst pixel.
  let max: Double
  /// The mean over all channels of the compared pixels.
  let mean: Double
  /// Pixels that were compared.
  let count: Int
  /// At most five, the worst first.
  let worst: [Fault]

  struct Fault: CustomStringConvertible {
    let x: Int, y: Int
    let got: Pixel
    let expected: SIMD4<Double>
    var amount: Double { got.distance(to: expected) }

    var description: String {
      let wanted = (0..<4).map { String((expected[$0] * 100).rounded() / 100) }.joined(separator: " ")
      return "[\(x), \(y)] \(got.x) \(got.y) \(got.z) \(got.w), expected \(wanted)"
    }
  }

  enum Tolerance: Hashable, Sendable {
    case exact
    case within(max: Double, mean: Double)
  }

  /// Against a closed form of premultiplied channels; nil where it does not say.
  init(_ actual: Image, _ expected: (_ x: Int, _ y: Int) -> SIMD4<Double>?) {
    let actual = actual.premultiplied()
    var (worst, sum, count): ([Fault], Double, Int) = ([], 0, 0)
    for y in 0..<actual.size.height {
      for x in 0..<actual.size.width {
        guard let wanted = expected(x, y) else { continue }
        count += 1
        let got = actual[x, y]
        let delta = SIMD4<Double>(got) - wanted
        for channel in 0..<4 { sum += abs(delta[channel]) }
        let fault = Fault(x: x, y: y, got: got, expected: wanted)
        guard fault.amount > 0, worst.count < 5 || fault.amount > worst[worst.count - 1].amount else {
          continue
        }
        let place = worst.firstIndex { $0.amount < fault.amount } ?? worst.count
        worst.insert(fault, at: place)
        if worst.count > 5 { worst.removeLast() }
      }
    }
    self.init(
      max: worst.first?.amount ?? 0, mean: count > 0 ? sum / Double(4 * count) : 0, count: count, worst: worst
    )
  }

  private init(max: Double, mean: Double, count: Int, worst: [Fault]) {
    (self.max, self.mean, self.count, self.worst) = (max, mean, count, worst)
  }

  /// Pictures of different sizes differ without bound.
  init(_ actual: Image, _ expected: Image) {
    guard actual.size == expected.size else {
      self.init(max: .infinity, mean: .infinity, count: 0, worst: [])
      return
    }
    let expected = expected.premultiplied()
    self.init(actual) { SIMD4<Double>(expected[$0, $1]) }
  }

  /// Never true when nothing was compared.
  func isWithin(_ tolerance: Tolerance) -> Bool {
    guard count > 0 else { return false }
    return switch tolerance {
    case .exact: max == 0
    case .within(let limit, let meanLimit): max <= limit && mean <= meanLimit
    }
  }

  /// Never true when nothing was compared.
  func isWithin(_ limit: Double) -> Bool { count > 0 && max <= limit }

  var description: String {
    "max \(max), mean \(mean) over \(count) pixels; worst: "
      + worst.map(\.description).joined(separator: "; ")
  }
}
