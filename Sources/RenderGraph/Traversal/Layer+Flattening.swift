import MeshTransform

/// When a layer can be drawn part by part, and when it must become one picture first.
///
/// A layer's sublayers share one space and are then seen flat in the layer's plane. Where they can simply be painted one
/// over the other, they are painted straight onto that plane, with all the sharpness of the canvas. Else the layer is
/// drawn into a picture of its own.
extension Layer {
  /// Sublayers that may show.
  var shownSublayers: [Layer] { sublayers.filter(\.isShown) }

  /// What can be bent as it is: an image, color or gradient that fills the bounds, and nothing else.
  var isBentDirectly: Bool {
    guard rasterizationScale == nil, shownSublayers.isEmpty, partCount <= 1, !(borderWidth > 0),
      !(masksToBounds && cornerRadius > 0), bounds.size.width > 0, bounds.size.height > 0
    else { return false }
    switch contents {
    case .none: return cornerRadius == 0
    case .color, .gradient: return true
    case .image: return contentsRect == Rect(0, 0, 1, 1) && contentsFrame == bounds
    }
  }

  /// - `isLit`: light falls on the layer.
  /// - `toCanvas`: from layer points.
  func needsPicture(isLit: Bool, toCanvas: Transform3D) -> Bool {
    if mesh != nil { return !isBentDirectly }
    let shown = shownSublayers
    if opacity < 1, partCount + shown.count > 1 { return true }
    guard !shown.isEmpty else { return false }
    // Light falls on the picture of the sublayers as well as, before, on the sublayers.
    return isLit || cutsOff(shown) || paintersOrder(shown) == nil
      || (toCanvas.hasPerspective && shown.contains { $0.effectiveTransform(in: self).hasPerspective })
  }

  private func cutsOff(_ shown: [Layer]) -> Bool {
    guard masksToBounds else { return false }
    switch shown.outline(under: effectiveSublayerTransform) {
    case .empty: return false
    case .unbounded: return true
    case .bounded(let rect): return cornerRadius > 0 || !bounds.contains(rect)
    }
  }

  /// The sublayers from back to front, when each lies wholly in front of the one before it or in its plane; else nil.
  func paintersOrder(_ shown: [Layer]) -> [Layer]? {
    if shown.count == 1 { return shown[0].isSheet ? shown : nil }
    let sublayerTransform = effectiveSublayerTransform
    var depths: [Double] = []
    depths.reserveCapacity(shown.count)
    for layer in shown {
      let transform = layer.effectiveTransform * sublayerTransform
      guard layer.isSheet, let depth = transform.depthOfParallelPlane else { return nil }
      depths.append(depth)
    }
    let isSorted = zip(depths, depths.dropFirst()).allSatisfy { $0 <= $1 }
    if isSorted { return shown }
    return shown.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { shown[$0] }
  }

  /// Without depth of its own.
  private var isSheet: Bool { mesh?.vertices.allSatisfy { $0.toZ == 0 } ?? true }
}
