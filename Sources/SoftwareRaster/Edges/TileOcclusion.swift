import MeshTransform
import RenderGraph

/// Determines which items may occlude others: by their outlines on the canvas, and where these overlap, by the screen
/// tiles that they reach.
final class TileOcclusion {
  private let boxes: [Box]
  private let meshes: [ProjectedMesh]
  private let tiles: ScreenTiles
  /// The items whose outlines may overlap that of each item; nil where there are too many pairs.
  private let neighbors: [[Int]]?
  /// The tiles of each item, computed at first use.
  private var reached: [Int: ItemTiles] = [:]

  private struct Box {
    let outline: ScreenOutline
    /// The depth group, and the rank in it: of two items in one plane, the one of higher rank lies in front.
    let group: Int, rank: Int
    let isOrdered: Bool

    /// The bounding box, whose value is larger for earlier items; nil for an empty one.
    func node(_ number: Int) -> BoxTree.Node? {
      let (low, high) = (SIMD3<Double>(SIMD3(outline.low, 0)), SIMD3<Double>(SIMD3(outline.high, 0)))
      return all(low .<= high) ? BoxTree.Node(low, high, value: -Double(number)) : nil
    }
  }

  /// The largest number of pairs of overlapping items; with more, no item is reported to be in front.
  private static let mostPairs = 1 << 17
  /// Distance in pixels up to which outlines count as overlapping: larger than that at which pixels borrow colors.
  private static let reach: Float = 2

  /// - `groups`: the depth groups in the order in which they are drawn.
  init(_ groups: [(meshes: [ProjectedMesh], ranks: [Int], isOrdered: Bool)], over tiles: ScreenTiles) {
    self.tiles = tiles
    meshes = groups.flatMap(\.meshes)
    let boxes = groups.enumerated().flatMap { index, group in
      zip(group.meshes, group.ranks).map { mesh, rank in
        Box(outline: ScreenOutline(mesh), group: index, rank: rank, isOrdered: group.isOrdered)
      }
    }
    self.boxes = boxes
    let tree = BoxTree(boxes.count) { boxes[$0].node($0) }
    let margin = SIMD3(repeating: Double(Self.reach))
    var (neighbors, pairs) = ([[Int]](repeating: [], count: boxes.count), 0)
    for index in boxes.indices where pairs <= Self.mostPairs {
      guard let box = boxes[index].node(index) else { continue }
      var work = Int.max
      _ = tree.search(&work) { node in
        node.value > box.value && node.overlaps(box.low, box.high, margin: margin)
      } _: { earlier in
        if earlier >= index || boxes[index].outline.isApart(from: boxes[earlier].outline, by: Self.reach) {
          return false
        }
        pairs += 1
        neighbors[index].append(earlier)
        neighbors[earlier].append(index)
        return pairs > Self.mostPairs
      }
    }
    self.neighbors = pairs > Self.mostPairs ? nil : neighbors
  }

  private func tiles(of number: Int) -> ItemTiles {
    let found = reached[number] ?? ItemTiles(meshes[number], over: tiles)
    reached[number] = found
    return found
  }

  /// A predicate of tiles: whether other items certainly do not occlude the item there; nil where that is uncertain for
  /// all tiles.
  func isUnoccluded(_ number: Int) -> ((Int) -> Bool)? {
    guard let neighbors else { return nil }
    let own = boxes[number]
    let before = neighbors[number].filter { other in
      let box = boxes[other]
      if box.group != own.group { return box.group > own.group }
      return !own.isOrdered || box.rank > own.rank
    }.map(tiles(of:))
    if before.isEmpty { return { _ in true } }
    return { tile in !before.contains { $0.contains(tile) } }
  }

  /// Calls `body` with the tiles in which items may intersect: two of them reach the tile, and depth decides between
  /// them. Some tiles are reported several times.
  func forEachContestedTile(_ body: (Int) -> Void) {
    for (number, others) in (neighbors ?? []).enumerated() {
      let own = boxes[number]
      for other in others where other < number && boxes[other].group == own.group && !own.isOrdered {
        let (mine, theirs) = (tiles(of: number), tiles(of: other))
        mine.forEachTile { if theirs.contains($0) { body($0) } }
      }
    }
  }
}
