/// The sum of pans, pinches and rotations, in the superlayer points of the layer that they move.
///
/// Each step acts after all steps before it, on the projected layer. So a pan follows the touch for rotated, mirrored
/// and tilted layers as well; Core Graphics' `translatedBy` would move along the rotated axes.
public struct GestureTransform: Hashable, Sendable {
  /// The map of the superlayer's plane: from the projection of a point before the gestures to its projection after
  /// them.
  public private(set) var affineTransform = AffineTransform.identity

  /// No gestures.
  public init() {}
  /// The gestures that change nothing.
  public static let identity = GestureTransform()

  /// Whether the gestures change nothing, exactly.
  public var isIdentity: Bool { affineTransform.isIdentity }

  /// Resets to the identity.
  public mutating func startOver() { self = .identity }

  /// Adds a simultaneous pan, pinch and rotation.
  public mutating func add(_ delta: GestureDelta) {
    affineTransform = affineTransform * delta.affineTransform
  }

  /// Adds a pan by a vector in points.
  public mutating func pan(by translation: Point) { add(GestureDelta(translation: translation)) }

  /// Adds a scale by a factor above 0 around a fixed point.
  public mutating func pinch(by scale: Double, around touch: Point) {
    add(GestureDelta(scale: scale, around: touch))
  }

  /// Adds a rotation around a fixed point; positive is clockwise on the screen.
  public mutating func rotate(by angle: Angle, around touch: Point) {
    add(GestureDelta(rotation: angle, around: touch))
  }
}

extension GestureTransform {
  /// The value of the layer's `transform` that applies the gestures.
  ///
  /// `layer` is the layer before the gestures, in a superlayer without `sublayerTransform`. Its anchor point, position
  /// and perspective stay: the gestures move its projection.
  public func transform(for layer: Layer) -> Transform3D {
    guard !isIdentity else { return layer.transform }
    let (x, y) = (layer.position.x, layer.position.y)
    // effective * gestures, solved for the transform: the terms before the position cancel.
    return layer.transform * .translation(x, y) * Transform3D(affineTransform) * .translation(-x, -y)
  }

  /// The value for a superlayer with a `sublayerTransform`; nil if that is singular.
  public func transform(for layer: Layer, in superlayer: Layer?) -> Transform3D? {
    guard !isIdentity, let superlayer, !superlayer.sublayerTransform.isIdentity else {
      return transform(for: layer)
    }
    let effective = layer.effectiveTransform(in: superlayer) * Transform3D(affineTransform)
    return layer.assignableTransform(for: effective, in: superlayer)
  }
}

extension Scene {
  /// Applies the gestures to a layer. They are in its superlayer's points; in canvas points for a top-level layer.
  /// - Returns: false, without a change, if the superlayer's `sublayerTransform` is singular.
  /// - Precondition: the scene has the layer.
  @discardableResult public mutating func apply(_ gestures: GestureTransform, to path: LayerPath) -> Bool {
    let superlayer = path.superlayer.map { self[$0] }
    guard let transform = gestures.transform(for: self[path], in: superlayer) else { return false }
    self[path].transform = transform
    return true
  }
}
