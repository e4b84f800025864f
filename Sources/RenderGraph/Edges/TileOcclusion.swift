import MeshTransform

/// Which items of a picture may lie before others: by their boxes on the canvas, and where these overlap, by the tiles
/// that they reach.
final class TileOcclusion {
  private let boxes: [Box]
  private let meshes: [ProjectedMesh]
  private let tiles: ScreenTiles
  /// By item, once somebody has asked.
  private var reached: [Int: ItemTiles] = [:]

  private struct Box {
    let low: SIMD2<Float>, high: SIMD2<Float>
    /// Of two items in one group and one plane, the one of higher rank lies before the other.
    let group: Int, rank: Int
    let isOrdered: Bool
  }

  /// Among more than that many no item is told to be alone.
  private static let mostMeshes = 512

  /// - `groups`: what is drawn later over what is drawn before.
  init(_ groups: [(meshes: [ProjectedMesh], ranks: [Int], isOrdered: Bool)], over tiles: ScreenTiles) {
    self.tiles = tiles
    meshes = groups.flatMap(\.meshes)
    boxes = groups.enumerated().flatMap { index, group in
      zip(group.meshes, group.ranks).map { mesh, rank in
        let points = mesh.points
        let low = points.reduce(SIMD2(repeating: .infinity)) { pointwiseMin($0, $1.lowHalf) }
        let high = points.reduce(SIMD2(repeating: -.infinity)) { pointwiseMax($0, $1.lowHalf) }
        return Box(low: low, high: high, group: index, rank: rank, isOrdered: group.isOrdered)
      }
    }
  }

  /// Whether nothing lies before an item in a tile, not even a part of itself. Nil where that is not certain of any tile.
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
