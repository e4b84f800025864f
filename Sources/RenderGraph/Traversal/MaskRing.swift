import MeshTransform

/// The part of an offscreen pass that a mask excludes: the plane around a convex polygon.
///
/// It is drawn first, with the nearest depth and without color, and keeps the samples beyond the mask's edge free. So
/// the edge's coverage counts once, also for content that ends at the same edge.
struct MaskRing {
  /// Distance in pixels to which the ring reaches beyond the pass.
  private static let reach = 8.0

  /// The rectangle of the ring's unit space, in pixels of the pass.
  let rect: Rect
  let mesh: Mesh

  /// Fails where the mask shows nothing.
  /// - `mask`: the mask, a convex polygon in layer points.
  /// - `toPixels`: layer points to pixels of the pass.
  init?(_ mask: [Point], toPixels: Transform3D, size: PixelSize) {
    let pass = Rect(0, 0, Double(size.width), Double(size.height))
    rect = pass.outset(by: Self.reach, Self.reach)
    guard let inside = Self.polygon(mask, toPixels, in: pass.outset(by: Self.reach / 2, Self.reach / 2))
    else {
      return nil
    }
    mesh = Self.mesh(around: inside, in: rect)
  }

  /// The mask in pixels of the pass: clockwise (y down), clipped to `limit`.
  private static func polygon(_ mask: [Point], _ toPixels: Transform3D, in limit: Rect) -> [Point]? {
    var points = mask
    if toPixels.hasPerspective {
      func w(_ point: Point) -> Double { point.x * toPixels.m14 + point.y * toPixels.m24 + toPixels.m44 }
      let largest = points.map { w($0) }.max() ?? 0
      points = points.clipped(to: [{ w($0) - 1e-6 * largest }])
    }
    points = points.compactMap { toPixels.project($0) }.clipped(to: limit)
    guard points.count > 2, points.allSatisfy(\.isFinite) else { return nil }
    let area = points.indices.reduce(0) { sum, i in
      let (a, b) = (points[i], points[(i + 1) % points.count])
      return sum + a.x * b.y - a.y * b.x
    }
    guard abs(area) > 1e-9 else { return nil }
    if area < 0 { points.reverse() }
    // Meshes with equal numbers of vertices share buffers from frame to frame.
    return points.padded(to: (points.count + 15) / 16 * 16)
  }

  /// A mesh of convex wedges, cut by rays from the middle of the polygon through its corners.
  private static func mesh(around inside: [Point], in rect: Rect) -> Mesh {
    let count = inside.count
    let sum = inside.reduce(Point.zero) { Point($0.x + $1.x, $0.y + $1.y) }
    let middle = Point(sum.x / Double(count), sum.y / Double(count))
    let outside = inside.map { rect.exit(from: middle, through: $0) }
    var faces: [Mesh.Face] = []
    for i in 0..<count {
      let (first, next) = (UInt32(i), UInt32((i + 1) % count))
      var last = first + UInt32(count)
      func add(_ point: UInt32) {
        faces.append(Mesh.Face(first, last, point, point))
        last = point
      }
      let start = outside[i].place
      var turn = (outside[Int(next)].place - start).truncatingRemainder(dividingBy: 4)
      if turn < 0 { turn += 4 }
      // A turn below 0, by rounding.
      if turn > 4 - 1e-6 { turn = 0 }
      var corner = start.rounded(.up)
      while corner < start + turn {
        add(UInt32(2 * count) + UInt32(clamping: corner) % 4)
        corner += 1
      }
      add(next + UInt32(count))
      add(next)
    }
    return Mesh(points: inside + outside.map(\.point) + rect.corners, faces, unit: rect)
  }

  /// The item that writes the nearest depth to the ring.
  /// - `plane`: the plane of the items in the pass.
  func item(plane: DepthPlane?) -> RenderItem {
    var item = RenderItem(
      projection: LayerProjection(planeOf: rect, toCanvas: .identity), shape: .mesh(mesh, size: rect.size),
      content: .white, isOpaque: true)
    (item.plane, item.isMask) = (plane, true)
    return item
  }
}

extension Rect {
  /// The point at which a ray from a point inside leaves the rectangle.
  /// - Returns: also its position along the perimeter, clockwise (y down) from the top left corner: 0...4, 1 a side.
  fileprivate func exit(from middle: Point, through point: Point) -> (point: Point, place: Double) {
    let (dx, dy) = (point.x - middle.x, point.y - middle.y)
    let across = dx > 0 ? (maxX - middle.x) / dx : dx < 0 ? (minX - middle.x) / dx : .infinity
    let down = dy > 0 ? (maxY - middle.y) / dy : dy < 0 ? (minY - middle.y) / dy : .infinity
    func part(_ value: Double, _ start: Double, _ length: Double) -> Double {
      Swift.min(Swift.max((value - start) / length, 0), 1)
    }
    if across < down {
      let y = Swift.min(Swift.max(middle.y + dy * across, minY), maxY)
      let part = part(y, minY, size.height)
      return (Point(dx > 0 ? maxX : minX, y), dx > 0 ? 1 + part : 4 - part)
    }
    guard down.isFinite else { return (Point(minX, minY), 0) }
    let x = Swift.min(Swift.max(middle.x + dx * down, minX), maxX)
    let part = part(x, minX, size.width)
    return (Point(x, dy < 0 ? minY : maxY), dy < 0 ? part : 3 - part)
  }
}
