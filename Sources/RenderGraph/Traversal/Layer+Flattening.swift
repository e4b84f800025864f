import MeshTransform

/// The choice between drawing a layer part by part, and drawing it into an offscreen texture first.
///
/// A layer's sublayers share one space and are flattened into the layer's plane. Where painter's order is right for
/// them, they are drawn directly in that plane, at the full resolution of the canvas. Else the layer is drawn into a
/// texture of its own.
extension Layer {
  /// The sublayers that may be visible.
  var shownSublayers: [Layer] { sublayers.filter(\.isShown) }

  /// Whether a mesh can bend the layer directly: it shows at most one image, color or gradient, which fills the bounds.
  var isBentDirectly: Bool {
    guard rasterizationScale == nil, masks.isEmpty, shownSublayers.isEmpty, partCount <= 1,
      !(borderWidth > 0), !(masksToBounds && cornerRadius > 0), bounds.size.width > 0, bounds.size.height > 0
    else { return false }
    switch contents {
    case .none: return cornerRadius == 0
    case .color, .gradient: return true
    case .image: return showsWholeImage && contentsFrame == bounds
    }
  }

  /// Whether the layer becomes an offscreen pass.
  /// - `isLit`: whether light falls on the layer.
  /// - `toCanvas`: layer points to canvas pixels.
  func needsOffscreenPass(isLit: Bool, toCanvas: Transform3D) -> Bool {
    if mesh != nil { return !isBentDirectly }
    if !masks.isEmpty { return true }
    let shown = shownSublayers
    guard !shown.isEmpty else { return opacity < 1 && partCount > 1 }
    if opacity < 1, partCount + shown.count > 1 || containsIsolation { return true }
    if masksToBounds, containsBlending { return true }
    // Light falls on the sublayers first, and then on their picture.
    return isLit || cutsOff(shown) || paintersOrder(shown) == nil
      || (toCanvas.hasPerspective && shown.contains { $0.effectiveTransform(in: self).hasPerspective })
  }

  /// Whether a sublayer, however deep, covers all siblings before it.
  var containsIsolation: Bool {
    shownSublayers.contains { $0.coversEarlierSiblings || $0.containsIsolation }
  }

  /// Whether any layer below this one, at any depth, has a blend mode.
  private var containsBlending: Bool {
    shownSublayers.contains { $0.blendMode != .normal || $0.containsBlending }
  }

  private func cutsOff(_ shown: [Layer]) -> Bool {
    guard masksToBounds else { return false }
    switch shown.outline(in: LayerSpace(sublayersOf: self)) {
    case .empty: return false
    case .unbounded: return true
    case .bounded(let rect): return cornerRadius > 0 || !bounds.contains(rect)
    }
  }

  /// The sublayers from back to front; nil where one of them is bent, or several do not lie in parallel planes.
  func paintersOrder(_ shown: [Layer]) -> [Layer]? {
    if shown.count == 1 { return shown[0].isFlat ? shown : nil }
    let space = LayerSpace(sublayersOf: self)
    var depths: [Double] = []
    depths.reserveCapacity(shown.count)
    for layer in shown {
      guard layer.isFlat, let depth = space.pointsToSuperlayer(of: layer).depthOfParallelPlane else {
        return nil
      }
      depths.append(depth)
    }
    let isSorted = depth == .ordered || zip(depths, depths.dropFirst()).allSatisfy { $0 <= $1 }
    if isSorted { return shown }
    return shown.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { shown[$0] }
  }

  /// Whether the layer has no depth of its own.
  private var isFlat: Bool { mesh?.vertices.allSatisfy { $0.toZ == 0 } ?? true }
}
