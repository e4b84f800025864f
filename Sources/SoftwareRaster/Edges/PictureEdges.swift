import MeshTransform
import RenderGraph

/// The edges of all items of a picture, and the screen tiles that they cross.
struct PictureEdges {
  /// The items, in the order of the depth groups and of their commands.
  private var items: [Item] = []
  private let groups: [(meshes: [ProjectedMesh], group: DepthGroup)]
  /// The items whose edges cross each tile.
  let owners: TileOwners
  /// Whether surfaces overlap and may intersect in each tile.
  let mayIntersect: [Bool]

  private struct Item {
    let command: DrawCommand
    let mesh: ProjectedMesh
    let segments: [EdgeSegment]
    /// Whether the item may hide its own edges.
    var mayHideItself: Bool
    /// The difference of depth in points up to which the depth buffer may fail to separate two surfaces.
    let depthMargin: Float
  }

  /// Marks the tiles with edges. Fails where edges cannot be located.
  init?(_ groups: [DepthGroup], in tiles: inout ScreenTiles) {
    var projected: [(meshes: [ProjectedMesh], group: DepthGroup)] = []
    for group in groups {
      guard let meshes = group.projectedMeshes() else { return nil }
      projected.append((meshes, group))
    }
    self.groups = projected
    var owners = TileOwners(tiles)
    var mayIntersect = [Bool](repeating: false, count: tiles.marks.count)
    for (meshes, group) in projected {
      let first = items.count
      for (command, mesh) in zip(group.commands, meshes) {
        // The texture of an offscreen pass ends in clear pixels.
        let segments = command.item.endsClear ? [] : mesh.mark(command, in: &tiles)
        owners.add(segments, of: items.count, in: tiles)
        items.append(
          Item(
            command: command, mesh: mesh, segments: segments, mayHideItself: mesh.isFolded,
            depthMargin: Float(group.depthBiasStep / 4)))
      }
      let crossed = group.markCrossings(meshes, in: &tiles)
      for tile in crossed { mayIntersect[tile] = true }
      for (number, mesh) in meshes.enumerated() where !mesh.isFlat && !crossed.isEmpty {
        items[first + number].mayHideItself = true
      }
    }
    (self.owners, self.mayIntersect) = (owners, mayIntersect)
  }

  /// The projected meshes of the items.
  var meshes: [ProjectedMesh] { items.map(\.mesh) }

  /// The sum of the lengths of all edges along both axes, about the number of pixels that they cross.
  var length: Float {
    items.reduce(0) { sum, item in
      item.segments.reduce(sum) { $0 + abs($1.direction.x) + abs($1.direction.y) }
    }
  }

  /// Whether an item may hide its own edges.
  var areFolded: Bool { items.contains(where: \.mayHideItself) }

  /// The items that may occlude others.
  func occlusion(over tiles: ScreenTiles) -> TileOcclusion {
    TileOcclusion(groups.map { ($0.meshes, $0.group.ranks, !$0.group.mayCross) }, over: tiles)
  }

  /// The edges of each item, and where nothing hides them.
  /// - `occlusion`: nil where nothing is known of it.
  /// - `tiles`: those marked as tiles with edges are examined for folds.
  /// - `examinesFolds`: whether to find which edges an item's own folds hide.
  func outlines(_ occlusion: TileOcclusion?, over tiles: ScreenTiles, examinesFolds: Bool) -> [ItemOutline] {
    items.enumerated().map { number, item in
      let (mesh, segments) = (item.mesh, item.segments)
      guard let isUnoccluded = occlusion?.isUnoccluded(number) else { return ItemOutline(segments, nil) }
      if item.mayHideItself, item.command.isOpaque, examinesFolds {
        let neighbors = item.command.topology.neighbors(of: mesh.triangles)
        let folds = FoldOcclusion(mesh, neighbors, segments, over: tiles, margin: item.depthMargin)
        return ItemOutline(segments, isUnoccluded, folds)
      }
      return ItemOutline(segments, mesh.isFolded ? nil : isUnoccluded)
    }
  }

  /// Clears the tiles whose edges folds hide.
  /// - `isUnfit`: whether each tile has surfaces that may intersect; becomes precise where folds were examined.
  func clearHidden(_ outlines: [ItemOutline], in tiles: inout ScreenTiles, _ isUnfit: inout [Bool]) {
    let areSeveralFolded = items.count { $0.mayHideItself } > 1
    for outline in outlines {
      outline.forEachFoldedTile { tile, state in
        switch state {
        case .complex: isUnfit[tile] = true
        // Crossings that were found there are those of its sheets, which do not intersect.
        case .simple: isUnfit[tile] = isUnfit[tile] && areSeveralFolded
        // Its frontmost sheet covers the tile.
        case .clear: tiles.replace(tile, by: ScreenTiles.Mark.none)
        case .unexamined: break
        }
      }
    }
  }
}

extension DepthGroup {
  /// - Returns: the projected meshes of the commands; nil where edges cannot be located.
  fileprivate func projectedMeshes() -> [ProjectedMesh]? {
    guard aBufferItems.isEmpty, !commands.contains(where: { $0.look.isFlatShaded }) else {
      return nil
    }
    var meshes: [ProjectedMesh] = []
    for (command, bias) in zip(commands, biases) {
      let triangles = command.triangulation.list
      // The part of a face that a shader clips may end at an edge of the face.
      if triangles.needsContentClip || triangles.interpolation != .triangles { return nil }
      guard let mesh = ProjectedMesh(command.item, triangles, command.projected, bias: bias) else {
        return nil
      }
      meshes.append(mesh)
    }
    return meshes
  }

  /// Marks the tiles in which surfaces overlap and may intersect.
  /// - Returns: these tiles, some of them several times.
  fileprivate func markCrossings(_ meshes: [ProjectedMesh], in tiles: inout ScreenTiles) -> [Int] {
    // Painter's order decides between flat items in one plane.
    let isOrdered = !mayCross
    if isOrdered, meshes.allSatisfy({ $0.triangles.indices.count <= 6 }) { return [] }
    var crossed: [Int] = []
    for crossing in crossings {
      let segment = EdgeSegment(start: crossing.start, end: crossing.end)
      tiles.forEachTile(segment) { crossed.append($0) }
    }
    for tile in crossed { tiles.mark(tile, ScreenTiles.Mark.edge) }
    if wholeCount == 0 { return crossed }
    var counts = [SIMD2<UInt8>](repeating: .zero, count: tiles.marks.count)
    for mesh in meshes {
      DepthComplexity(mesh, over: tiles).forEachTile { tile, count in
        if count.max() > 1 {
          tiles.mark(tile, ScreenTiles.Mark.edge)
          crossed.append(tile)
        }
        // Only whether there are two or more matters.
        counts[tile] = smaller(counts[tile] &+ smaller(count, .one &+ .one), .one &+ .one)
      }
    }
    if isOrdered { return crossed }
    let doubtful = tiles.marks.indices.filter {
      tiles.marks[$0] == ScreenTiles.Mark.border
        || (tiles.marks[$0] == ScreenTiles.Mark.none && Int(counts[$0].x) + Int(counts[$0].y) > 1)
    }
    if doubtful.isEmpty { return crossed }
    var depths = DepthIntersections(
      doubtful, of: tiles, slope: commands.lazy.compactMap(\.item.plane).first?.slope ?? .zero,
      margin: depthBiasStep / 4)
    for (number, mesh) in meshes.enumerated() {
      var found: [Int] = []
      depths.add(mesh, isDivided: number >= wholeCount, in: tiles) { found.append($0) }
      for tile in found { tiles.mark(tile, ScreenTiles.Mark.edge) }
      crossed += found
    }
    return crossed
  }
}

extension ProjectedMesh {
  /// - Returns: the visible edges of the mesh.
  fileprivate func mark(_ command: DrawCommand, in tiles: inout ScreenTiles) -> [EdgeSegment] {
    let neighbors = command.topology.neighbors(of: triangles)
    let segments = segments(neighbors, over: tiles)
    tiles.add(segments) { isFlat && $0.isBetweenPixels ? ScreenTiles.Mark.border : ScreenTiles.Mark.edge }
    return segments
  }
}

/// The item whose edges cross each screen tile, if it is the only one.
struct TileOwners {
  /// The item number of each tile; -1 for none, -2 for several.
  private var numbers: [Int32]

  init(_ tiles: ScreenTiles) { numbers = [Int32](repeating: -1, count: tiles.marks.count) }

  mutating func add(_ segments: [EdgeSegment], of number: Int, in tiles: ScreenTiles) {
    for segment in segments {
      tiles.forEachTile(segment) { tile in
        let known = numbers[tile]
        numbers[tile] = known == -1 || known == Int32(number) ? Int32(number) : -2
      }
    }
  }

  /// Whether edges of any item cross a tile.
  func hasEdges(_ tile: Int) -> Bool { numbers[tile] != -1 }

  func isAlone(_ number: Int, in tile: Int) -> Bool { numbers[tile] == Int32(number) }
}
