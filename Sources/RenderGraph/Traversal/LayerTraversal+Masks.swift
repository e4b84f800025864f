import MeshTransform

/// Masks: each is drawn into a texture of the masked layer's own pixels, whose alpha or luminance the last items of the
/// layer's pass multiply with what is there.
extension LayerTraversal {
  /// The items of the masks of an offscreen pass's layer, each in a list of its own.
  func masks(
    of content: OffscreenPass.Content, _ quadrant: OffscreenPass.Quadrant
  ) throws(GraphError) -> [[RenderItem]] {
    let layer = content.layer
    var lists: [[RenderItem]] = []
    var edges = MaskEdges(of: layer, toPixels: content.toPixels)
    for (index, mask) in layer.sublayers.enumerated() where mask.maskMode != .none && !mask.isHidden {
      var traversal = LayerTraversal(
        builder, canvasSize: content.size, scale: content.scale, path: path + [index], quadrant: quadrant)
      let space = Space(
        geometry: LayerSpace(sublayersOf: layer, toCanvas: content.toPixels), lights: layer.lights, plane: nil
      )
      // A mask that is not visible gives clear black.
      if space.geometry.shows(mask.asDrawn) { try traversal.add(mask.asDrawn, index, in: space) }
      if let rect = edges.rect(of: mask) {
        traversal.items = traversal.items.map { $0.reaching(rect, from: mask.bounds) }
      }
      let key = path + [index] + TextureRole.mask
      let (groups, _) = try builder.depthGroups(
        traversal.lists, key: key, content.size)
      var item = RenderItem.canvas(
        try builder.draw(groups, key: key, content.size, .clear), isOpaque: false)
      item.maskMode = mask.maskMode
      lists.append([item])
    }
    return lists
  }
}
