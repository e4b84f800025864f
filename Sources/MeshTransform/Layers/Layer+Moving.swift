/// Changes of geometry that keep something where it is seen. Setting a property itself is the plain change: a new
/// `anchorPoint` alone lets the layer jump, a new `bounds.size` grows it about the anchor point.
extension Layer {
  /// Moves the anchor point, in unit layer space, without moving what is seen.
  ///
  /// `position` and `zPosition` make up for it. Under a perspective they alone can't, since it is seen from over
  /// the anchor point; there `transform` changes too. So does a `sublayerTransform`, which acts about it.
  public mutating func moveAnchorPoint(to newAnchorPoint: Point) {
    changeKeepingAppearance { $0.anchorPoint = newAnchorPoint }
  }

  /// Gives the layer other bounds without moving what is seen: every layer point and every sublayer stays in place,
  /// and only more or less of the layer's plane belongs to it.
  ///
  /// Makes up for the anchor point's move as ``moveAnchorPoint(to:)`` does.
  public mutating func changeBounds(to newBounds: Rect) {
    changeKeepingAppearance { $0.bounds = newBounds }
  }

  /// Moves `position`, in superlayer points, without moving what is seen: `transform` makes up for it.
  public mutating func movePosition(to newPosition: Point) {
    let effective = effectiveTransform
    position = newPosition
    transform = assignableTransform(for: effective)
  }

  /// Gives the bounds another size and holds one point, in unit layer space, where it is seen: by default the top
  /// left corner. `position` makes up for it, as for Core Animation's frame, but under any transform.
  ///
  /// Where the point is behind the eye, before or after, the position stays.
  public mutating func resize(to size: Size, holding unitPoint: Point = .zero) {
    let projected = convert(layerPoint(at: unitPoint), to: nil)
    bounds = Rect(origin: bounds.origin, size: size)
    if let projected { move(unitPoint, to: projected) }
  }

  /// Moves the layer, by its `position`, so that a point of it, in unit layer space, is seen at `target`, in superlayer
  /// points. Nothing changes where the point is behind the eye.
  public mutating func move(_ unitPoint: Point, to target: Point) {
    // The position is added after the perspective's division, so one step arrives.
    guard let projected = convert(layerPoint(at: unitPoint), to: nil) else { return }
    position = Point(position.x + target.x - projected.x, position.y + target.y - projected.y)
  }

  private func layerPoint(at unitPoint: Point) -> Point {
    Point(
      bounds.minX + unitPoint.x * bounds.size.width, bounds.minY + unitPoint.y * bounds.size.height)
  }

  /// Makes up for a change that moves the anchor point within the layer's plane.
  private mutating func changeKeepingAppearance(_ change: (inout Layer) -> Void) {
    let (effective, onSublayers) = (effectiveTransform, effectiveSublayerTransform)
    change(&self)
    let anchor = anchor
    let moved = effective.transform(anchor)
    // A new anchor point behind the eye is seen nowhere; any position serves, so the old one stays.
    if moved.w > 0 {
      // The transform's own translation comes on top of the position.
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
