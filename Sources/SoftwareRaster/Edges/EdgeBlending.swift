import MeshTransform
import RenderGraph

/// Antialiasing without more samples.
///
/// A pixel that an edge crosses takes the mean of the colors on both sides of the edge, weighted by their areas. The
/// pixel itself shows the color of one side; the color of the other side is that of a neighbor (the principle of Persson
/// 2011, Geometry Buffer Anti-Aliasing). The areas are exact, and the neighbor's color has a weight of at most about a
/// half. Where the pixel beside an edge may not show what the edge bounds, in narrow shapes, the tile gets several samples
/// instead.
struct EdgeBlending {
  /// Whether edges may be blended in each tile: all items whose edges cross it are in front, and no surfaces intersect.
  private var fits: [Bool]

  /// - `isUnfit`: whether a tile has narrow shapes, or surfaces that may intersect.
  init(
    _ outlines: [ItemOutline], _ occlusion: TileOcclusion, without isUnfit: [Bool], in tiles: ScreenTiles
  ) {
    fits = tiles.marks.indices.map { tiles.marks[$0] == ScreenTiles.Mark.edge && !isUnfit[$0] }
    for outline in outlines {
      for segment in outline.segments {
        tiles.forEachTile(segment) { tile in
          if fits[tile], !outline.isInFront(tile) { fits[tile] = false }
        }
      }
    }
    occlusion.forEachContestedTile { fits[$0] = false }
  }

  /// - `tileSize`: the largest size of a tile of the canvas.
  /// - `isTooMuch`: whether too many tiles get several samples.
  /// - Returns: the tiles, those whose edges are blended marked so, and the pixels of these; nil where too many tiles are
  ///   left that need several samples.
  func blended(
    _ outlines: [ItemOutline], _ tiles: ScreenTiles, _ tileSize: PixelSize, isTooMuch: (ScreenTiles) -> Bool
  ) -> (tiles: ScreenTiles, pixels: [BlendedPixel])? {
    var tiles = tiles
    for tile in fits.indices where fits[tile] { tiles.replace(tile, by: ScreenTiles.Mark.blended) }
    guard !isTooMuch(tiles) else { return nil }
    var found = BlendedPixels(over: tiles, tileSize)
    for (number, outline) in outlines.enumerated() {
      // The background, the contents and the border of a layer have the same edges.
      if number > 0, outline.segments == outlines[number - 1].segments { continue }
      found.add(outline)
    }
    let (pixels, failed) = found.finish()
    for tile in failed { tiles.replace(tile, by: ScreenTiles.Mark.edge) }
    return isTooMuch(tiles) ? nil : (tiles, pixels)
  }
}
