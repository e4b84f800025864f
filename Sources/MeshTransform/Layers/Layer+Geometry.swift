extension Layer {
  /// The anchor point in layer points.
  var anchor: Point3D {
    Point3D(
      bounds.minX + anchorPoint.x * bounds.size.width, bounds.minY + anchorPoint.y * bounds.size.height,
      anchorPointZ)
  }

  /// The map from layer points to superlayer points: the anchor point moves to the origin, `transform` acts, and the
  /// origin moves to `position` at `zPosition`. Excludes the superlayer's `sublayerTransform`.
  public var effectiveTransform: Transform3D {
    let anchor = anchor
    return .translation(-anchor.x, -anchor.y, -anchor.z) * transform
      * .translation(position.x, position.y, zPosition)
  }

  /// The value of `transform` that makes the layer's effective transform equal to `effective`.
  package func assignableTransform(for effective: Transform3D) -> Transform3D {
    let anchor = anchor
    return .translation(anchor.x, anchor.y, anchor.z) * effective
      * .translation(-position.x, -position.y, -zPosition)
  }
}

extension Layer {
  /// The transform that acts on every sublayer after its own effective transform: `sublayerTransform` about the anchor
  /// point, in layer points.
  package var effectiveSublayerTransform: Transform3D {
    guard !sublayerTransform.isIdentity else { return .identity }
    let anchor = anchor
    return .translation(-anchor.x, -anchor.y, -anchor.z) * sublayerTransform
      * .translation(anchor.x, anchor.y, anchor.z)
  }

  /// The map from layer points to the points of a superlayer, including its `sublayerTransform`; nil is the canvas
  /// plane.
  public func effectiveTransform(in superlayer: Layer?) -> Transform3D {
    guard let superlayer else { return effectiveTransform }
    return LayerSpace(sublayersOf: superlayer).pointsToSuperlayer(of: self)
  }

  /// The value of `transform` that makes `effectiveTransform(in: superlayer)` equal to `effective`; nil if the
  /// superlayer's `sublayerTransform` is singular.
  package func assignableTransform(for effective: Transform3D, in superlayer: Layer?) -> Transform3D? {
    guard let superlayer, !superlayer.sublayerTransform.isIdentity else {
      return assignableTransform(for: effective)
    }
    guard let back = superlayer.effectiveSublayerTransform.inverted() else { return nil }
    return assignableTransform(for: effective * back)
  }
}

/// Conversion to and from a superlayer; ``Scene/convert(_:from:to:)-(Point,_,_)`` converts between any two layers of a
/// tree.
extension Layer {
  /// The projection of a point of the layer onto the plane of `superlayer`, in its points.
  /// - `superlayer`: nil for a top-level layer.
  /// - Returns: nil for a point at or behind the eye.
  public func convert(_ point: Point3D, to superlayer: Layer?) -> Point3D? {
    effectiveTransform(in: superlayer).project(point)
  }

  /// The projection of a point of the layer's plane onto the plane of `superlayer`, in its points.
  /// - `superlayer`: nil for a top-level layer.
  /// - Returns: nil for a point at or behind the eye.
  public func convert(_ point: Point, to superlayer: Layer?) -> Point? {
    effectiveTransform(in: superlayer).project(point)
  }

  /// The intersection of the layer's plane with the pick ray through a point of `superlayer`, in layer points.
  /// - `superlayer`: nil for a top-level layer.
  /// - Returns: nil for a layer seen edge-on, and for an intersection at or behind the eye.
  public func convert(_ point: Point, from superlayer: Layer?) -> Point? {
    effectiveTransform(in: superlayer).unproject(point)
  }

  /// The bounding box of the projected corners of a rectangle of the layer, in points of `superlayer`.
  /// - `superlayer`: nil for a top-level layer.
  /// - Returns: nil if a corner lies at or behind the eye.
  public func convert(_ rect: Rect, to superlayer: Layer?) -> Rect? {
    rect.converted { convert($0, to: superlayer) }
  }

  /// The bounding box of the points of the layer's plane that project to the corners of a rectangle of `superlayer`.
  /// - `superlayer`: nil for a top-level layer.
  /// - Returns: nil if a corner has no such point.
  public func convert(_ rect: Rect, from superlayer: Layer?) -> Rect? {
    rect.converted { convert($0, from: superlayer) }
  }
}

extension Rect {
  /// The bounding box of the converted corners; nil if the conversion of a corner is nil.
  func converted(by convert: (Point) -> Point?) -> Rect? {
    let points = corners.compactMap(convert)
    return points.count == 4 ? Rect(around: points) : nil
  }
}
