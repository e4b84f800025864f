extension Layer {
  /// The bounding box of the projected bounds, in superlayer points.
  ///
  /// The setter keeps the transform and solves for `bounds.size` and `position`, so that the frame reads back unchanged
  /// if a size exists that gives it: for every scale, reflection and quarter turn, as in Core Animation, and for many
  /// other transforms. If none exists (a long, flat frame for a layer rotated by 45 degrees), the layer keeps its
  /// proportions, as large as fits, in the middle of the frame. Nothing changes under a transform that flattens the
  /// layer to a line, which has only empty frames.
  ///
  /// Parts behind the eye are left out; a layer wholly behind it has an empty frame at `position`. The frame of a layer
  /// that reaches past the eye is unbounded; it is clipped at a magnification of 65,536.
  public var frame: Rect {
    get { projectedBox(of: bounds.size) ?? Rect(origin: position, size: .zero) }
    set {
      guard newValue.isFinite, let size = solveSize(for: newValue.size) else { return }
      bounds = Rect(origin: bounds.origin, size: size)
      let box = frame
      position.x += newValue.midX - box.midX
      position.y += newValue.midY - box.midY
    }
  }

  /// The bounding box of the projection of bounds of `size`; nil if all of it lies behind the eye.
  private func projectedBox(of size: Size) -> Rect? {
    var resized = self
    resized.bounds = Rect(origin: bounds.origin, size: size)
    let effective = resized.effectiveTransform
    let corners = resized.bounds.corners.map { effective.transform(Point3D($0.x, $0.y, 0)) }
    let nearest = 0x1p-16
    var projected: [Point] = []
    for (index, corner) in corners.enumerated() {
      if corner.w >= nearest { projected.append(Point(corner.x / corner.w, corner.y / corner.w)) }
      let next = corners[(index + 1) % 4]
      if (corner.w >= nearest) != (next.w >= nearest) {
        let intersection = corner + (nearest - corner.w) / (next.w - corner.w) * (next - corner)
        projected.append(Point(intersection.x / nearest, intersection.y / nearest))
      }
    }
    return Rect(around: projected)
  }

  /// The bounds size whose frame has `target` size; nil if no approximation exists.
  private func solveSize(for target: Size) -> Size? {
    let m = transform
    guard m.m14 == 0, m.m24 == 0, m.m34 == 0, m.m44 > 0 else { return approachSize(for: target) }
    // The bounding box of a parallelogram: width = |m11| w + |m21| h, height = |m12| w + |m22| h.
    let box = AffineTransform(
      a: abs(m.m11 / m.m44), b: abs(m.m12 / m.m44), c: abs(m.m21 / m.m44), d: abs(m.m22 / m.m44), tx: 0, ty: 0
    )
    if let size = box.inverted().map({ target.applying($0) }), size.isFinite {
      // Slightly negative values are rounding errors: the target is the frame of a line.
      let tolerance = -1e-12 * (abs(size.width) + abs(size.height))
      if size.width >= tolerance, size.height >= tolerance {
        return Size(max(size.width, 0), max(size.height, 0))
      }
    }
    return proportionalSize(for: target)
  }

  /// Scales the present proportions (those of a square for empty bounds) to the largest frame within `target`.
  private func proportionalSize(for target: Size) -> Size? {
    let hasArea = bounds.size.width > 0 && bounds.size.height > 0
    let start = hasArea ? bounds.size : Size(1, 1)
    guard let box = projectedBox(of: start) else { return nil }
    let factors = [(target.width, box.size.width), (target.height, box.size.height)]
      .filter { $0.1 > 0 }.map { $0.0 / $0.1 }
    guard factors.count == 2, let factor = factors.min(), factor.isFinite else { return nil }
    return Size(start.width * factor, start.height * factor)
  }

  /// In perspective the frame grows faster than the bounds: corrects each side by the error of its frame, until the
  /// size converges or after 200 rounds.
  private func approachSize(for target: Size) -> Size? {
    var size = target
    for _ in 0..<200 {
      guard let box = projectedBox(of: size)?.size, box.width > 0 || target.width == 0,
        box.height > 0 || target.height == 0
      else { return nil }
      let next = Size(
        target.width == 0 ? 0 : size.width * target.width / box.width,
        target.height == 0 ? 0 : size.height * target.height / box.height)
      guard next.isFinite else { return nil }
      let change = abs(next.width - size.width) + abs(next.height - size.height)
      size = next
      if change <= 1e-13 * (size.width + size.height) { break }
    }
    return size
  }
}
