import MeshTransform
import RenderGraph

/// The coverage of the pixels that the edges of one item cross: areas by Green's theorem, and the side of each sample
/// by its winding number. Both are relative to the pixel's top left corner, and so independent of edges outside the
/// pixel.
struct SilhouetteCoverage {
  private let tiles: ScreenTiles
  /// The sample pattern of each mark; nil where samples are not weighted.
  private let patterns: [SamplePattern?]
  /// The start of each tile in ``pixels``; -1 for tiles that no edge of the item crosses.
  private var places: [Int32]
  /// The tiles that edges of the item cross.
  private var crossed: [Int] = []
  /// The index in `sums` of each pixel of these tiles; -1 for a pixel that no edge crosses.
  private var pixels: [Int32] = []
  private var sums: [Sum] = []
  /// The winding numbers at the samples, four at a time; larger by ``unsure`` where a sample lies on an edge.
  private var windings: [SIMD4<Float>] = []

  private struct Sum {
    let x: Int32, y: Int32
    let mark: UInt8
    /// The index in ``windings`` of the pixel's samples.
    let first: Int32
    /// The mean winding number over the pixel.
    var area: Float = 0
    /// The winding numbers at the other three corners: top right, bottom left, bottom right.
    var corners = SIMD3<Float>.zero
    /// The hashes of edge ends minus those of edge starts: 0 where every edge that begins in the pixel continues one
    /// that ends there.
    var ends: UInt32 = 0
  }

  /// The distance from an edge in pixels below which the side of a sample is uncertain: the device rounds corners to a
  /// grid of 1/256.
  private static let doubt: Float = 1 / 100
  private static let unsure: Float = 1000

  /// - `patterns`: the sample pattern of each mark; nil where samples are not weighted.
  init(_ tiles: ScreenTiles, _ patterns: [SamplePattern?]) {
    (self.tiles, self.patterns) = (tiles, patterns)
    places = [Int32](repeating: -1, count: tiles.marks.count)
  }

  /// Removes all edges before those of another item are added. Keeps the memory.
  mutating func removeAll() {
    for tile in crossed { places[tile] = -1 }
    crossed.removeAll(keepingCapacity: true)
    pixels.removeAll(keepingCapacity: true)
    sums.removeAll(keepingCapacity: true)
    windings.removeAll(keepingCapacity: true)
  }

  /// Adds the edges of an item, without those that its folds hide.
  mutating func add(_ outline: ItemOutline) {
    for (number, segment) in outline.segments.enumerated() {
      segment.forEachPixel(of: tiles.size) { piece in
        let tile = piece.y / ScreenTiles.side * tiles.columns + piece.x / ScreenTiles.side
        if !outline.isHidden(number, in: tile) { add(piece, tile) }
      }
    }
  }

  private mutating func add(_ piece: EdgePiece, _ tile: Int) {
    let (x, y, a, b, came, gone) = (piece.x, piece.y, piece.start, piece.end, piece.came, piece.gone)
    let side = ScreenTiles.side
    let mark = tiles.marks[tile]
    guard let pattern = patterns[Int(mark)] else { return }
    if places[tile] < 0 {
      places[tile] = Int32(pixels.count)
      crossed.append(tile)
      pixels.append(contentsOf: repeatElement(-1, count: side * side))
    }
    let place = Int(places[tile]) + y % side * side + x % side
    if pixels[place] < 0 {
      pixels[place] = Int32(sums.count)
      sums.append(Sum(x: Int32(x), y: Int32(y), mark: mark, first: Int32(windings.count)))
      windings.append(contentsOf: repeatElement(.zero, count: pattern.x.count))
    }
    let number = Int(pixels[place])

    // The interior lies to the right of an edge's direction (y down): at larger x where the edge runs up.
    let (u, sign) = (b - a, Float(b.y < a.y ? 1 : -1))
    let (low, high) = (smaller(a, b), larger(a, b))
    var corners = SIMD3<Float>.zero
    let below = SIMD3<Float>(0, 1, 1)
    if came == .left { corners += below }
    if gone == .left { corners -= below }
    if came == .top || gone == .top { corners.x += sign }
    if came == .bottom || gone == .bottom { corners.z += sign }
    sums[number].area += piece.area
    sums[number].corners += corners
    sums[number].ends &+= piece.ends

    let inverse = u.y == 0 ? 0 : u.x / u.y
    let normal = SIMD2(u.y, -u.x) / max((u * u).sum().squareRoot(), 1e-9)
    let first = Int(sums[number].first)
    for four in 0..<pattern.x.count {
      let (sx, sy) = (pattern.x[four], pattern.y[four])
      var winding = windings[first + four]
      let (dx, dy) = (sx - a.x, sy - a.y)
      let isCrossed = (sy .>= low.y) .& (sy .< high.y) .& (dx .> dy * inverse)
      winding.replace(with: winding + sign, where: isCrossed)
      if came == .left { winding.replace(with: winding + 1, where: sy .>= a.y) }
      if gone == .left { winding.replace(with: winding - 1, where: sy .>= b.y) }
      let distance = dx * normal.x + dy * normal.y
      let isNear =
        (distance .< Self.doubt) .& (distance .> -Self.doubt) .& (sx .> low.x - Self.doubt)
        .& (sx .< high.x + Self.doubt) .& (sy .> low.y - Self.doubt) .& (sy .< high.y + Self.doubt)
      winding.replace(with: winding + Self.unsure, where: isNear)
      windings[first + four] = winding
    }
  }
}

extension SilhouetteCoverage {
  /// The two sides of a pixel's edges.
  struct Sides {
    /// One bit for each sample that certainly lies on that side.
    var inside: UInt16 = 0, outside: UInt16 = 0
    /// The area of the inner side, as a fraction of the pixel, 0...1.
    var share: Float = 0
    /// The winding number of the outer side.
    fileprivate var base: Float = 0
  }

  /// Calls `body` with each pixel that the item's edges cross and its record; nil where edges end, more than two sides
  /// meet, or the item may be occluded.
  ///
  /// - `isInFront`: whether nothing occludes the item in a tile. Otherwise samples on one side of its edges may differ,
  ///   and equal weights are better than large weights of few samples.
  /// - `areTogether`: whether two pixels are drawn together.
  func forEachPixel(
    isInFront: (Int) -> Bool, areTogether: (SIMD2<Int>, SIMD2<Int>) -> Bool,
    _ body: (_ tile: Int, _ pixel: Int, CoverageRecord?) -> Void
  ) {
    let side = ScreenTiles.side
    for sum in sums {
      let (x, y) = (Int(sum.x), Int(sum.y))
      let tile = y / side * tiles.columns + x / side
      let place = y % side * side + x % side
      guard isInFront(tile), let sides = sides(sum), let pattern = patterns[Int(sum.mark)] else {
        body(tile, place, nil)
        continue
      }
      var borrowed: CoverageRecord.Borrowed?
      let isMissing =
        sides.inside == 0 ? sides.share > 1 / 256 : sides.outside == 0 && sides.share < 255 / 256
      if isMissing {
        borrowed = self.borrowed(sum, sides, pattern, areTogether)
        if borrowed == nil {
          body(tile, place, nil)
          continue
        }
      }
      // A side without a sample and with almost no area gets the share 0, so that the weights add up to 1.
      let share = isMissing ? sides.share : sides.inside == 0 ? 0 : sides.outside == 0 ? 1 : sides.share
      body(
        tile, place,
        CoverageRecord(inside: sides.inside, outside: sides.outside, share: share, borrowed: borrowed))
    }
  }

  private func sides(_ sum: Sum) -> Sides? {
    guard sum.ends == 0, let pattern = patterns[Int(sum.mark)] else { return nil }
    var sides = Sides(base: sum.area.rounded(.down))
    sides.share = sum.area - sides.base
    for sample in 0..<pattern.count {
      let winding = windings[Int(sum.first) + sample / 4][sample % 4]
      if winding > Self.unsure / 2 { continue }
      if winding == sides.base {
        sides.outside |= 1 << UInt16(sample)
      } else if winding == sides.base + 1 {
        sides.inside |= 1 << UInt16(sample)
      } else {
        return nil
      }
    }
    let boundsOutside = sides.base == 0 || sides.base == -1
    guard boundsOutside || sides.share < 1e-3 || sides.share > 1 - 1e-3 else { return nil }
    return sides.inside == 0 && sides.outside == 0 ? nil : sides
  }

  /// The nearest sample of a neighbor on the side on which a pixel has no sample; nil if there is none.
  private func borrowed(
    _ sum: Sum, _ sides: Sides, _ pattern: SamplePattern, _ areTogether: (SIMD2<Int>, SIMD2<Int>) -> Bool
  ) -> CoverageRecord.Borrowed? {
    let wanted = sides.inside == 0 ? sides.base + 1 : sides.base
    let at = SIMD2(Int(sum.x), Int(sum.y))
    var best: (borrowed: CoverageRecord.Borrowed, distance: Float)?
    for dy in -1...1 {
      for dx in -1...1 where dx != 0 || dy != 0 {
        let offset = SIMD2(dx, dy)
        guard areTogether(at, at &+ offset) else { continue }
        var mask: UInt16
        if let other = self.sum(at &+ offset) {
          guard other.mark == sum.mark, let others = self.sides(other) else { continue }
          // Where an edge only touches the neighbor, rounding decides on which side it lies.
          if others.share < 1e-3 || others.share > 1 - 1e-3 { continue }
          mask = sides.inside == 0 ? others.inside : others.outside
        } else {
          // A neighbor without edges lies on the same side as the corner that both pixels share.
          let corners = [0, sum.corners.x, sum.corners.y, sum.corners.z]
          mask = corners[(dy > 0 ? 2 : 0) + (dx > 0 ? 1 : 0)] == wanted ? pattern.all : 0
        }
        guard mask != 0, let found = pattern.nearest(mask, in: offset) else { continue }
        if found.distance < best?.distance ?? .infinity {
          best = (CoverageRecord.Borrowed(offset: offset, sample: found.sample), found.distance)
        }
      }
    }
    return best?.borrowed
  }

  private func sum(_ pixel: SIMD2<Int>) -> Sum? {
    let side = ScreenTiles.side
    let place = places[pixel.y / side * tiles.columns + pixel.x / side]
    guard place >= 0 else { return nil }
    let number = pixels[Int(place) + pixel.y % side * side + pixel.x % side]
    return number < 0 ? nil : sums[Int(number)]
  }
}
