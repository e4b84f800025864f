import MeshTransform

/// A line on the canvas at which the order of two items changes, in pixels.
package struct PlaneCrossing {
  package let start: SIMD2<Float>, end: SIMD2<Float>

  /// The piece of a line within a box; fails where there is none.
  package init?(
    _ start: SIMD2<Float>, _ end: SIMD2<Float>, from low: SIMD2<Float>, to high: SIMD2<Float>
  ) {
    // The piece as shares of the line: after Liang and Barsky, "A New Concept and Method for Line Clipping", 1984.
    var (first, last): (Float, Float) = (0, 1)
    let direction = end - start
    for axis in 0..<2 {
      if direction[axis] == 0 {
        guard low[axis] <= start[axis], start[axis] <= high[axis] else { return nil }
        continue
      }
      let (a, b) = (
        (low[axis] - start[axis]) / direction[axis], (high[axis] - start[axis]) / direction[axis]
      )
      (first, last) = (max(first, min(a, b)), min(last, max(a, b)))
    }
    guard first <= last else { return nil }
    (self.start, self.end) = (start + first * direction, start + last * direction)
  }
}
