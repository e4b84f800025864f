/// An angle. Positive angles run from the x axis toward the y axis: clockwise on the screen, since y is down.
public struct Angle: Hashable, Sendable, BitwiseCopyable {
  /// The angle in radians.
  public var radians: Double

  /// An angle in radians.
  @inlinable public static func radians(_ value: Double) -> Angle { Angle(radians: value) }
  /// An angle in degrees.
  @inlinable public static func degrees(_ value: Double) -> Angle { Angle(radians: value * .pi / 180) }
  /// An angle in radians.
  @inlinable public init(radians: Double) { self.radians = radians }

  /// The angle in degrees.
  @inlinable public var degrees: Double { radians * 180 / .pi }
  /// The angle in the other direction.
  @inlinable public static prefix func - (angle: Angle) -> Angle { Angle(radians: -angle.radians) }
}
