/// The backs of a layer, prepared for hit testing.
struct HitBack: Sendable {
  /// The mirrored superlayer of the backs, and below it the backs.
  let tree: HitTree
  /// The indices of the backs in the layer's sublayers.
  private let indices: [Int]

  init(_ layer: Layer) {
    tree = HitTree([layer.mirroredBacks], in: LayerSpace(sublayersOf: layer))
    indices = layer.sublayers.indices.filter {
      layer.sublayers[$0].isBackContents && !layer.sublayers[$0].isHidden
    }
  }

  /// The path of a hit in the tree, from the layer on; nil for the mirrored superlayer itself.
  func path(_ hit: Hit) -> [Int]? {
    let path = hit.path.indices
    return path.count < 2 ? nil : [indices[path[1]]] + path.dropFirst(2)
  }
}
