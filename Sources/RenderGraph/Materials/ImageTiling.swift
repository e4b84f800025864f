import MeshTransform

/// The division of an image that exceeds the limit of textures.
///
/// The mip levels that exceed the limit are cut into tiles of equal size, the layers of an array texture; the other
/// levels are a texture as for any image. The shader fetches the four texels of a bilinear filter from their tiles, so
/// that tiles need no margin, and no filter knows of their borders. The picture is that from a single texture, except
/// that a device may round the weights of its own filter to 8 bits, which changes a channel by at most one step of 8
/// bits.
package struct ImageTiling: Hashable {
  /// The size of the image.
  package let size: PixelSize
  /// The number of mip levels that are cut.
  package let levels: Int
  /// The size of a tile in the first level: a multiple of 2 to the power of ``levels`` - 1, so that the tiles of all
  /// levels are mip levels of one array texture.
  package let tile: PixelSize
  package let columns: Int, rows: Int

  package var count: Int { columns * rows }

  /// Nil for an image within the limit.
  /// - `limit`: the largest side of a texture in pixels.
  package init?(_ size: PixelSize, limit: Int) {
    var (level, levels) = (size, 0)
    while max(level.width, level.height) > limit {
      level = MipFilter.half(level)
      levels += 1
    }
    if levels == 0 { return nil }
    let step = 1 << (levels - 1)
    func cut(_ side: Int) -> (count: Int, tile: Int) {
      let most = max(limit / step * step, step)
      let count = (side + most - 1) / most
      return (count, ((side + count - 1) / count + step - 1) / step * step)
    }
    let (across, down) = (cut(size.width), cut(size.height))
    (self.size, self.levels) = (size, levels)
    (columns, rows) = (across.count, down.count)
    tile = PixelSize(across.tile, down.tile)
  }

  /// The part of a level of the image that a tile holds, in texels of the level.
  /// - `number`: the tile, row by row.
  package func part(_ number: Int, level: Int) -> PixelRect {
    let (width, height) = (max(1, size.width >> level), max(1, size.height >> level))
    let (tileWidth, tileHeight) = (tile.width >> level, tile.height >> level)
    let (x, y) = (number % columns * tileWidth, number / columns * tileHeight)
    return PixelRect(
      x: x, y: y, width: max(0, min(tileWidth, width - x)), height: max(0, min(tileHeight, height - y)))
  }
}
