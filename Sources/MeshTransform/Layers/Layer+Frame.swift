extension Layer {
  /// The box around the bounds as the superlayer sees them, in its points.
  ///
  /// Setting it keeps the transform and solves for `bounds.size` and `position`, so that it reads back unchanged
  /// wherever a size exists that does so: under every scale, mirror and turn by whole quarters, as in Core
  /// Animation, and under many others. Where none exists (a long, flat frame for a layer turned by 45 degrees),
  /// the layer keeps its proportions, as large as fits, in the middle of the frame. Nothing changes under a
  /// transform that flattens the layer to a line, since no frame but an empty one can be reached.
  ///
  /// What lies behind the eye does not count; a layer wholly behind it has an empty frame at `position`. A layer
  /// that reaches past the eye would have an endless frame; it is cut off where it is magnified 65,536 times.
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

  /// The box around bounds of `size` as seen in the superlayer; nil when all of it is behind the eye.
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

  /// The bounds size whose frame has `target` size; nil when there is no way to come near.
  private func solveSize(for target: Size) -> Size? {
    let m = transform
    guard m.m14 == 0, m.m24 == 0, m.m34 == 0, m.m44 > 0 else { return approachSize(for: target) }
    // The box of a parallelogram: width = |m11| w + |m21| h, height = |m12| w + |m22| h.
    let box = AffineTransform(
      a: abs(m.m11 / m.m44), b: abs(m.m12 / m.m44), c: abs(m.m21 / m.m44), d: abs(m.m22 / m.m44), tx: 0, ty: 0
    )
    if let size = box.inverted().map({ target.applying($0) }), size.isFinite {
      // A hair below zero is rounding: the target is the frame of a line.
      let tolerance = -1e-12 * (abs(size.width) + abs(size.height))
      if size.width >= tolerance, size.height >= tolerance {
        return Size(max(size.width, 0), max(size.height, 0))
      }
    }
    return proportionalSize(for: target)
  }

  /// Scales the present proportions (a square's when there are none) to the largest frame within `target`.
  private func proportionalSize(for target: Size) -> Size? {
    let hasArea = bounds.size.width > 0 && bounds.size.height > 0
    let start = hasArea ? bounds.size : Size(1, 1)
    guard let box = projectedBox(of: start) else { return nil }
    let factors = [(target.width, box.size.width), (target.height, box.size.height)]
      .filter { $0.1 > 0 }.map { $0.0 / $0.1 }
    guard factors.count == 2, let factor = factors.min(), factor.isFinite else { return nil }
    return Size(start.width * factor, start.height * factor)
  }

  /// Under a perspective the frame grows faster than the bounds: corrects each side by what its frame missed,
  /// again and again, until it settles or 200 rounds have come as near as they will.
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
