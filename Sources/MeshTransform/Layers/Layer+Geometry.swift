extension Layer {
  /// The anchor point in the layer's own points.
  var anchor: Point3D {
    Point3D(
      bounds.minX + anchorPoint.x * bounds.size.width, bounds.minY + anchorPoint.y * bounds.size.height,
      anchorPointZ)
  }

  /// Layer points to superlayer points: the anchor point moves to the origin, `transform` acts, and the origin
  /// moves to `position` at `zPosition`. A superlayer's `sublayerTransform` comes on top of it.
  public var effectiveTransform: Transform3D {
    let anchor = anchor
    return .translation(-anchor.x, -anchor.y, -anchor.z) * transform
      * .translation(position.x, position.y, zPosition)
  }

  /// The value to store in `transform` so that the layer's effective transform becomes `effective`.
  public func assignableTransform(for effective: Transform3D) -> Transform3D {
    let anchor = anchor
    return .translation(anchor.x, anchor.y, anchor.z) * effective
      * .translation(-position.x, -position.y, -zPosition)
  }
}

extension Layer {
  /// What acts on every sublayer after its own effective transform: `sublayerTransform` about the anchor point, in
  /// layer points.
  public var effectiveSublayerTransform: Transform3D {
    guard !sublayerTransform.isIdentity else { return .identity }
    let anchor = anchor
    return .translation(-anchor.x, -anchor.y, -anchor.z) * sublayerTransform
      * .translation(anchor.x, anchor.y, anchor.z)
  }

  /// Layer points to the points of a superlayer, its `sublayerTransform` included; nil stands for the canvas plane.
  public func effectiveTransform(in superlayer: Layer?) -> Transform3D {
    guard let superlayer, !superlayer.sublayerTransform.isIdentity else { return effectiveTransform }
    return effectiveTransform * superlayer.effectiveSublayerTransform
  }

  /// The value to store in `transform` so that `effectiveTransform(in: superlayer)` becomes `effective`; nil when the
  /// superlayer's `sublayerTransform` is singular.
  public func assignableTransform(for effective: Transform3D, in superlayer: Layer?) -> Transform3D? {
    guard let superlayer, !superlayer.sublayerTransform.isIdentity else {
      return assignableTransform(for: effective)
    }
    guard let back = superlayer.effectiveSublayerTransform.inverted() else { return nil }
    return assignableTransform(for: effective * back)
  }
}

/// Conversion to and from a superlayer without a `sublayerTransform`; ``Scene/convert(_:from:to:)-(Point,_,_)`` goes
/// through whole trees.
extension Layer {
  /// Where a point of the layer is seen in the superlayer, in its points; nil at or behind the eye.
  public func convertToSuperlayer(_ point: Point3D) -> Point3D? { effectiveTransform.project(point) }

  /// Where a point of the layer's plane is seen in the superlayer, in its points; nil at or behind the eye.
  public func convertToSuperlayer(_ point: Point) -> Point? { effectiveTransform.project(point) }

  /// The point of the layer's plane that is seen at a point of the superlayer: where the line of sight through
  /// it meets the plane. Nil when the layer is edge-on, or when the line meets it only at or behind the eye.
  public func convertFromSuperlayer(_ point: Point) -> Point? { effectiveTransform.planePoint(seenAt: point) }

  /// The box around where the corners of a rectangle of the layer are seen; nil when one is at or behind the
  /// eye.
  public func convertToSuperlayer(_ rect: Rect) -> Rect? { rect.converted { convertToSuperlayer($0) } }

  /// The box around the points of the layer's plane that are seen at the corners of a rectangle of the
  /// superlayer; nil when one of them has none.
  public func convertFromSuperlayer(_ rect: Rect) -> Rect? { rect.converted { convertFromSuperlayer($0) } }
}

extension Rect {
  /// The box around the converted corners; nil when one has nowhere to go.
  func converted(by convert: (Point) -> Point?) -> Rect? {
    let points = corners.compactMap(convert)
    return points.count == 4 ? Rect(around: points) : nil
  }
}
