import MeshTransform

/// Blend modes: the pass of a target ends before each blended item. What it has drawn is the item's backdrop; the next
/// pass begins with the blended result.
extension GraphBuilder {
  /// Compiles lists of items, from back to front, into the depth groups of a target's last pass. Blended items end the
  /// passes before it.
  /// - `key`: the key of the target's texture; empty for the canvas. The textures that hold its backdrops have longer keys.
  /// - Returns: also the background of the last pass.
  func depthGroups(
    _ lists: [[RenderItem]], key: [Int], _ size: PixelSize, _ targetBackground: Color = .clear
  ) throws(GraphError) -> (groups: [DepthGroup], background: Color) {
    var groups: [DepthGroup] = []
    var background = targetBackground
    // The items of the groups, and the texture that they are alone, with all before them.
    var shown: [[RenderItem]] = []
    var whole: OffscreenTexture?
    // A pass may show the texture of the one before it: two take turns.
    var (next, last) = (key + TextureRole.backdrop, key + TextureRole.blended)
    func show(_ texture: OffscreenTexture) throws(GraphError) {
      shown = [[.canvas(texture, isOpaque: targetBackground.alpha == 1)]]
      (groups, background, whole) = ([try group(shown[0])], .clear, texture)
      swap(&next, &last)
    }
    func append(_ items: [RenderItem]) throws(GraphError) {
      groups.append(try group(items))
      shown.append(items)
      whole = nil
    }
    for items in lists.flatMap(\.splitAtBlendedItems) {
      guard items[0].blendMode != .normal, !groups.isEmpty || background.alpha > 0 else {
        // Blended with nothing, an item stays as it is.
        try append(items)
        continue
      }
      var part = BackdropPart(behind: items[0], shown, in: size)
      if part == nil, whole == nil {
        try show(try draw(groups, key: next, size, background))
        part = BackdropPart(behind: items[0], shown, in: size)
      }
      if let part {
        try append([try blend(items[0], with: part, key: key, shown.count)])
      } else if let whole {
        try show(try blend(items[0], with: whole, key: next))
      }
    }
    return (groups, background)
  }

  /// Blends an item with a part of the target. Textures of several parts have different indices.
  private func blend(
    _ item: RenderItem, with part: BackdropPart, key: [Int], _ index: Int
  ) throws(GraphError) -> RenderItem {
    var groups: [DepthGroup] = []
    for items in part.lists { groups.append(try group(items)) }
    let size = PixelSize(part.area.width, part.area.height)
    let backdrop = try draw(groups, key: key + TextureRole.backdrop + [index], size, .clear)
    var moved = item
    if case .canvasPixels(let source, _, _) = item.content {
      moved.content = .canvasPixels(source, x: 0, y: 0)
    }
    return part.item(try blend(moved, with: backdrop, key: key + TextureRole.blended + [index]))
  }

  private func blend(
    _ item: RenderItem, with backdrop: OffscreenTexture, key: [Int]
  ) throws(GraphError) -> OffscreenTexture {
    guard case .canvasPixels(let source, let x, let y) = item.content else {
      preconditionFailure("a blended item shows a picture of its own")
    }
    resume(item)
    let result = OffscreenTexture(key: key, size: backdrop.size)
    let operation = FilterPass.Operation.blend(
      item.blendMode, source, x: x, y: y, opacity: Double(item.tint.w), backdrop: backdrop)
    try append(.filter(FilterPass(texture: result, operation: operation)), result)
    return result
  }
}

extension [RenderItem] {
  /// The items in lists, in which blended items are alone. A mask ring at the start begins each of the others.
  fileprivate var splitAtBlendedItems: [[RenderItem]] {
    // By index, since a loop over the items copies them.
    guard indices.contains(where: { self[$0].blendMode != .normal }) else { return isEmpty ? [] : [self] }
    let ring = prefix(while: \.isMask)
    var lists: [[RenderItem]] = []
    for part in dropFirst(ring.count).runs(between: \.isBlended) {
      lists.append(part[0].isBlended ? part : ring + part)
    }
    return lists
  }
}

extension Collection {
  /// The runs of elements between separators, and each separator by itself.
  fileprivate func runs(between isSeparator: (Element) -> Bool) -> [[Element]] {
    var runs: [[Element]] = []
    var joins = false
    for element in self {
      let isAlone = isSeparator(element)
      if isAlone || !joins { runs.append([element]) } else { runs[runs.count - 1].append(element) }
      joins = !isAlone
    }
    return runs
  }
}

extension RenderItem {
  fileprivate var isBlended: Bool { blendMode != .normal }

  /// The pixels of a whole target.
  static func canvas(_ texture: OffscreenTexture, isOpaque: Bool) -> RenderItem {
    // Beyond the target, so that it has no edge there.
    let rect = Rect(0, 0, Double(texture.size.width), Double(texture.size.height)).outset(by: 8, 8)
    var item = RenderItem(
      projection: LayerProjection(planeOf: rect, toCanvas: .identity),
      content: .canvasPixels(texture, x: 0, y: 0), isOpaque: isOpaque)
    item.plane = DepthPlane(.identity, z: 0)
    return item
  }
}
