/// A rectangle of content placed in its superlayer, bent by a mesh and lit by the superlayer's lights.
///
/// Everything is measured in points. The geometry is Core Animation's: `anchorPoint` of the bounds lies at
/// `position` in the superlayer, and `transform` acts about it.
public struct Layer: Hashable, Sendable {
  public var name: String?
  /// The layer's own coordinate system: what rectangle of it is shown.
  public var bounds: Rect
  /// Where the anchor point lies, in superlayer points.
  public var position: Point
  public var zPosition = 0.0
  /// Unit layer space.
  public var anchorPoint = Point(0.5, 0.5)
  public var anchorPointZ = 0.0
  public var transform = Transform3D.identity
  public var contents: Contents
  public var mesh: Mesh?
  public var surface = Surface()

  public init(bounds: Rect, position: Point, contents: Contents) {
    (self.bounds, self.position, self.contents) = (bounds, position, contents)
  }
}
