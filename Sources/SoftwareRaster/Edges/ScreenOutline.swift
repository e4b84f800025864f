import MeshTransform
import RenderGraph

/// The outline of an item on the canvas: a box, and for a rectangle that is projected, its corners.
struct ScreenOutline {
  /// The box in canvas pixels.
  let low: SIMD2<Float>, high: SIMD2<Float>
  /// The x and the y coordinates of the four corners in any order; nil for items of more than two triangles.
  private let corners: (x: SIMD4<Float>, y: SIMD4<Float>)?

  init(_ mesh: ProjectedMesh) {
    let (low, high) = (mesh.vertices.low, mesh.vertices.high)
    (self.low, self.high) = (SIMD2(low.x, low.y), SIMD2(high.x, high.y))
    let points = mesh.vertices.points
    corners =
      points.count == 4 && mesh.triangles.indices.count == 6
      ? (
        SIMD4(points[0].x, points[1].x, points[2].x, points[3].x),
        SIMD4(points[0].y, points[1].y, points[2].y, points[3].y)
      ) : nil
  }

  /// Whether the items are certainly farther apart than a distance in pixels: by their boxes, or by a line between their
  /// corners in the direction of an edge or diagonal of one of them.
  func isApart(from other: Self, by distance: Float) -> Bool {
    if any(low .> other.high + distance) || any(other.low .> high + distance) { return true }
    guard let own = corners, let others = other.corners else { return false }
    for points in [own, others] {
      for i in 1..<4 {
        for j in 0..<i {
          // Across the line through two corners.
          let across = SIMD2(points.y[i] - points.y[j], points.x[j] - points.x[i])
          let length = (across * across).sum().squareRoot()
          let a = own.x * across.x + own.y * across.y
          let b = others.x * across.x + others.y * across.y
          if max(a.min() - b.max(), b.min() - a.max()) > distance * length { return true }
        }
      }
    }
    return false
  }
}
