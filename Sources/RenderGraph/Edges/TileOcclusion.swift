import MeshTransform

/// Determines which items may occlude others: by their boxes on the canvas, and where these overlap, by the screen
/// tiles that they reach.
final class TileOcclusion {
  private let boxes: [Box]
  private let meshes: [ProjectedMesh]
  private let tiles: ScreenTiles
  /// The tiles of each item, computed at first use.
  private var reached: [Int: ItemTiles] = [:]

  private struct Box {
    let low: SIMD2<Float>, high: SIMD2<Float>
    /// The depth group, and the rank in it: of two items in one plane, the one of higher rank lies in front.
    let group: Int, rank: Int
    let isOrdered: Bool
  }

  /// The largest number of items that are compared; with more, no item is reported to be in front.
  private static let mostMeshes = 512

  /// - `groups`: the depth groups in the order in which they are drawn.
  init(_ groups: [(meshes: [ProjectedMesh], ranks: [Int], isOrdered: Bool)], over tiles: ScreenTiles) {
    self.tiles = tiles
    meshes = groups.flatMap(\.meshes)
    boxes = groups.enumerated().flatMap { index, group in
      zip(group.meshes, group.ranks).map { mesh, rank in
        let (low, high) = (mesh.vertices.low, mesh.vertices.high)
        return Box(
          low: SIMD2(low.x, low.y), high: SIMD2(high.x, high.y), group: index, rank: rank,
          isOrdered: group.isOrdered)
      }
    }
  }

  /// A predicate of tiles: whether the item is certainly not occluded there by others or by its own folds; nil where
  /// that is uncertain for all tiles.
  func isInFront(_ number: Int) -> ((Int) -> Bool)? {
    let own = boxes[number]
    if meshes[number].isFolded || boxes.count > Self.mostMeshes { return nil }
    let before = boxes.indices.filter { other in
      let box = boxes[other]
      if other == number || box.group < own.group { return false }
      if box.group == own.group, own.isOrdered, box.rank < own.rank { return false }
      return all(box.low .<= own.high + 2) && all(box.high .>= own.low - 2)
    }.map { other in
      let found = reached[other] ?? ItemTiles(meshes[other], over: tiles)
      reached[other] = found
      return found
    }
    return { tile in !before.contains { $0.contains(tile) } }
  }
}
