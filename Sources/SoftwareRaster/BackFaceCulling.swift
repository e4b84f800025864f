import MeshTransform
import RenderGraph

/// Culls the backs of opaque meshes that the front certainly hides. Changes no pixel.
package struct BackFaceCulling: GraphPass {
  /// Whether the adjacency of meshes is computed anyway, for their edges.
  let sharesAdjacency: Bool

  package var name: String { "backFaceCulling" }
  package var readsVertices: Bool { true }

  package init(sharesAdjacency: Bool) { self.sharesAdjacency = sharesAdjacency }

  package func apply(to graph: inout RenderGraph, for device: DeviceProfile) {
    for command in graph.commands
    where command.footprint == nil && command.visibleSides == .both && hasInvisibleBacks(command) {
      command.visibleSides = .front
    }
  }

  private func hasInvisibleBacks(_ command: DrawCommand) -> Bool {
    let item = command.item
    guard case .mesh(let mesh, _) = item.shape, let canvas = item.canvas else { return false }
    let list = command.triangulation.list
    guard list.interpolation == .triangles, !list.needsContentClip else { return false }
    // Without an edge search adjacency is computed once for many pictures, unless each picture simplifies the grid anew.
    let isKept = list.indices.count == 6 * mesh.faceCount && list.indices.count <= Self.fewIndices
    guard sharesAdjacency || isKept, !item.isFlat else { return false }
    return command.topology.withOutline(of: list) { outline in
      HiddenBacks.areCertain(
        of: list, command.projected, &outline, item.projection.unitToCanvas, on: canvas,
        hidesClockwise: item.isMirrored)
    }
  }

  /// Largest index count for which adjacency is computed for back faces alone.
  private static let fewIndices = 3 * 25_000
}

/// Whether the back of an opaque bent item is certainly invisible, so that the device need not draw it. On a ripple
/// half of the surface that folds hide is back.
///
/// The proof: no two triangles overlap in the xy plane, so the item is a height field over a part of that plane, and
/// the viewer is above all of it. A ray that meets the back of a triangle comes from below the item, but begins above
/// it. So it has met the front of another triangle before, which hides the back, or it has passed through a wall: the
/// surface below a boundary edge that faces the viewer, down to the lowest vertex. Where no back-facing triangle
/// overlaps such a wall on the canvas, no back is visible.
struct HiddenBacks {
  private let triangles: TriangleList
  private let unitToCanvas: Transform3D
  /// The eye in unit space; see ``Transform3D/eye``.
  private let eye: SIMD4<Double>
  /// The orientation of all triangles in the xy plane: 1 from x to y, else -1.
  private let sense: Float
  /// The vertices on the canvas; see ``ProjectedVertices``.
  private let points: [SIMD4<Float>]
  /// The z in unit space to which walls reach: that of the vertex farthest from the viewer along z.
  private let lowest: Float

  private static let blockSize = 8192
  /// The margin around walls in pixels, because the rasterizer rounds vertices to its grid.
  private static let margin: Float = 1

  /// Whether the backs of the triangles are certainly invisible.
  /// - `triangles`: the triangles, with the order of corners in which they are drawn.
  /// - `projected`: their vertices on the canvas.
  /// - `outline`: the boundary of the triangles.
  /// - `hidesClockwise`: whether triangles whose corners run clockwise on the canvas (y down) are backs.
  static func areCertain(
    of triangles: TriangleList, _ projected: ProjectedVertices, _ outline: inout MeshBoundary,
    _ unitToCanvas: Transform3D, on canvas: PixelSize, hidesClockwise: Bool
  ) -> Bool {
    guard
      let surface = HiddenBacks(triangles, projected, unitToCanvas, hidesClockwise: hidesClockwise)
    else { return false }
    guard let backs = surface.backs(hidesClockwise ? 1 : -1, on: canvas) else { return false }
    if backs.isEmpty { return true }
    guard let walls = surface.walls(outline.edges, on: canvas) else { return false }
    return !backs.contains(where: walls.hasMark)
      && outline.windsOnce(triangles.vertices, sense: surface.sense > 0 ? 1 : -1)
  }

  /// Fails where the item reaches too near to the eye's plane, has vertices on both sides of the eye along z, or is seen
  /// edge-on, and for a parallel projection with constant depth along the line of sight.
  private init?(
    _ triangles: TriangleList, _ projected: ProjectedVertices, _ unitToCanvas: Transform3D,
    hidesClockwise: Bool
  ) {
    guard triangles.indices.count >= 3, projected.arePrecise, let eye = unitToCanvas.eye,
      eye.w != 0 || (eye * unitToCanvas.column(2)).sum() != 0
    else { return nil }
    (self.triangles, self.unitToCanvas, self.eye) = (triangles, unitToCanvas, eye)
    points = projected.points
    let vertices = triangles.vertices
    var (low, high) = (Float.infinity, -Float.infinity)
    var sum = SIMD3<Double>.zero
    for vertex in vertices {
      (low, high) = (min(low, vertex.toZ), max(high, vertex.toZ))
      sum += SIMD3<Double>(vertex.to)
    }
    let isAbove: Bool
    if eye.w == 0 {
      isAbove = eye.z > 0
      guard eye.z != 0 else { return nil }
    } else {
      isAbove = eye.z > Double(high)
      guard isAbove || eye.z < Double(low) else { return nil }
    }
    lowest = isAbove ? low : high

    // The Jacobian of a plane at the vertices' mean determines the winding on the canvas of triangles that are not
    // folded over.
    let middle = sum / Double(vertices.count)
    func apply(_ p: SIMD4<Double>) -> SIMD3<Double> {
      let q =
        unitToCanvas.row(0) * p.x + unitToCanvas.row(1) * p.y + unitToCanvas.row(2) * p.z
        + unitToCanvas.row(3) * p.w
      return SIMD3(q.x, q.y, q.w)
    }
    let (o, x, y) = (
      apply(SIMD4(middle.x, middle.y, middle.z, 1)), apply(SIMD4(1, 0, 0, 0)),
      apply(SIMD4(0, 1, 0, 0))
    )
    let (dx, dy) = (
      SIMD2(x.x - o.x / o.z * x.z, x.y - o.y / o.z * x.z), SIMD2(y.x - o.x / o.z * y.z, y.y - o.y / o.z * y.z)
    )
    let determinant = dx.x * dy.y - dx.y * dy.x
    sense = (determinant > 0) == hidesClockwise ? -1 : 1
    guard determinant != 0, determinant.isFinite else { return nil }
  }

  /// Whether the point is a finite one within 1e7 pixels of the canvas's origin, so that its screen tile can be computed.
  private static func isNear(_ point: SIMD3<Float>) -> Bool { abs(point.x) < 1e7 && abs(point.y) < 1e7 }

  /// The bounding boxes of back-facing triangles that touch the canvas; nil where a triangle's orientation in the xy
  /// plane differs from `sense`.
  ///
  /// - `sign`: the sign of their area on the canvas.
  private func backs(_ sign: Float, on canvas: PixelSize) -> [Box]? {
    let (indices, vertices, points, sense) = (triangles.indices, triangles.vertices, points, sense)
    let blocks = mapBlocks(indices.count / 3, of: Self.blockSize) { range -> [Box]? in
      var boxes: [Box] = []
      for triangle in range {
        let (i, j, k) = (
          Int(indices[3 * triangle]), Int(indices[3 * triangle + 1]), Int(indices[3 * triangle + 2])
        )
        let (a, b, c) = (vertices[i].to, vertices[j].to, vertices[k].to)
        // In double precision, so that the sign is right for differences of floats.
        let (u, v) = (
          SIMD2<Double>(Double(b.x) - Double(a.x), Double(b.y) - Double(a.y)),
          SIMD2<Double>(Double(c.x) - Double(a.x), Double(c.y) - Double(a.y))
        )
        guard (u.x * v.y - u.y * v.x) * Double(sense) > 0 else { return nil }
        let (p, q, r) = (points[i], points[j], points[k])
        let area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
        if area * sign <= 0 { continue }
        let (low, high) = (smaller(p, smaller(q, r)), larger(p, larger(q, r)))
        boxes.append(Box(low.lowHalf, high.lowHalf))
      }
      return boxes
    }
    var all: [Box] = []
    for block in blocks {
      guard let block else { return nil }
      all += block.filter { $0.touches(canvas) }
    }
    return all
  }

  /// The screen tiles that walls touch; nil where a wall reaches too near to the eye's plane. Walls are the surfaces below
  /// boundary edges that face the viewer.
  private func walls(_ outline: [SIMD2<UInt32>], on canvas: PixelSize) -> ScreenTiles? {
    let (matrix, vertices) = (FloatMatrix(unitToCanvas), triangles.vertices)
    var tiles = ScreenTiles(canvas)
    for edge in outline {
      let (a, b) = (vertices[Int(edge.x)].to, vertices[Int(edge.y)].to)
      // The outward normal: the item lies to the left of the edge where corners run from x to y.
      let outward = SIMD2(Double(b.y) - Double(a.y), Double(a.x) - Double(b.x)) * Double(sense)
      let toEye = SIMD2(eye.x - eye.w * Double(a.x), eye.y - eye.w * Double(a.y))
      if (outward * toEye).sum() < 0 { continue }
      let start = points[Int(edge.x)].lowHalf
      var box = Box(start, start)
      box.add(points[Int(edge.y)].lowHalf)
      for corner in [a, b] {
        let p = matrix.apply(SIMD3(corner.x, corner.y, lowest))
        guard p.w > ProjectedVertices.preciseW * points[Int(edge.x)].w else { return nil }
        let point = SIMD3(p.x / p.w, p.y / p.w, p.w)
        guard Self.isNear(point) else { return nil }
        box.add(SIMD2(point.x, point.y))
      }
      tiles.mark(box, margin: Self.margin)
    }
    return tiles
  }
}

/// A bounding box in canvas pixels.
private struct Box {
  private(set) var low: SIMD2<Float>, high: SIMD2<Float>

  init(_ low: SIMD2<Float>, _ high: SIMD2<Float>) { (self.low, self.high) = (low, high) }

  mutating func add(_ p: SIMD2<Float>) { (low, high) = (smaller(low, p), larger(high, p)) }

  func touches(_ canvas: PixelSize) -> Bool {
    high.x >= 0 && high.y >= 0 && low.x <= Float(canvas.width) && low.y <= Float(canvas.height)
  }
}

extension ScreenTiles {
  /// Marks the tiles that a box touches.
  fileprivate mutating func mark(_ box: Box, margin: Float) {
    let (across, down) = range(from: box.low - margin, to: box.high + margin)
    for row in down {
      for column in across { mark(row * columns + column, Mark.border) }
    }
  }

  /// Whether a box touches a marked tile.
  fileprivate func hasMark(_ box: Box) -> Bool {
    let (across, down) = range(from: box.low, to: box.high)
    return down.contains { row in across.contains { marks[row * columns + $0] != Mark.none } }
  }
}
