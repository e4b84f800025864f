/// A page whose lines are straight: where a surface shows them bent, its rows follow them. Between lines, and from the outer ones
/// to the edges, the correction changes evenly.
struct StraightenedPage: PageSurface {
  private let surface: any PageSurface
  /// From the top down.
  private let lines: [Line]

  /// The bend of a line: a polynomial of its share of the width.
  private struct Line {
    /// The share of the height, and its rise at shares of the width between both ends.
    let row: Double, ends: ClosedRange<Double>, factors: [Double]

    func bend(at x: Double) -> Double {
      let x = min(max(x, ends.lowerBound), ends.upperBound)
      return factors.reversed().reduce(0) { $0 * x + $1 } - row
    }
  }

  /// - Parameter lines: in the photo.
  /// - Throws: ``PageError/line(_:)`` for a line outside of the page.
  init(_ surface: any PageSurface, lines: [[SIMD2<Double>]]) throws(PageError) {
    self.surface = surface
    var made: [Line] = []
    for (index, line) in lines.enumerated() {
      let places = line.compactMap { surface.place(of: $0) }
      guard places.count == line.count, let line = Self.line(places), line.row > 0, line.row < 1 else {
        throw .line(index)
      }
      made.append(line)
    }
    self.lines = made.sorted { $0.row < $1.row }
    for (upper, lower) in zip(self.lines, self.lines.dropFirst()) {
      let cross = stride(from: 0, through: 1, by: 1.0 / 64).contains {
        upper.row + upper.bend(at: $0) >= lower.row + lower.bend(at: $0)
      }
      guard upper.row < lower.row, !cross else { throw .crossingLines }
    }
  }

  private static func line(_ places: [SIMD2<Double>]) -> Line? {
    guard let first = places.map(\.x).min(), let last = places.map(\.x).max(), first < last else {
      return nil
    }
    for degree in (1...2).reversed() where places.count > degree {
      let columns = (0...degree).map { exponent in places.map { power($0.x, Double(exponent)) } }
      guard let factors = LeastSquares(columns)?.solution(places.map(\.y)) else { continue }
      // The mean between the ends.
      let steps = 32
      let mean = (0...steps).reduce(0) { sum, step in
        let x = first + (last - first) * Double(step) / Double(steps)
        return sum + factors.reversed().reduce(0) { $0 * x + $1 } / Double(steps + 1)
      }
      return Line(row: mean, ends: first...last, factors: factors)
    }
    return nil
  }

  func photo(at place: SIMD2<Double>) -> SIMD2<Double>? {
    surface.photo(at: place + SIMD2(0, bend(at: place)))
  }

  func place(of point: SIMD2<Double>) -> SIMD2<Double>? {
    guard let target = surface.place(of: point) else { return nil }
    var place = target
    for _ in 0..<30 { place.y = target.y - bend(at: place) }
    return place
  }

  /// How far the surface's row is below the page's at a place.
  private func bend(at place: SIMD2<Double>) -> Double {
    let next = lines.firstIndex { $0.row > place.y } ?? lines.count
    let above = next > 0 ? (lines[next - 1].row, lines[next - 1].bend(at: place.x)) : (0, 0)
    let below = next < lines.count ? (lines[next].row, lines[next].bend(at: place.x)) : (1, 0)
    return above.1 + (below.1 - above.1) * (place.y - above.0) / (below.0 - above.0)
  }
}
