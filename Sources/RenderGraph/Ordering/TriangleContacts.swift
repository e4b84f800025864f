import MeshTransform

/// The contacts between the triangles of two bent surfaces.
struct TriangleContacts {
  /// The largest change of depth at a contact in points a pixel.
  let steepness: Double

  /// The largest number of grid cells a side.
  private static let mostCells = 512

  /// Fails when the surfaces do not touch.
  /// - `tolerance`: the difference in points of depth up to which two surfaces touch.
  init?(_ a: ProjectedSurface, _ b: ProjectedSurface, tolerance: Double) {
    let margin = SIMD3(0, 0, tolerance)
    let (low, high) = (larger(a.low, b.low), smaller(a.high, b.high))
    let own = a.triangles(in: low - margin, high + margin)
    let others = b.triangles(in: low - margin, high + margin)
    let found = Self.steepness(own, others, tolerance: tolerance)
    guard let found else { return nil }
    steepness = found
  }

  private static func steepness(
    _ triangles: [ProjectedTriangle], _ others: [ProjectedTriangle], tolerance: Double
  ) -> Double? {
    guard !triangles.isEmpty, !others.isEmpty else { return nil }
    let grid = Grid(triangles)
    return mapBlocks(others.count, of: 4096) { range -> Double? in
      var steepest: Double?
      for other in others[range] {
        let steepness = abs(other.slope.x) + abs(other.slope.y)
        if let steepest, steepness <= steepest { continue }
        if grid.contains(around: other, where: { triangles[$0].lies(on: other, tolerance) }) {
          steepest = steepness
        }
      }
      return steepest
    }.compactMap { $0 }.max()
  }

  /// A regular grid whose cells list the triangles by their boxes.
  private struct Grid {
    private let low: SIMD2<Double>, cellsPerPixel: SIMD2<Double>
    private let side: Int
    private var starts: [Int]
    private var numbers: [UInt32]

    init(_ triangles: [ProjectedTriangle]) {
      var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
      for triangle in triangles {
        low = smaller(low, SIMD2(triangle.low.x, triangle.low.y))
        high = larger(high, SIMD2(triangle.high.x, triangle.high.y))
      }
      side = max(1, min(Int(clamping: Double(triangles.count / 2).squareRoot()), TriangleContacts.mostCells))
      self.low = low
      cellsPerPixel = SIMD2(repeating: Double(side)) / larger(high - low, SIMD2(repeating: 1e-9))
      (starts, numbers) = ([Int](repeating: 0, count: side * side + 1), [])
      for triangle in triangles { forEachTile(of: triangle) { starts[$0 + 1] += 1 } }
      for cell in 0..<side * side { starts[cell + 1] += starts[cell] }
      var next = starts
      numbers = [UInt32](repeating: 0, count: starts[side * side])
      for (number, triangle) in triangles.enumerated() {
        forEachTile(of: triangle) {
          numbers[next[$0]] = UInt32(number)
          next[$0] += 1
        }
      }
    }

    private func cells(_ first: Double, _ last: Double, axis: Int) -> ClosedRange<Int> {
      func cell(_ place: Double) -> Int {
        Int(clamping: min(max((place - low[axis]) * cellsPerPixel[axis], 0), Double(side - 1)))
      }
      return cell(first)...cell(last)
    }

    private func forEachTile(of triangle: ProjectedTriangle, _ body: (Int) -> Void) {
      for row in cells(triangle.low.y, triangle.high.y, axis: 1) {
        for column in cells(triangle.low.x, triangle.high.x, axis: 0) { body(row * side + column) }
      }
    }

    /// Whether the condition holds for a triangle in the cells that the box of another triangle touches.
    func contains(around other: ProjectedTriangle, where condition: (Int) -> Bool) -> Bool {
      for row in cells(other.low.y, other.high.y, axis: 1) {
        for column in cells(other.low.x, other.high.x, axis: 0) {
          let cell = row * side + column
          for place in starts[cell]..<starts[cell + 1] where condition(Int(numbers[place])) { return true }
        }
      }
      return false
    }
  }
}
