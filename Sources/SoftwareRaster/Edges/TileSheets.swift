import MeshTransform
import RenderGraph

/// The sheets of one item over a screen tile and the pixels around it, and which of two sheets lies in front: a sheet
/// consists of connected triangles of one winding. Sheets are compared at the centers of the pixels.
///
/// One value serves many tiles, so that its memory is allocated once.
struct TileSheets {
  /// Rows of pixels: those of the tile, and one around it.
  private static let rows = ScreenTiles.side + 2
  /// Groups of four pixels in a row, the last of which is not full.
  private static let groups = (ScreenTiles.side + 2 + 3) / 4
  /// The largest number of triangles and of sheets that are compared.
  private static let mostTriangles = 1024, mostSheets = 32

  private let mesh: ProjectedMesh
  private let neighbors: TriangleAdjacency
  /// The difference of depth in points up to which the depth buffer may fail to separate two surfaces.
  private let margin: Float
  /// The sheet of each triangle of the mesh: ``apart`` for those that do not reach the tile, ``unnamed`` for those whose sheet
  /// is not known yet.
  private var sheets: [Int8]
  /// The triangles of the tile, those of one sheet after the other.
  private var triangles: [UInt32] = []
  private var windings: [UInt8] = []
  /// For each pixel, row by row, a bit for each sheet over its center.
  private var covering = [SIMD4<UInt32>](repeating: .zero, count: rows * groups)
  /// For each sheet, the depth at each pixel that it covers.
  private var depths: [SIMD4<Float>] = []
  /// For each sheet, a bit for each sheet that lies in front of it.
  private var inFront: [UInt32] = []

  private static let apart: Int8 = -1, unnamed: Int8 = -2

  /// The sheets on an edge, as bits.
  struct Edge {
    /// The sheets that the edge bounds.
    let own: UInt32
    /// The sheets that lie in front of one of these, and behind one.
    fileprivate let front: UInt32, behind: UInt32
  }

  init(_ mesh: ProjectedMesh, _ neighbors: TriangleAdjacency, margin: Float) {
    (self.mesh, self.neighbors, self.margin) = (mesh, neighbors, margin)
    sheets = [Int8](repeating: Self.apart, count: mesh.windings.count)
  }

  /// Finds the sheets over a tile.
  /// - `listed`: the triangles that may reach the tile.
  /// - `hasBoundary`: whether a boundary of the mesh crosses the tile.
  /// - Returns: false where two sheets may intersect, or are too close for the depth buffer, where one lies over itself, and
  ///   where there are too many triangles or sheets.
  mutating func update(_ listed: ArraySlice<UInt32>, column: Int, row: Int, hasBoundary: Bool) -> Bool {
    for triangle in triangles { sheets[Int(triangle)] = Self.apart }
    triangles.removeAll(keepingCapacity: true)
    guard listed.count <= Self.mostTriangles, connect(listed) else { return false }
    for group in covering.indices { covering[group] = .zero }
    inFront.removeAll(keepingCapacity: true)
    inFront.append(contentsOf: repeatElement(0, count: windings.count))
    // A single sheet hides nothing, nor do the two sides of a fold hide the silhouette between them.
    if windings.count == 1 || (windings.count == 2 && windings[0] != windings[1] && !hasBoundary) {
      return true
    }
    if depths.count < windings.count * covering.count {
      depths = [SIMD4<Float>](repeating: .zero, count: windings.count * covering.count)
    }
    let origin = SIMD2(Float(column * ScreenTiles.side - 1), Float(row * ScreenTiles.side - 1)) + 0.5
    return triangles.allSatisfy { cover($0, origin) }
  }

  /// Sorts triangles by sheets.
  /// - Returns: false where there are too many sheets.
  private mutating func connect(_ listed: ArraySlice<UInt32>) -> Bool {
    for triangle in listed { sheets[Int(triangle)] = Self.unnamed }
    windings.removeAll(keepingCapacity: true)
    var isAllowed = true
    for start in listed where sheets[Int(start)] == Self.unnamed {
      let winding = mesh.windings[Int(start)]
      isAllowed = isAllowed && windings.count < Self.mostSheets
      let name = Int8(truncatingIfNeeded: min(windings.count, Self.mostSheets))
      windings.append(winding)
      sheets[Int(start)] = name
      var next = triangles.count
      triangles.append(start)
      while next < triangles.count {
        let side = 3 * Int(triangles[next])
        next += 1
        for other in neighbors.beyond[side..<side + 3] where other != TriangleAdjacency.none {
          if sheets[Int(other)] == Self.unnamed, mesh.windings[Int(other)] == winding {
            sheets[Int(other)] = name
            triangles.append(other)
          }
        }
      }
    }
    return isAllowed
  }

  /// Adds a triangle's sheet to the pixels whose centers it covers.
  /// - `origin`: the center of the first pixel.
  /// - Returns: false where sheets may intersect.
  private mutating func cover(_ triangle: UInt32, _ origin: SIMD2<Float>) -> Bool {
    var (a, b, c) = mesh.corners(Int(triangle))
    let low = larger(smaller(a, smaller(b, c)).lowHalf - origin, .zero)
    let high = smaller(
      larger(a, larger(b, c)).lowHalf - origin, SIMD2(repeating: Float(ScreenTiles.side + 1)))
    let first = low.rounded(.up)
    // Many triangles of a fine mesh cover no center.
    guard first.x <= high.x, first.y <= high.y else { return true }
    let (top, bottom) = (Int(clamping: first.y), Int(clamping: high.y))
    let (left, right) = (Int(clamping: first.x) / 4, Int(clamping: high.x) / 4)
    if mesh.windings[Int(triangle)] == 0 { swap(&b, &c) }
    let (p, q, r) = (a.lowHalf - origin, b.lowHalf - origin, c.lowHalf - origin)
    // A point on a shared edge belongs to the triangle on one side of it only.
    func least(_ from: SIMD2<Float>, _ to: SIMD2<Float>) -> SIMD4<Float> {
      let edge = to - from
      return SIMD4(repeating: edge.y < 0 || (edge.y == 0 && edge.x > 0) ? 0 : .leastNonzeroMagnitude)
    }
    let (leastP, leastQ, leastR) = (least(q, r), least(r, p), least(p, q))
    let sheet = Int(sheets[Int(triangle)])
    for row in top...bottom {
      let y = Float(row)
      let (py, qy, ry) = (p.y - y, q.y - y, r.y - y)
      for group in left...right {
        let x = SIMD4<Float>(0, 1, 2, 3) + Float(4 * group)
        let (px, qx, rx) = (p.x - x, q.x - x, r.x - x)
        // A shared edge yields exactly opposite numbers for its two triangles.
        let (u, v, w) = (qx * ry - qy * rx, rx * py - ry * px, px * qy - py * qx)
        let isInside = (u .>= leastP) .& (v .>= leastQ) .& (w .>= leastR)
        guard any(isInside) else { continue }
        let depth = (u * a.z + v * b.z + w * c.z) / (u + v + w)
        guard add(sheet, row * Self.groups + group, isInside, depth) else { return false }
      }
    }
    return true
  }

  /// Adds a sheet to some pixels of a group.
  /// - Returns: false where the sheet may intersect another one or lies over itself.
  @inline(__always)
  private mutating func add(
    _ sheet: Int, _ group: Int, _ isInside: SIMDMask<SIMD4<Int32>>, _ depth: SIMD4<Float>
  ) -> Bool {
    let bit = UInt32(1) << UInt32(sheet)
    let known = covering[group]
    let covered = SIMD4<UInt32>.zero.replacing(with: known, where: isInside)
    var others = covered[0] | covered[1] | covered[2] | covered[3]
    if others & bit != 0 { return false }
    while others != 0 {
      let other = others.trailingZeroBitCount
      others &= others - 1
      let isOver = covered & (1 << UInt32(other)) .!= 0
      let difference = SIMD4<Float>.zero.replacing(
        with: depth - depths[other * covering.count + group], where: isOver)
      // Near a silhouette, its two sides are close to each other.
      if windings[other] == windings[sheet], any((magnitude(difference) .<= margin) .& isOver) {
        return false
      }
      if any(difference .> margin) { inFront[other] |= bit }
      if any(difference .< -margin) { inFront[sheet] |= 1 << UInt32(other) }
      if inFront[other] & bit != 0, inFront[sheet] & (1 << UInt32(other)) != 0 { return false }
    }
    covering[group] = known | SIMD4<UInt32>.zero.replacing(with: bit, where: isInside)
    let place = sheet * covering.count + group
    depths[place] = depths[place].replacing(with: depth, where: isInside)
    return true
  }
}

extension TileSheets {
  /// The sheets on an edge that crosses the tile; nil where its triangle does not reach the tile.
  func edge(_ segment: EdgeSegment) -> Edge? {
    let sheet = sheets[Int(segment.side / 3)]
    guard sheet >= 0 else { return nil }
    var (own, front) = (UInt32(1) << UInt32(sheet), inFront[Int(sheet)])
    if !segment.isBoundary {
      let sheet = sheets[Int(neighbors.beyond[Int(segment.side)])]
      if sheet >= 0 {
        own |= 1 << UInt32(sheet)
        front |= inFront[Int(sheet)]
      }
    }
    var behind: UInt32 = 0
    for (sheet, bits) in inFront.enumerated() where bits & own != 0 { behind |= 1 << UInt32(sheet) }
    return Edge(own: own, front: front & ~own, behind: behind & ~own)
  }

  /// Whether a sheet hides an edge in a pixel; nil where that is uncertain.
  /// - `column`, `row`: of the pixel, from the tile's first one on; -1...8.
  func isHidden(_ edge: Edge, column: Int, row: Int) -> Bool? {
    let (group, lane) = (column + 1).quotientAndRemainder(dividingBy: 4)
    let others = covering[(row + 1) * Self.groups + group][lane] & ~edge.own
    if others & edge.front & edge.behind != 0 { return nil }
    if others & edge.front != 0 { return true }
    return others & ~edge.behind == 0 ? false : nil
  }
}
