import MeshTransform
import RenderGraph

/// A rectangle of screen tiles that is drawn again, and its place in the tile atlas.
package struct EdgeTile {
  /// The rectangle in canvas pixels.
  package let area: PixelRect
  /// The place of its first pixel in the atlas.
  package var x = 0, y = 0
  /// Width in pixels of the border that is drawn with it: 1 where border pixels may take a color from their neighbors.
  package var ring = 0

  /// Rectangles that cover exactly the tiles with one of the marks: horizontal runs, joined where consecutive rows have
  /// the same run.
  /// - `widest`, `highest`: the largest sides of a rectangle in pixels.
  static func rectangles(
    of tiles: ScreenTiles, _ marks: ClosedRange<UInt8>, in region: PixelRect, widest: Int, highest: Int
  ) -> [EdgeTile] {
    let side = ScreenTiles.side
    let columns = region.x / side..<(region.x + region.width + side - 1) / side
    let rows = region.y / side..<(region.y + region.height + side - 1) / side
    let (longest, most) = (max(1, (widest - 4) / side), max(1, (highest - 4) / side))
    var rectangles: [EdgeTile] = []
    /// The runs that end at the row above.
    var open: [(columns: Range<Int>, firstRow: Int)] = []
    func close(_ run: (columns: Range<Int>, firstRow: Int), at row: Int) {
      let left = max(run.columns.lowerBound * side, region.x)
      let right = min(run.columns.upperBound * side, region.x + region.width)
      let top = max(run.firstRow * side, region.y)
      let bottom = min(row * side, region.y + region.height)
      guard left < right, top < bottom else { return }
      rectangles.append(EdgeTile(area: PixelRect(x: left, y: top, width: right - left, height: bottom - top)))
    }
    for row in rows {
      var runs: [(columns: Range<Int>, firstRow: Int)] = []
      var column = columns.lowerBound
      while column < columns.upperBound {
        guard marks.contains(tiles.marks[row * tiles.columns + column]) else {
          column += 1
          continue
        }
        let first = column
        while column < columns.upperBound, column - first < longest,
          marks.contains(tiles.marks[row * tiles.columns + column])
        {
          column += 1
        }
        let run = first..<column
        let same = open.firstIndex { $0.columns == run && row - $0.firstRow < most }
        runs.append((run, same.map { open.remove(at: $0).firstRow } ?? row))
      }
      for run in open { close(run, at: row) }
      open = runs
    }
    for run in open { close(run, at: rows.upperBound) }
    return rectangles
  }

  /// Pixels left of and above a rectangle that may be overwritten, since llvmpipe's scissor is off by as much with
  /// several samples.
  static let margin = 1

  /// Packs rectangles into shelves, the highest first, in as many atlases as are needed.
  /// - `size`: the size of an atlas in pixels, at least that of every rectangle with its margins.
  /// - `ring`: the width of each rectangle's border in pixels.
  static func packed(_ rectangles: [EdgeTile], into size: PixelSize, ring: Int) -> [[EdgeTile]] {
    let order = rectangles.indices.sorted {
      let (a, b) = (rectangles[$0].area, rectangles[$1].area)
      return a.height != b.height ? a.height > b.height : $0 < $1
    }
    var targets: [[EdgeTile]] = []
    var (x, y, shelf) = (0, 0, 0)
    for index in order {
      var tile = rectangles[index]
      // llvmpipe shades blocks of 4 x 4 pixels.
      let around = margin + 2 * ring + 3
      let (width, height) = ((tile.area.width + around) / 4 * 4, (tile.area.height + around) / 4 * 4)
      if x + width > size.width { (x, y, shelf) = (0, y + shelf, 0) }
      if targets.isEmpty || y + height > size.height {
        targets.append([])
        (x, y, shelf) = (0, 0, 0)
      }
      (tile.x, tile.y, tile.ring) = (x + margin + ring, y + margin + ring, ring)
      targets[targets.count - 1].append(tile)
      x += width
      shelf = max(shelf, height)
    }
    return targets
  }
}
