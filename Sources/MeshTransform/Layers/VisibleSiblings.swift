/// The visible layers among siblings, in their order. Drawing, tessellation and hit testing visit each level of the layer
/// tree by this sequence, so that they agree on which layers are visible and on which of them cover others.
package struct VisibleSiblings: Sequence {
  /// All siblings, also invisible ones.
  package let layers: [Layer]
  private let space: LayerSpace
  /// Whether masks and backs are among the layers to visit.
  private let includesMasksAndBacks: Bool
  /// Whether the siblings paint in order: each covers all before it, whatever their depths.
  package let paintInOrder: Bool

  /// A visible layer.
  package struct Sibling {
    /// The index among all siblings.
    package let index: Int
    /// Whether the layer covers all siblings before it, whatever their depths.
    package let coversEarlier: Bool
    /// Whether all siblings after the layer cover it, whatever their depths.
    package let isCoveredByLater: Bool
  }

  /// - `space`: the space of the siblings.
  /// - `depth`: that of their superlayer.
  package init(_ layers: [Layer], _ depth: SublayerDepth, in space: LayerSpace) {
    (self.layers, self.space, includesMasksAndBacks) = (layers, space, false)
    paintInOrder =
      switch depth {
      case .automatic: layers.lieInOnePlane(in: space)
      case .shared: false
      case .ordered: true
      }
  }

  /// With masks and backs, and without an order of depth, for a traversal that draws nothing.
  package init(withMasksAndBacks layers: [Layer], in space: LayerSpace) {
    (self.layers, self.space, includesMasksAndBacks, paintInOrder) = (layers, space, true, true)
  }

  private func includes(_ layer: Layer) -> Bool {
    includesMasksAndBacks ? space.uses(layer) : space.shows(layer)
  }

  package func makeIterator() -> Iterator { Iterator(siblings: self) }

  package struct Iterator: IteratorProtocol {
    private let siblings: VisibleSiblings
    private var index = 0

    fileprivate init(siblings: VisibleSiblings) { self.siblings = siblings }

    package mutating func next() -> Sibling? {
      while index < siblings.layers.count {
        defer { index += 1 }
        if let sibling = siblings.sibling(index) { return sibling }
      }
      return nil
    }
  }

  /// The layer at an index among all siblings; nil for one that is not visible.
  package func sibling(_ index: Int) -> Sibling? {
    guard includes(layers[index]) else { return nil }
    return Sibling(
      index: index, coversEarlier: paintInOrder || layers[index].coversEarlierSiblings,
      isCoveredByLater: paintInOrder || layers[index].isIsolated)
  }
}

extension Layer {
  /// Whether the layer is drawn into a texture of its own before it combines with its backdrop: a blended layer, and a
  /// translucent layer with a shadow, which does not show through it.
  package var isIsolated: Bool { blendMode != .normal || (shadowOpacity > 0 && opacity < 1) }

  /// Whether the layer covers all siblings before it, whatever their depths: an isolated layer, or one with a shadow.
  package var coversEarlierSiblings: Bool { isIsolated || shadowOpacity > 0 }
}

extension [Layer] {
  /// Whether the planes of the visible layers, each without its mesh, are one. A layer whose plane is seen edge-on lies
  /// in no common plane; without a mesh it shows nothing.
  package func lieInOnePlane(in space: LayerSpace) -> Bool {
    var common: DepthPlane?
    // By index, since a loop over the layers copies them.
    for index in indices where space.shows(self[index]) {
      guard let plane = DepthPlane(space.pointsToSuperlayer(of: self[index]), z: 0) else {
        if self[index].mesh == nil { continue }
        return false
      }
      guard plane == common ?? plane else { return false }
      common = plane
    }
    return true
  }
}
