import MeshTransform

extension ContactSheet {
  /// A frame on the sheet, or the part of it that is left.
  public struct Placement: Hashable, Sendable {
    /// The upper left corner on the sheet, in pixels.
    public var x: Int, y: Int
    /// The upper left corner of the part in the frame, in pixels.
    public var partX = 0, partY = 0
    /// The size of the part, in pixels.
    public var size: PixelSize
  }

  /// The cell of a frame, which is counted from zero along the rows.
  public func placement(of index: Int) -> Placement {
    Placement(
      x: index % grid.columns * (cell.width + gap), y: index / grid.columns * (cell.height + gap),
      size: cell)
  }

  /// The sheet without the transparent borders of the first `count` frames. A cell has the size of the largest part that
  /// is left, which stands in its upper left corner; an empty frame keeps one pixel.
  public func trimmed(count: Int) -> (sheet: ContactSheet, placements: [Placement]) {
    var parts = (0..<count).map(visiblePart)
    let cell = PixelSize(parts.map(\.size.width).max() ?? 1, parts.map(\.size.height).max() ?? 1)
    // It is no larger than this one, whose size was in the limits.
    guard var sheet = try? ContactSheet(grid, cell: cell, gap: gap, background: background) else {
      return (self, (0..<count).map(placement))
    }
    for index in parts.indices {
      let (from, to) = (parts[index], sheet.placement(of: index))
      sheet.copy(from, of: self, x: to.x, y: to.y)
      (parts[index].x, parts[index].y) = (to.x, to.y)
    }
    return (sheet, parts)
  }

  /// The smallest part of a frame that has every pixel that is not transparent, where it is on this sheet.
  private func visiblePart(of index: Int) -> Placement {
    let whole = placement(of: index)
    var (left, top, right, bottom) = (cell.width, cell.height, 0, 0)
    for y in 0..<cell.height {
      let row = 4 * ((whole.y + y) * size.width + whole.x) + 3
      guard let first = (0..<cell.width).first(where: { bytes[row + 4 * $0] > 0 }),
        let last = (0..<cell.width).last(where: { bytes[row + 4 * $0] > 0 })
      else { continue }
      (left, right) = (min(left, first), max(right, last + 1))
      (top, bottom) = (min(top, y), y + 1)
    }
    guard right > left else { return Placement(x: whole.x, y: whole.y, size: PixelSize(1, 1)) }
    return Placement(
      x: whole.x, y: whole.y, partX: left, partY: top, size: PixelSize(right - left, bottom - top))
  }
}
