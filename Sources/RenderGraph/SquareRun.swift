import MeshTransform

/// Unbent siblings of one look that lie before the eye, as the shape of one render item.
package final class SquareRun {
  /// In painter's order.
  package let squares: [Square]
  /// The place of each square.
  let places: [Place]
  /// The plane of all squares; nil where they lie in several.
  let plane: DepthPlane?
  /// The bounds: x and y in canvas pixels, depth in points, w.
  let low: SIMD4<Float>, high: SIMD4<Float>
  /// The items one by one.
  let items: () -> [RenderItem]
  /// Whether it is certain that no two squares overlap on the canvas.
  private(set) lazy var areApart = !hasOverlaps

  struct Place {
    /// The bounds: x and y in canvas pixels, depth in points, w.
    let low: SIMD4<Float>, high: SIMD4<Float>
    /// Nil for a square that is seen edge-on or reaches behind the eye, which no run contains.
    let plane: DepthPlane?
  }

  /// - `squares`, `places`: of equal length, not empty.
  init(_ squares: [Square], _ places: [Place], items: @escaping () -> [RenderItem]) {
    (self.squares, self.places, self.items) = (squares, places, items)
    var (low, high, isInOnePlane) = (places[0].low, places[0].high, true)
    for place in places {
      (low, high) = (smaller(low, place.low), larger(high, place.high))
      isInOnePlane = isInOnePlane && place.plane == places[0].plane
    }
    (self.low, self.high, plane) = (low, high, isInOnePlane ? places[0].plane : nil)
  }

  /// Each square is compared with those in the cells around it, whose side is that of the largest square.
  private var hasOverlaps: Bool {
    let margin = Float(SurfaceBounds.canvasMargin)
    var largest: Float = 0
    for place in places { largest = max(largest, place.high.x - place.low.x, place.high.y - place.low.y) }
    // At most about one cell for each square.
    let (width, height) = (high.x - low.x, high.y - low.y)
    let side = max(largest + margin, (width * height / Float(places.count)).squareRoot())
    let (columns, rows) = (Int(clamping: width / side) + 1, Int(clamping: height / side) + 1)
    guard side.isFinite, columns <= 2 * places.count, rows <= 2 * places.count else { return true }
    func cell(_ place: Place) -> (column: Int, row: Int) {
      (Int(clamping: (place.low.x - low.x) / side), Int(clamping: (place.low.y - low.y) / side))
    }
    var starts = [Int32](repeating: 0, count: columns * rows + 1)
    for place in places {
      let (column, row) = cell(place)
      starts[row * columns + column + 1] += 1
    }
    // Cells with many squares have overlaps, or cost too much.
    if starts.contains(where: { $0 > 64 }) { return true }
    for cell in 1..<starts.count { starts[cell] += starts[cell - 1] }
    var (listed, next) = ([Int32](repeating: 0, count: places.count), starts)
    for (index, place) in places.enumerated() {
      let (column, row) = cell(place)
      let number = row * columns + column
      listed[Int(next[number])] = Int32(truncatingIfNeeded: index)
      next[number] += 1
    }
    for (index, place) in places.enumerated() {
      let (column, row) = cell(place)
      let last = min(column + 1, columns - 1)
      for near in row...min(row + 1, rows - 1) {
        // Pairs are compared once: those of one row from the left, and those with the next row from above.
        let first = near == row ? column : max(column - 1, 0)
        for number in Int(starts[near * columns + first])..<Int(starts[near * columns + last + 1])
        where Int(listed[number]) != index {
          let other = places[Int(listed[number])]
          let gap = larger(place.low, other.low) - smaller(place.high, other.high)
          if gap.x <= margin, gap.y <= margin { return true }
        }
      }
    }
    return false
  }

  /// Whether all squares are parallel to the canvas, each at one depth.
  var areParallel: Bool { places.allSatisfy { $0.low.z == $0.high.z } }

  /// The depth `z / w` in points of the middle that is nearest to the viewer.
  var nearestMiddle: Double { squares.reduce(-.infinity) { max($0, $1.middleDepth) } }

  /// The squares from back to front, at equal depth in painter's order.
  var backToFront: [Int] {
    let depths = squares.map(\.middleDepth)
    return depths.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }
  }

  private static let blockSize = 2048

  /// The pixels of the target in the squares, also those that others cover.
  func coveredPixels(in target: PixelSize?) -> Int {
    let sums = mapBlocks(squares.count, of: Self.blockSize) { range in
      range.reduce(0) { sum, index in
        let (a, b, c, d) = squares[index].points
        let own = DrawCommand.pixels(
          SIMD4(a.x, b.x, c.x, d.x), SIMD4(a.y, b.y, c.y, d.y), from: places[index].low.place,
          to: places[index].high.place, in: target)
        return sum + own
      }
    }
    return sums.reduce(0, +)
  }

  /// The filter that is right for all squares.
  func mostExpensive(_ selection: FilterSelection) -> TextureFilter {
    let corners = (SIMD2<Float>(0, 0), SIMD2<Float>(1, 0), SIMD2<Float>(1, 1), SIMD2<Float>(0, 1))
    let filter =
      mapBlocks(squares.count, of: Self.blockSize) { range in
        var filter = TextureFilter.oneTap
        for index in range {
          let (a, b, c, d) = squares[index].points
          for (points, content) in [
            ((a, b, c), (corners.0, corners.1, corners.2)), ((c, d, a), (corners.2, corners.3, corners.0)),
          ] {
            let (code, area) = selection.batchCode(points, content)
            if area > 0 { filter = max(filter, BatchKey(code: code).filter) }
          }
          if filter == .mipmapped { break }
        }
        return filter
      }.max() ?? .oneTap
    // The direction of two taps is that of one square.
    return filter == .twoTaps ? .anisotropic : filter
  }
}

@available(*, unavailable) extension SquareRun: Sendable {}

extension SIMD4<Float> {
  /// The first three elements.
  var place: SIMD3<Float> { SIMD3(x, y, z) }
}

extension [RenderItem] {
  /// Whether an order of whole items is right for all translucent squares: they lie apart, in painter's order in one plane,
  /// or each at one depth beside no other translucent item.
  /// - `areOpaque`: whether each item is opaque.
  func haveOrder(_ areOpaque: [Bool]) -> Bool {
    let translucent = indices.filter { !areOpaque[$0] }
    let runs = translucent.filter { self[$0].squares != nil }
    if runs.isEmpty { return true }
    if translucent.count == 1, let run = self[runs[0]].squares {
      if run.areParallel || (count == 1 && run.areApart) { return true }
    }
    let plane = self[0].plane
    return plane != nil && allSatisfy { $0.mesh == nil && $0.plane == plane }
  }
}
