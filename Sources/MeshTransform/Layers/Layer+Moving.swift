/// Changes of geometry that keep the projection of the layer or of one of its points. A property set directly has its
/// plain effect: a new `anchorPoint` moves the layer, a new `bounds.size` resizes it about the anchor point.
extension Layer {
  /// Moves the anchor point, in unit layer space, and keeps the projection of the layer.
  ///
  /// Changes `position` and `zPosition`. A perspective has its center over the anchor point, so `transform` changes as
  /// well, and likewise a `sublayerTransform`.
  public mutating func moveAnchorPoint(to newAnchorPoint: Point) {
    changeKeepingAppearance { $0.anchorPoint = newAnchorPoint }
  }

  /// Sets the bounds and keeps the projection of every layer point and sublayer: only the visible part of the layer's
  /// plane changes.
  ///
  /// Compensates for the move of the anchor point like ``moveAnchorPoint(to:)``.
  public mutating func changeBounds(to newBounds: Rect) {
    changeKeepingAppearance { $0.bounds = newBounds }
  }

  /// Moves `position`, in superlayer points, and keeps the projection of the layer by a change of `transform`.
  public mutating func movePosition(to newPosition: Point) {
    let effective = effectiveTransform
    position = newPosition
    transform = assignableTransform(for: effective)
  }

  /// Sets the size of the bounds and keeps the projection of one point, in unit layer space, by a change of `position`.
  /// Default: the top left corner, as for Core Animation's frame, but under any transform.
  ///
  /// If the point lies behind the eye, before or after, the position stays.
  public mutating func resize(to size: Size, holding unitPoint: Point = .zero) {
    let projected = convert(layerPoint(at: unitPoint), to: nil)
    bounds = Rect(origin: bounds.origin, size: size)
    if let projected { move(unitPoint, to: projected) }
  }

  /// Changes `position` so that a point of the layer, in unit layer space, projects to `target`, in superlayer points.
  /// No change if the point lies behind the eye.
  public mutating func move(_ unitPoint: Point, to target: Point) {
    // The position is added after the perspective division, so one step is exact.
    guard let projected = convert(layerPoint(at: unitPoint), to: nil) else { return }
    position = Point(position.x + target.x - projected.x, position.y + target.y - projected.y)
  }

  private func layerPoint(at unitPoint: Point) -> Point {
    Point(
      bounds.minX + unitPoint.x * bounds.size.width, bounds.minY + unitPoint.y * bounds.size.height)
  }

  /// Applies a change that moves the anchor point within the layer's plane, and compensates for it.
  private mutating func changeKeepingAppearance(_ change: (inout Layer) -> Void) {
    let (effective, onSublayers) = (effectiveTransform, effectiveSublayerTransform)
    change(&self)
    let anchor = anchor
    let moved = effective.transform(anchor)
    // A new anchor point behind the eye has no projection; the position stays.
    if moved.w > 0 {
      // The transform's own translation adds to the position.
      position = Point(moved.x / moved.w - transform.m41, moved.y / moved.w - transform.m42)
      zPosition = moved.z / moved.w - transform.m43
    }
    let hasPerspective = transform.column(3) != SIMD4(0, 0, 0, 1)
    if hasPerspective { transform = assignableTransform(for: effective) }
    guard !sublayerTransform.isIdentity else { return }
    sublayerTransform =
      .translation(anchor.x, anchor.y, anchor.z) * onSublayers
      * .translation(-anchor.x, -anchor.y, -anchor.z)
  }
}
