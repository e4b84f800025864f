import MeshTransform
import RenderGraph

/// Finds the pixels that edges cross, and the areas on both sides, item by item.
struct BlendedPixels {
  /// The distance in pixels from the end of an edge up to which the next edge may cross the same pixel.
  private static let cornerReach: Float = 3
  /// The distance from an edge in pixels below which the side of the pixel's center is uncertain: the device rounds
  /// corners to a grid of 1/256.
  private static let doubt: Float = 1 / 100
  /// The share of a pixel up to which the color of a side does not count: a step of 8 bits.
  private static let negligibleArea: Float = 1 / 256

  private let tiles: ScreenTiles
  private var crossings: EdgeCrossings
  /// The number of the item, which starts again after 16,383 items.
  private var number: UInt16 = 0
  /// The pieces in pixels in which edges of the item begin or end, and in those beside: several edges may cross them.
  private var corners: [Corner] = []
  private var pixels: [BlendedPixel] = []
  /// Whether a pixel of each tile has more than two sides, or one of them lies outside of the picture or shows in no
  /// pixel beside it.
  private var hasFailed: [Bool]

  /// The pieces in one pixel, or one of them.
  private struct Corner {
    /// The place of the pixel in the picture, row by row.
    let place: Int
    var area: Float, winding: Float
    /// The sum of the unit normals toward the interior.
    var normal: SIMD2<Float>
    var isNear: Bool
    /// The sum of ``EdgePiece/ends``: 0 unless an outline ends in the pixel.
    var ends: UInt32

    mutating func add(_ other: Corner) {
      (area, winding, normal) = (area + other.area, winding + other.winding, normal + other.normal)
      (isNear, ends) = (isNear || other.isNear, ends &+ other.ends)
    }
  }

  /// - `tiles`: edges are blended in those marked ``ScreenTiles/Mark/blended``.
  /// - `tileSize`: the largest size of a tile of the canvas; a pixel takes the colors of its own tile.
  init(over tiles: ScreenTiles, _ tileSize: PixelSize) {
    self.tiles = tiles
    crossings = EdgeCrossings(in: tiles, tileSize)
    hasFailed = [Bool](repeating: false, count: tiles.marks.count)
  }

  /// Adds the closed outlines of an item.
  mutating func add(_ outline: ItemOutline) {
    corners.removeAll(keepingCapacity: true)
    number = number == .max >> 2 ? 1 : number + 1
    for (index, segment) in outline.segments.enumerated() {
      let direction = segment.direction
      let length = (direction * direction).sum().squareRoot()
      let normal = length > 0 ? SIMD2(-direction.y, direction.x) / length : .zero
      segment.forEachPixel(of: tiles.size) { piece in
        if !outline.isHidden(index, in: tile(piece.x, piece.y)) { add(piece, of: segment, normal) }
      }
    }
    for corner in mergedCorners() {
      let (y, x) = corner.place.quotientAndRemainder(dividingBy: tiles.size.width)
      guard corner.ends == 0 else {
        hasFailed[tile(x, y)] = true
        continue
      }
      // A neighbor in the direction of the mean normal: straight, or beyond a corner.
      let large = max(abs(corner.normal.x), abs(corner.normal.y)) * 0.4
      func step(_ value: Float) -> Int8 { value > large ? 1 : value < -large ? -1 : 0 }
      let inner = SIMD2(step(corner.normal.x), step(corner.normal.y))
      add(
        x, y, corner.area, corner.winding, isNear: corner.isNear, inner: inner, outer: .zero &- inner)
    }
  }

  /// ``corners`` with one for each pixel, by their places.
  private func mergedCorners() -> [Corner] {
    // The pieces of a pixel keep their order, since a floating-point sum depends on it.
    let order = corners.indices.sorted { (corners[$0].place, $0) < (corners[$1].place, $1) }
    var merged: [Corner] = []
    for index in order {
      if let last = merged.last, last.place == corners[index].place {
        merged[merged.count - 1].add(corners[index])
      } else {
        merged.append(corners[index])
      }
    }
    return merged
  }

  @inline(__always)
  private mutating func add(_ piece: EdgePiece, of segment: EdgeSegment, _ normal: SIMD2<Float>) {
    let (x, y) = (piece.x, piece.y)
    guard tiles.marks[tile(x, y)] == ScreenTiles.Mark.blended else {
      crossings.add(x, y, number, isInner: nil)
      return
    }
    let center = SIMD2<Float>(repeating: 0.5)
    let distance = ((center - piece.start) * normal).sum()
    let winding = piece.winding(at: center)
    let isNear = abs(distance) < Self.doubt
    let start = piece.start + SIMD2(Float(x), Float(y))
    if piece.came == .inner || piece.gone == .inner || segment.isNearEnd(start, within: Self.cornerReach) {
      corners.append(
        Corner(
          place: y * tiles.size.width + x, area: piece.area, winding: winding, normal: normal, isNear: isNear,
          ends: piece.ends))
      return
    }
    let isAcross = abs(normal.x) > abs(normal.y)
    let step: SIMD2<Int8> =
      isAcross ? SIMD2(normal.x > 0 ? 1 : -1, 0) : SIMD2(0, normal.y > 0 ? 1 : -1)
    func inPicture(_ step: SIMD2<Int8>, _ normal: SIMD2<Float>, _ distance: Float) -> SIMD2<Int8> {
      if crossings.isInPicture(x, y, step) { return step }
      // At the border of the picture, along the border, as far as the edge is away.
      let along = isAcross ? normal.y : normal.x
      let count = (max(distance, 0) + Self.doubt) / abs(along) + 1
      guard count < Float(BlendedPixel.reach + 1) else { return step }
      let steps = Int8(clamping: count) * (along > 0 ? 1 : -1)
      return isAcross ? SIMD2(0, steps) : SIMD2(steps, 0)
    }
    add(
      x, y, piece.area, winding, isNear: isNear, inner: inPicture(step, normal, -distance),
      outer: inPicture(.zero &- step, -normal, distance))
  }

  /// - `inner`, `outer`: the offsets to a neighbor on each side.
  @inline(__always)
  private mutating func add(
    _ x: Int, _ y: Int, _ area: Float, _ winding: Float, isNear: Bool, inner: SIMD2<Int8>,
    outer: SIMD2<Int8>
  ) {
    let base = area.rounded(.down)
    // An edge that only touches the pixel.
    if area - base < Self.negligibleArea || area - base > 1 - Self.negligibleArea { return }
    let isInner = winding > base
    let (inner, outer) = (isInner && !isNear ? .zero : inner, !isInner && !isNear ? .zero : outer)
    guard !crossings.isCrossed(x, y), base == 0 || base == -1,
      winding - base == (isInner ? 1 : 0) || isNear, crossings.isInPicture(x, y, inner),
      crossings.isInPicture(x, y, outer)
    else {
      hasFailed[tile(x, y)] = true
      return
    }
    crossings.add(x, y, number, isInner: isNear ? nil : isInner)
    pixels.append(
      BlendedPixel(
        x: Int32(x), y: Int32(y), inner: inner, outer: outer,
        share: UInt32(clamping: min(max(area - base, 0), 1) * 65536)))
  }

  /// Checks the neighbors whose colors pixels take, once all items have been added: each must show the side that it
  /// stands for, no edges of other items cross it, and it is not drawn with several samples.
  /// - Returns: the pixels of the tiles that can be blended as a whole, and the other tiles in which edges were to be
  ///   blended.
  func finish() -> (pixels: [BlendedPixel], failed: [Int]) {
    // Closures that capture `self` would copy it for each pixel.
    var (pixels, hasFailed) = (self.pixels, self.hasFailed)
    let (crossings, columns) = (self.crossings, tiles.columns)
    func tile(_ pixel: BlendedPixel) -> Int { Self.tile(Int(pixel.x), Int(pixel.y), columns) }
    func mayFail(_ pixel: BlendedPixel, _ offset: SIMD2<Int8>) -> Bool {
      offset != .zero && crossings.isCrossed(Int(pixel.x) + Int(offset.x), Int(pixel.y) + Int(offset.y))
    }
    func isLost(_ x: Int, _ y: Int) -> Bool { hasFailed[Self.tile(x, y, columns)] }
    // The pixels to check: all, and then those that take the color of a pixel whose tile may fail.
    var open = Array(pixels.indices)
    var isChanged = true
    while isChanged {
      isChanged = false
      var next: [Int] = []
      for index in open where !hasFailed[tile(pixels[index])] {
        var pixel = pixels[index]
        let (x, y) = (Int(pixel.x), Int(pixel.y))
        guard let inner = crossings.shown(inner: true, pixel.inner, x, y, hasFailed: isLost),
          let outer = crossings.shown(inner: false, pixel.outer, x, y, hasFailed: isLost)
        else {
          hasFailed[tile(pixel)] = true
          isChanged = true
          continue
        }
        (pixel.inner, pixel.outer) = (inner, outer)
        pixels[index] = pixel
        if mayFail(pixel, inner) || mayFail(pixel, outer) { next.append(index) }
      }
      open = next
    }
    let failed = hasFailed.indices.filter { hasFailed[$0] }
    return (failed.isEmpty ? pixels : pixels.filter { !hasFailed[tile($0)] }, failed)
  }

  @inline(__always)
  private func tile(_ x: Int, _ y: Int) -> Int { Self.tile(x, y, tiles.columns) }

  @inline(__always)
  private static func tile(_ x: Int, _ y: Int, _ columns: Int) -> Int {
    y / ScreenTiles.side * columns + x / ScreenTiles.side
  }
}

extension EdgeSegment {
  /// Whether a point is near one of the ends: a distance along each axis.
  @inline(__always)
  fileprivate func isNearEnd(_ point: SIMD2<Float>, within distance: Float) -> Bool {
    let (a, b) = (point - start, point - end)
    return max(abs(a.x), abs(a.y)) < distance || max(abs(b.x), abs(b.y)) < distance
  }
}
