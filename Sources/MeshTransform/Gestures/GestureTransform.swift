/// The sum of pans, pinches and rotations, in the superlayer points of the layer that they move.
///
/// Each step acts after everything before it, on the layer as it is seen. So a pan follows the finger however the layer
/// is turned, mirrored or tilted; Core Graphics' `translatedBy` would run along the turned axes.
public struct GestureTransform: Hashable, Sendable {
  /// What the gestures do to the superlayer's plane: where a point that was seen at p is seen now.
  public private(set) var affineTransform = AffineTransform.identity

  public init() {}
  public static let identity = GestureTransform()

  public var isIdentity: Bool { affineTransform.isIdentity }

  /// Forgets every gesture: back to the identity.
  public mutating func startOver() { self = .identity }

  /// Adds a pan, a pinch and a rotation that were made at once.
  public mutating func add(_ delta: GestureDelta) {
    affineTransform = affineTransform * delta.affineTransform
  }

  /// Moves by a vector in points.
  public mutating func pan(by translation: Point) { add(GestureDelta(translation: translation)) }

  /// Scales by a factor above 0 around a point that stays in place.
  public mutating func pinch(by scale: Double, around touch: Point) {
    add(GestureDelta(scale: scale, around: touch))
  }

  /// Turns around a point that stays in place; positive is clockwise on the screen.
  public mutating func rotate(by angle: Angle, around touch: Point) {
    add(GestureDelta(rotation: angle, around: touch))
  }
}

extension GestureTransform {
  /// The value for the layer's `transform` with which it is seen as the gestures leave it.
  ///
  /// The layer is the one from before the gestures, and its superlayer has no `sublayerTransform`. Its anchor point and
  /// position stay, and so does its perspective: the picture that is seen is what moves.
  public func transform(for layer: Layer) -> Transform3D {
    guard !isIdentity else { return layer.transform }
    let (x, y) = (layer.position.x, layer.position.y)
    // effective * gestures, solved for the transform: all before the position cancels out.
    return layer.transform * .translation(x, y) * Transform3D(affineTransform) * .translation(-x, -y)
  }

  /// The same in a superlayer whose `sublayerTransform` comes on top; nil when that is singular.
  public func transform(for layer: Layer, in superlayer: Layer?) -> Transform3D? {
    guard !isIdentity, let superlayer, !superlayer.sublayerTransform.isIdentity else {
      return transform(for: layer)
    }
    let effective = layer.effectiveTransform(in: superlayer) * Transform3D(affineTransform)
    return layer.assignableTransform(for: effective, in: superlayer)
  }
}

extension Scene {
  /// Moves a layer as the gestures do. They are in its superlayer's points; in canvas points for a top-level layer.
  /// - Returns: false when the superlayer's `sublayerTransform` is singular: no value of `transform` would be seen as
  ///   wanted, and nothing changes.
  /// - Precondition: the scene has the layer.
  @discardableResult public mutating func apply(_ gestures: GestureTransform, to path: LayerPath) -> Bool {
    let superlayer = path.superlayer.map { self[$0] }
    guard let transform = gestures.transform(for: self[path], in: superlayer) else { return false }
    self[path].transform = transform
    return true
  }
}
