/// The profile of a bent page as the camera sees it: the inverse depth at each place across it, by uniform cubic B-splines
/// over 0...1, and straight beyond. A flat page has a straight profile. (de Boor, A Practical Guide to Splines, chapter 9.)
struct PageProfile: Sendable {
  /// Of the splines.
  var factors: [Double]

  private static let intervals = 16
  static let count = intervals + 3

  /// The inverse depth and its slope.
  func value(at place: Double) -> (value: Double, slope: Double) {
    let inside = min(max(place, 0), 1)
    let scaled = inside * Double(Self.intervals)
    let interval = min(Int(clamping: scaled.rounded(.down)), Self.intervals - 1)
    let x = scaled - Double(interval)
    let y = 1 - x
    let (a, b, c, d) = (
      factors[interval], factors[interval + 1], factors[interval + 2], factors[interval + 3]
    )
    let middle = (3 * x - 6) * x * x + 4
    let next = ((3 - 3 * x) * x + 3) * x + 1
    let value = (y * y * y * a + middle * b + next * c + x * x * x * d) / 6
    let rise = (9 * x - 12) * x * b + ((6 - 9 * x) * x + 3) * c
    let slope = (rise / 6 + (x * x * d - y * y * a) / 2) * Double(Self.intervals)
    return (value + slope * (place - inside), slope)
  }

  /// Its second differences in parts of its mean: 0 for a flat page.
  var bends: [Double] {
    let mean = factors.reduce(0) { $0 + abs($1) } / Double(Self.count)
    let scale = power(Double(Self.intervals), 1.5) / mean
    return factors.indices.dropFirst().dropLast().map {
      (factors[$0 - 1] - 2 * factors[$0] + factors[$0 + 1]) * scale
    }
  }
}
