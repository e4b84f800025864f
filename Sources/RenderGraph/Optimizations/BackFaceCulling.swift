import MeshTransform

/// Whether nobody can see the back of an opaque bent item, so that the device need not draw it: on a ripple half of what
/// folds hide is back.
///
/// The bound. Let no two triangles lie over one another, seen along z: the item is a height over a part of the xy plane.
/// Let the viewer be above all of it. A ray that meets the back of a triangle comes from below the item, but began above
/// it; so it has met the front of another triangle before, which hides the back, or it has come in beneath the border.
/// Then it passed the border's wall: what lies under a border edge, down to the lowest vertex, where the edge looks toward
/// the viewer. Where no triangle that turns its back lies over such a wall on the canvas, none is seen.
///
/// Without backs a frame of ripples with antialiased edges takes 0.90 of its CPU time, a still of 4K 0.88, a frame that is
/// written 0.91, one of a single sample 0.98 (W2aa, W4, W5 and W2 of `Benchmarks/frames.sh`, every other frame with and
/// without them, llvmpipe): on folds pixels are longest. To find it out takes half a millisecond.
struct BackFaceCulling {
  private let triangles: TriangleList
  private let unitToCanvas: Transform3D
  private let viewer: Viewer
  /// 1 where corners run from x to y, else -1.
  private let sense: Float
  /// Canvas pixels and `w`, of each vertex.
  private let points: [SIMD3<Float>]
  /// The z of what walls reach down to.
  private let lowest: Float

  private static let blockSize = 8192
  /// Vertices nearer to the eye's plane than this share of the farthest one are too near.
  private static let leastShare: Float = 1e-3
  /// Pixels by which walls are taken for wider, since triangles are rounded to the rasterizer's grid.
  private static let margin: Float = 1

  /// Where it is seen from, in unit space: `[x y z 1]`, or the direction toward it with a last 0.
  private struct Viewer {
    let place: SIMD4<Double>

    /// Nil where it is no such point.
    init?(_ m: Transform3D) {
      // What no row of x, y and w sees: the product of the three columns.
      func column(_ i: Int) -> SIMD4<Double> { SIMD4(m[0, i], m[1, i], m[2, i], m[3, i]) }
      let (x, y, z, w) = (column(0), column(1), column(2), column(3))
      func minor(_ i: Int, _ j: Int, _ k: Int) -> Double {
        x[i] * (y[j] * w[k] - y[k] * w[j]) - x[j] * (y[i] * w[k] - y[k] * w[i])
          + x[k] * (y[i] * w[j] - y[j] * w[i])
      }
      let p = SIMD4(minor(1, 2, 3), -minor(0, 2, 3), minor(0, 1, 3), -minor(0, 1, 2))
      let length = (p * p).sum().squareRoot()
      guard length > 0, length.isFinite else { return nil }
      if abs(p.w) > 1e-9 * length {
        place = p / p.w
      } else {
        // Depth grows toward the viewer.
        let nearer = (p * z).sum()
        guard nearer != 0 else { return nil }
        place = SIMD4(p.x, p.y, p.z, 0) * (nearer > 0 ? 1 : -1)
      }
    }
  }

  /// - `triangles`: whose corners run as they do where they are drawn.
  /// - `outline`: of the triangles.
  /// - `hidesClockwise`: whether triangles whose corners run clockwise on the canvas (y down) are backs.
  static func isCertain(
    of triangles: TriangleList, _ outline: inout MeshBoundary, _ unitToCanvas: Transform3D,
    on canvas: PixelSize,
    hidesClockwise: Bool
  ) -> Bool {
    guard let surface = BackFaceCulling(triangles, unitToCanvas, hidesClockwise: hidesClockwise) else {
      return false
    }
    guard let backs = surface.backs(hidesClockwise ? 1 : -1, on: canvas) else { return false }
    if backs.isEmpty { return true }
    guard let walls = surface.walls(outline.edges, on: canvas) else { return false }
    return !backs.contains(where: walls.touches)
      && outline.windsOnce(triangles.vertices, sense: surface.sense > 0 ? 1 : -1)
  }

  /// Nil where it reaches too near to the eye's plane, the viewer is not above it, or the viewer does not see fronts.
  private init?(_ triangles: TriangleList, _ unitToCanvas: Transform3D, hidesClockwise: Bool) {
    guard triangles.indices.count >= 3, let viewer = Viewer(unitToCanvas) else { return nil }
    (self.triangles, self.unitToCanvas, self.viewer) = (triangles, unitToCanvas, viewer)
    let (matrix, vertices) = (FloatMatrix(unitToCanvas), triangles.vertices)
    var (low, high) = (SIMD4<Float>(repeating: .infinity), SIMD4<Float>(repeating: -.infinity))
    var sum = SIMD3<Double>.zero
    var points: [SIMD3<Float>] = []
    points.reserveCapacity(vertices.count)
    var isNear = true
    for vertex in vertices {
      let p = matrix.apply(vertex.to)
      let point = SIMD3(p.x / p.w, p.y / p.w, p.w)
      isNear = isNear && Self.isNear(point)
      points.append(point)
      let place = SIMD4(vertex.toX, vertex.toY, vertex.toZ, p.w)
      (low, high) = (pointwiseMin(low, place), pointwiseMax(high, place))
      sum += SIMD3<Double>(vertex.to)
    }
    self.points = points
    let isAbove: Bool
    if viewer.place.w == 0 {
      isAbove = viewer.place.z > 0
      guard viewer.place.z != 0 else { return nil }
    } else {
      isAbove = viewer.place.z > Double(high.z)
      guard isAbove || viewer.place.z < Double(low.z) else { return nil }
    }
    guard isNear, low.w > Self.leastShare * high.w, high.max().isFinite else { return nil }
    lowest = isAbove ? low.z : high.z

    // A flat item at the vertices' mean tells how upright triangles run on the canvas: as its corners do.
    let middle = sum / Double(vertices.count)
    func projected(_ p: SIMD4<Double>) -> SIMD3<Double> {
      let q =
        unitToCanvas.row(0) * p.x + unitToCanvas.row(1) * p.y + unitToCanvas.row(2) * p.z
        + unitToCanvas.row(3) * p.w
      return SIMD3(q.x, q.y, q.w)
    }
    let (o, x, y) = (
      projected(SIMD4(middle.x, middle.y, middle.z, 1)), projected(SIMD4(1, 0, 0, 0)),
      projected(SIMD4(0, 1, 0, 0))
    )
    let (dx, dy) = (
      SIMD2(x.x - o.x / o.z * x.z, x.y - o.y / o.z * x.z), SIMD2(y.x - o.x / o.z * y.z, y.y - o.y / o.z * y.z)
    )
    let turn = dx.x * dy.y - dx.y * dy.x
    sense = (turn > 0) == hidesClockwise ? -1 : 1
    guard turn != 0, turn.isFinite else { return nil }
  }

  /// Whether it lies where squares of the canvas can be counted: not where it is endless or no number.
  private static func isNear(_ point: SIMD3<Float>) -> Bool { abs(point.x) < 1e7 && abs(point.y) < 1e7 }

  /// Where on the canvas triangles turn their backs.
  ///
  /// - `sign`: of their area there.
  /// Nil where not all triangles run as the sense says, seen along z.
  private func backs(_ sign: Float, on canvas: PixelSize) -> [Cells.Box]? {
    let (indices, vertices, points, sense) = (triangles.indices, triangles.vertices, points, sense)
    let blocks = mapBlocks(indices.count / 3, of: Self.blockSize) { range -> [Cells.Box]? in
      var boxes: [Cells.Box] = []
      for triangle in range {
        let (i, j, k) = (
          Int(indices[3 * triangle]), Int(indices[3 * triangle + 1]), Int(indices[3 * triangle + 2])
        )
        let (a, b, c) = (vertices[i].to, vertices[j].to, vertices[k].to)
        // Products of differences of floats, in double: the sign is right.
        let (u, v) = (
          SIMD2<Double>(Double(b.x) - Double(a.x), Double(b.y) - Double(a.y)),
          SIMD2<Double>(Double(c.x) - Double(a.x), Double(c.y) - Double(a.y))
        )
        guard (u.x * v.y - u.y * v.x) * Double(sense) > 0 else { return nil }
        let (p, q, r) = (points[i], points[j], points[k])
        let area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
        if area * sign <= 0 { continue }
        boxes.append(Cells.Box(pointwiseMin(p, pointwiseMin(q, r)), pointwiseMax(p, pointwiseMax(q, r))))
      }
      return boxes
    }
    var all: [Cells.Box] = []
    for block in blocks {
      guard let block else { return nil }
      all += block.filter { $0.touches(canvas) }
    }
    return all
  }

  /// Under what of the outline looks toward the viewer. Nil where a wall reaches too near to the eye's plane.
  private func walls(_ outline: [SIMD2<UInt32>], on canvas: PixelSize) -> Cells? {
    let (matrix, vertices, viewer) = (FloatMatrix(unitToCanvas), triangles.vertices, viewer.place)
    var cells = Cells(canvas)
    for edge in outline {
      let (a, b) = (vertices[Int(edge.x)].to, vertices[Int(edge.y)].to)
      // Away from the item, which lies to the left of the edge where corners run from x to y.
      let outward = SIMD2(Double(b.y) - Double(a.y), Double(a.x) - Double(b.x)) * Double(sense)
      let toViewer = SIMD2(viewer.x - viewer.w * Double(a.x), viewer.y - viewer.w * Double(a.y))
      if (outward * toViewer).sum() < 0 { continue }
      var box = Cells.Box(points[Int(edge.x)], points[Int(edge.x)])
      box.add(points[Int(edge.y)])
      for corner in [a, b] {
        let p = matrix.apply(SIMD3(corner.x, corner.y, lowest))
        guard p.w > Self.leastShare * points[Int(edge.x)].z else { return nil }
        let point = SIMD3(p.x / p.w, p.y / p.w, p.w)
        guard Self.isNear(point) else { return nil }
        box.add(point)
      }
      cells.mark(box.widened(by: Self.margin))
    }
    return cells
  }
}

extension BackFaceCulling {
  /// Squares of the canvas in which something lies.
  private struct Cells {
    private let columns: Int, rows: Int
    private var marks: [Bool]
    private static let side: Float = 8

    /// In canvas pixels.
    struct Box {
      private(set) var low: SIMD2<Float>, high: SIMD2<Float>

      init(_ low: SIMD3<Float>, _ high: SIMD3<Float>) {
        (self.low, self.high) = (SIMD2(low.x, low.y), SIMD2(high.x, high.y))
      }

      mutating func add(_ p: SIMD3<Float>) {
        let p = SIMD2(p.x, p.y)
        (low, high) = (pointwiseMin(low, p), pointwiseMax(high, p))
      }

      func widened(by margin: Float) -> Box {
        var box = self
        (box.low, box.high) = (low - margin, high + margin)
        return box
      }

      func touches(_ canvas: PixelSize) -> Bool {
        high.x >= 0 && high.y >= 0 && low.x <= Float(canvas.width) && low.y <= Float(canvas.height)
      }
    }

    init(_ canvas: PixelSize) {
      columns = Int(Float(canvas.width) / Self.side) + 1
      rows = Int(Float(canvas.height) / Self.side) + 1
      marks = Array(repeating: false, count: columns * rows)
    }

    /// Of the cells that a box touches; what lies beyond the canvas counts for its side.
    private func span(_ low: Float, _ high: Float, _ count: Int) -> ClosedRange<Int> {
      let last = Float(count - 1)
      return Int(min(max(low / Self.side, 0), last))...Int(min(max(high / Self.side, 0), last))
    }

    mutating func mark(_ box: Box) {
      let across = span(box.low.x, box.high.x, columns)
      for row in span(box.low.y, box.high.y, rows) {
        for column in across { marks[row * columns + column] = true }
      }
    }

    func touches(_ box: Box) -> Bool {
      let across = span(box.low.x, box.high.x, columns)
      return span(box.low.y, box.high.y, rows).contains { row in
        across.contains { marks[row * columns + $0] }
      }
    }
  }
}
