import MeshTransform
import RenderGraph

/// The part of an edge within one pixel. The interior lies on the right of its direction (y down).
struct EdgePiece {
  /// The pixel.
  let x: Int, y: Int
  /// The ends, in pixels from the pixel's top left corner.
  let start: SIMD2<Float>, end: SIMD2<Float>
  /// The sides of the pixel through which the edge enters and leaves.
  let came: Side, gone: Side
  /// The hashes of edge ends in the pixel minus those of edge starts, so that the sum over a closed outline is 0.
  let ends: UInt32

  /// A side of a pixel through which an edge enters or leaves; `inner` where it begins or ends inside.
  enum Side { case inner, left, right, top, bottom }

  /// The piece's share of the mean winding number over the pixel, by Green's theorem.
  @inline(__always)
  var area: Float {
    var area = (start.y - end.y) * (1 - (start.x + end.x) / 2)
    // An edge that passes through the left side changes the winding number of all points below that place.
    if came == .left { area += 1 - start.y }
    if gone == .left { area -= 1 - end.y }
    return area
  }

  /// The piece's share of the winding number at a point of the pixel.
  @inline(__always)
  func winding(at point: SIMD2<Float>) -> Float {
    let (u, from) = (end - start, point - start)
    var winding: Float = 0
    if point.y >= min(start.y, end.y), point.y < max(start.y, end.y), from.x > from.y * (u.x / u.y) {
      winding = u.y < 0 ? 1 : -1
    }
    if came == .left, point.y >= start.y { winding += 1 }
    if gone == .left, point.y >= end.y { winding -= 1 }
    return winding
  }
}

extension EdgeSegment {
  /// Calls `body` with the part in each pixel of a picture that the edge crosses, in order.
  @inline(__always)
  func forEachPixel(of size: PixelSize, _ body: (EdgePiece) -> Void) {
    let (start, end) = (Self.snapped(start), Self.snapped(end))
    if start == end { return }
    let limit = SIMD2(Float(size.width), Float(size.height))
    guard let part = EdgeSegment(start: start, end: end).clipped(to: SIMD2(repeating: -1), limit + 1) else {
      return
    }
    func add(
      _ from: SIMD2<Float>, _ to: SIMD2<Float>, _ pixel: SIMD2<Float>, _ came: EdgePiece.Side,
      _ gone: EdgePiece.Side, ends: UInt32
    ) {
      let (x, y) = (Int(pixels: pixel.x), Int(pixels: pixel.y))
      guard x >= 0, y >= 0, x < size.width, y < size.height else { return }
      body(
        EdgePiece(x: x, y: y, start: from - pixel, end: to - pixel, came: came, gone: gone, ends: ends))
    }
    let (origin, direction) = (part.start, part.direction)
    let inverse = 1 / direction
    var pixel = origin.rounded(.down)
    let forward = SIMD2<Float>(direction.x > 0 ? 1 : 0, direction.y > 0 ? 1 : 0)
    var (from, came) = (origin, EdgePiece.Side.inner)
    // Each step leads to an adjacent pixel, so that rounding errors skip no pixels.
    for _ in 0..<Int(pixels: abs(direction.x) + abs(direction.y)) + 4 {
      let border = pixel + forward
      let across = direction.x == 0 ? Float.infinity : (border.x - origin.x) * inverse.x
      let down = direction.y == 0 ? Float.infinity : (border.y - origin.y) * inverse.y
      if min(across, down) >= 1 {
        add(from, part.end, pixel, came, .inner, ends: Self.hash(start, end, from == origin))
        return
      }
      var to = origin + direction * min(across, down)
      let isAcross = across <= down
      to[isAcross ? 0 : 1] = border[isAcross ? 0 : 1]
      let gone: EdgePiece.Side =
        isAcross ? (direction.x > 0 ? .right : .left) : (direction.y > 0 ? .bottom : .top)
      add(from, to, pixel, came, gone, ends: from == origin ? 0 &- Self.hash(start) : 0)
      came =
        switch gone {
        case .left: .right
        case .right: .left
        case .top: .bottom
        case .bottom: .top
        case .inner: .inner
        }
      pixel[isAcross ? 0 : 1] += isAcross ? (direction.x > 0 ? 1 : -1) : (direction.y > 0 ? 1 : -1)
      from = to
    }
  }

  /// The point rounded to the device's grid and moved off the borders of pixels: every corner lies inside a pixel.
  private static func snapped(_ point: SIMD2<Float>) -> SIMD2<Float> {
    let limited = smaller(larger(point, SIMD2(repeating: -1e6)), SIMD2(repeating: 1e6))
    let snapped: SIMD2<Float> = (limited * 256).rounded(.toNearestOrEven) / 256
    return snapped + 1 / 1024
  }

  private static func hash(_ point: SIMD2<Float>) -> UInt32 {
    (point.x.bitPattern &* 0x9E37_79B1) ^ (point.y.bitPattern &* 0x85EB_CA77)
  }

  /// The hash of a segment that ends in the pixel; `begins` states whether it also begins there.
  private static func hash(_ start: SIMD2<Float>, _ end: SIMD2<Float>, _ begins: Bool) -> UInt32 {
    hash(end) &- (begins ? hash(start) : 0)
  }
}
