/// The visible layers among siblings, from the first to the last in painter's order. Drawing, hit testing, outlines and
/// depth losses visit a tree of layers by these, so that they agree on what is visible and on what covers what.
package struct VisibleSiblings: Sequence {
  /// All siblings, also invisible ones.
  package let layers: [Layer]
  private let space: LayerSpace
  /// Whether the siblings paint in order: each covers all before it, whatever their depths.
  package let paintInOrder: Bool

  /// A visible layer with its index among all siblings.
  package struct Sibling {
    package let index: Int
    package let layer: Layer
    /// Whether the layer covers all siblings before it, whatever their depths.
    package let coversEarlier: Bool
    /// Whether all siblings after the layer cover it, whatever their depths.
    package let isCoveredByLater: Bool
  }

  /// - `space`: the space of the siblings.
  /// - `depth`: that of their superlayer.
  package init(_ layers: [Layer], _ depth: SublayerDepth, in space: LayerSpace) {
    (self.layers, self.space) = (layers, space)
    paintInOrder =
      switch depth {
      case .automatic: layers.lieInOnePlane(in: space)
      case .shared: false
      case .ordered: true
      }
  }

  package func makeIterator() -> Iterator { Iterator(siblings: self) }

  package struct Iterator: IteratorProtocol {
    private let siblings: VisibleSiblings
    private var index = 0

    fileprivate init(siblings: VisibleSiblings) { self.siblings = siblings }

    package mutating func next() -> Sibling? {
      while index < siblings.layers.count {
        defer { index += 1 }
        let (layer, paintInOrder) = (siblings.layers[index], siblings.paintInOrder)
        guard siblings.space.shows(layer) else { continue }
        return Sibling(
          index: index, layer: layer, coversEarlier: paintInOrder || layer.coversEarlierSiblings,
          isCoveredByLater: paintInOrder || layer.isIsolated)
      }
      return nil
    }
  }
}

extension LayerSpace {
  /// Whether a layer of this space can be visible, for any content: it is not hidden, is neither a mask nor a back, and
  /// does not hide its back from the viewer.
  package func shows(_ layer: Layer) -> Bool { layer.isShown && !isHiddenFromBehind(layer) }

  /// Whether a layer, with its sublayers, is invisible because it is not double-sided and shows its back to the
  /// superlayer. A mesh shows its faces instead, each with its own side.
  private func isHiddenFromBehind(_ layer: Layer) -> Bool {
    !layer.isDoubleSided && layer.mesh == nil && pointsToSuperlayer(of: layer).facing < 0
  }
}

extension Layer {
  /// Whether the layer can have an effect, for any content: by itself, as a mask or as a back.
  package var mayBeVisible: Bool { !isHidden && opacity > 0 }

  /// Whether the layer itself can be visible, for any content, from the front.
  package var isShown: Bool { mayBeVisible && maskMode == .none && !isBackContents }

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
    for layer in self where space.shows(layer) {
      guard let plane = DepthPlane(space.pointsToSuperlayer(of: layer), z: 0) else {
        if layer.mesh == nil { continue }
        return false
      }
      guard plane == common ?? plane else { return false }
      common = plane
    }
    return true
  }
}
