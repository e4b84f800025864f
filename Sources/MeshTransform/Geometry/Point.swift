/// A point in a plane. Unless stated otherwise: layer points, y down.
public struct Point: Hashable, Sendable {
  public var x: Double, y: Double

  @inlinable public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

  public static let zero = Point(0, 0)
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }
}

/// A point in space: x to the right, y down, z toward the viewer.
public struct Point3D: Hashable, Sendable {
  public var x: Double, y: Double, z: Double

  @inlinable public init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  public static let zero = Point3D(0, 0, 0)
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}
