/// A point in a plane. Unless stated otherwise: layer points, y down.
public struct Point: Hashable, Sendable, BitwiseCopyable {
  /// The coordinates.
  public var x: Double, y: Double

  /// A point with these coordinates.
  @inlinable public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

  /// The origin.
  public static let zero = Point(0, 0)
  /// Whether no coordinate is NaN or infinite.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }
}

/// A point in space: x to the right, y down, z toward the viewer.
public struct Point3D: Hashable, Sendable, BitwiseCopyable {
  /// The coordinates; z grows toward the viewer.
  public var x: Double, y: Double, z: Double

  /// A point with these coordinates.
  @inlinable public init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  /// The origin.
  public static let zero = Point3D(0, 0, 0)
  /// Whether no coordinate is NaN or infinite.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}
