import MeshTransform
import RenderGraph

/// Determines which edges of an opaque item its own folds hide, and in which screen tiles its sheets do not intersect.
struct FoldOcclusion {
  enum State: UInt8 {
    /// The item does not reach the tile, or has no edges in it and no sheets over each other.
    case unexamined
    /// The item covers the tile, and its frontmost sheet hides all edges.
    case clear
    /// Each edge is either visible or hidden there.
    case simple
    /// Sheets may intersect, or an edge may be hidden in part.
    case complex
  }

  /// The state of each screen tile.
  private(set) var states: [State]
  /// The hidden edge segments of tiles with visible ones.
  private var hidden: Set<Place> = []

  private struct Place: Hashable { let tile: Int32, segment: Int32 }

  /// A triangle whose bounding box has more screen tiles than this is compared with each of them.
  private static let boxLimit = 6
  /// The least number of tiles that are examined by one core.
  private static let blockSize = 32

  /// - `segments`: the visible edges of the mesh.
  /// - `tiles`: those marked as tiles with edges are examined.
  /// - `margin`: the difference of depth in points up to which the depth buffer may fail to separate two surfaces.
  init(
    _ mesh: ProjectedMesh, _ neighbors: TriangleAdjacency, _ segments: [EdgeSegment], over tiles: ScreenTiles,
    margin: Float
  ) {
    states = [State](repeating: .unexamined, count: tiles.marks.count)
    var places = [Int32](repeating: -1, count: tiles.marks.count)
    let examined = tiles.marks.indices.filter { tiles.marks[$0] >= ScreenTiles.Mark.edge }
    for (place, tile) in examined.enumerated() { places[tile] = Int32(place) }
    let triangles = Self.lists(examined.count, mesh.windings.count) { triangle, add in
      guard mesh.windings[triangle] != ProjectedMesh.undrawn else { return }
      let (a4, b4, c4) = mesh.corners(triangle)
      let (a, b, c) = (a4.lowHalf, b4.lowHalf, c4.lowHalf)
      let margin = 1 + ScreenTiles.tolerance
      let (columns, rows) = tiles.range(
        from: smaller(a, smaller(b, c)) - margin, to: larger(a, larger(b, c)) + margin)
      // The boxes of small triangles are precise enough.
      let reach =
        columns.count * rows.count > Self.boxLimit
        ? TriangleReach(a, b, c, margin: margin, in: (tiles.columns, tiles.rows)) : nil
      for row in rows {
        for column in columns {
          let place = places[row * tiles.columns + column]
          if place >= 0, reach?.touches(column: column, row: row) ?? true { add(place) }
        }
      }
    }
    let crossing = Self.lists(examined.count, segments.count) { segment, add in
      tiles.forEachTile(segments[segment]) { if places[$0] >= 0 { add(places[$0]) } }
    }
    let blockSize = max(Self.blockSize, examined.count / 8)
    let found = mapBlocks(examined.count, of: blockSize) { range in
      var sheets = TileSheets(mesh, neighbors, margin: margin)
      return range.map { place -> (State, [UInt32]) in
        if triangles[place].isEmpty { return (.unexamined, []) }
        let (row, column) = examined[place].quotientAndRemainder(dividingBy: tiles.columns)
        let hasBoundary = crossing[place].contains { segments[Int($0)].isBoundary }
        guard sheets.update(triangles[place], column: column, row: row, hasBoundary: hasBoundary) else {
          return (.complex, [])
        }
        return Self.examine(crossing[place], segments, sheets, column, row, tiles.size)
      }
    }
    for (place, result) in found.joined().enumerated() {
      states[examined[place]] = result.0
      for segment in result.1 { hidden.insert(Place(tile: Int32(examined[place]), segment: Int32(segment))) }
    }
  }

  /// Whether the edges of the item that cross a tile can be blended there, or are all hidden.
  func fits(_ tile: Int) -> Bool { states[tile] == .simple || states[tile] == .clear }

  /// Whether an edge is certainly hidden in a tile.
  func isHidden(_ segment: Int, in tile: Int) -> Bool {
    states[tile] == .clear
      || (states[tile] == .simple && hidden.contains(Place(tile: Int32(tile), segment: Int32(segment))))
  }

  /// - Returns: the state of a tile, and the segments that are hidden there.
  private static func examine(
    _ crossing: ArraySlice<UInt32>, _ segments: [EdgeSegment], _ sheets: TileSheets, _ column: Int,
    _ row: Int, _ size: PixelSize
  ) -> (State, [UInt32]) {
    let (x, y) = (column * ScreenTiles.side, row * ScreenTiles.side)
    let (side, low) = (ScreenTiles.side, SIMD2(Float(x), Float(y)) - 1)
    var hidden: [UInt32] = []
    // The sheets of visible and of hidden edges.
    var (seen, unseen): (Set<UInt32>, Set<UInt32>) = ([], [])
    // The sheets whose visible edges cross each pixel.
    var owners = [UInt32](repeating: 0, count: (side + 2) * (side + 2))
    for number in crossing {
      let segment = segments[Int(number)]
      guard let part = segment.clipped(to: low, low + Float(side + 2)) else { continue }
      guard let edge = sheets.edge(segment) else { return (.complex, []) }
      var (isVisible, isHidden, isUncertain) = (false, false, false)
      part.forEachPixel(of: size) { piece in
        let (column, row) = (piece.x - x, piece.y - y)
        guard -1...side ~= column, -1...side ~= row else { return }
        guard let hides = sheets.isHidden(edge, column: column, row: row) else {
          isUncertain = true
          return
        }
        if hides {
          isHidden = true
          return
        }
        isVisible = true
        let pixel = (row + 1) * (side + 2) + column + 1
        // The edges of two sheets.
        if owners[pixel] != 0, owners[pixel] & edge.own == 0 { isUncertain = true }
        owners[pixel] |= edge.own
      }
      if isHidden {
        hidden.append(number)
        unseen.insert(edge.own)
      } else {
        seen.insert(edge.own)
      }
      if isUncertain || (isVisible && isHidden) || !seen.isDisjoint(with: unseen) { return (.complex, []) }
    }
    return seen.isEmpty ? (.clear, []) : (.simple, hidden)
  }

  /// Lists of numbers, one after the other.
  private struct Lists {
    let values: [UInt32]
    let starts: [Int]

    subscript(place: Int) -> ArraySlice<UInt32> { values[starts[place]..<starts[place + 1]] }
  }

  /// Sorts numbers into lists.
  /// - `body`: called with each number below `limit`; it calls `add` with the list of the number, for each of its lists.
  private static func lists(
    _ count: Int, _ limit: Int, _ body: (_ number: Int, _ add: (Int32) -> Void) -> Void
  ) -> Lists {
    let blocks = mapBlocks(limit, of: ProjectedMesh.blockSize) { range in
      var pairs: [SIMD2<UInt32>] = []
      for number in range { body(number) { pairs.append(SIMD2(UInt32($0), UInt32(number))) } }
      return pairs
    }
    var starts = [Int](repeating: 0, count: count + 1)
    for block in blocks { for pair in block { starts[Int(pair.x) + 1] += 1 } }
    for place in 0..<count { starts[place + 1] += starts[place] }
    var next = starts
    var values = [UInt32](repeating: 0, count: starts[count])
    for block in blocks {
      for pair in block {
        values[next[Int(pair.x)]] = pair.y
        next[Int(pair.x)] += 1
      }
    }
    return Lists(values: values, starts: starts)
  }
}
