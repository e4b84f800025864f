/// The two sides of a layer.
extension Layer {
  /// Whether some sublayer is a back of the layer.
  package var hasBackContents: Bool { sublayers.contains { $0.isBackContents && !$0.isHidden } }

  /// The layer as it is seen from the front, without its backs.
  package var front: Layer {
    var front = self
    front.sublayers.removeAll { $0.isBackContents }
    return front
  }

  /// The layer as it is seen from behind: its backs, mirrored so that they read right, and cut at its bounds.
  package var back: Layer {
    var back = self
    (back.contents, back.backgroundColor, back.borderWidth) = (.none, nil, 0)
    (back.sublayers, back.masksToBounds) = (masks, true)
    let mirror = mirroredBacks
    if mirror.sublayers.count == 1, let color = mirror.sublayers[0].color(filling: bounds) {
      back.contents = .color(color)
    } else {
      back.sublayers.insert(mirror, at: 0)
    }
    return back
  }

  /// A layer of the same bounds that shows the backs, mirrored about its vertical axis.
  package var mirroredBacks: Layer {
    var mirror = Layer(bounds: bounds, position: Point(bounds.midX, bounds.midY))
    mirror.transform = .scale(-1, 1, 1)
    mirror.depth = depth
    mirror.sublayers = sublayers.filter { $0.isBackContents && !$0.isHidden }.map(\.asDrawn)
    return mirror
  }

  /// The color of a plain layer that fills a rectangle of its superlayer; nil for any other layer.
  private func color(filling rect: Rect) -> Color? {
    guard case .none = contents, let backgroundColor, sublayers.isEmpty, isShown, opacity == 1, mesh == nil,
      blendMode == .normal, shadowOpacity == 0, cornerRadius == 0, borderWidth == 0, frame == rect
    else { return nil }
    return backgroundColor
  }
}
