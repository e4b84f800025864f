import MeshTransform
import RenderGraph

/// A straight segment of an edge in canvas pixels. The interior lies on the side with a positive cross product.
struct EdgeSegment: Equatable {
  var start: SIMD2<Float>, end: SIMD2<Float>
  /// Whether the edge is a boundary of the mesh; else it is a silhouette.
  var isBoundary = true
  /// The side of a triangle that the segment is a part of: three times the number of the triangle, and 0...2.
  var side: UInt32 = 0

  package var direction: SIMD2<Float> { end - start }

  /// Whether the segment runs exactly between pixels.
  var isBetweenPixels: Bool {
    let near: Float = 1 / 512
    func isWhole(_ a: Float, _ b: Float) -> Bool {
      abs(a - a.rounded()) <= near && abs(b - a.rounded()) <= near
    }
    return isWhole(start.x, end.x) || isWhole(start.y, end.y)
  }
}
