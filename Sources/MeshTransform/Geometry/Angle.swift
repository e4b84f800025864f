/// An angle. Positive angles run from the x axis toward the y axis: clockwise on the screen, since y is down.
public struct Angle: Hashable, Sendable {
  public var radians: Double

  @inlinable public static func radians(_ value: Double) -> Angle { Angle(radians: value) }
  @inlinable public static func degrees(_ value: Double) -> Angle { Angle(radians: value * .pi / 180) }
  @inlinable public init(radians: Double) { self.radians = radians }

  @inlinable public var degrees: Double { radians * 180 / .pi }
  @inlinable public static prefix func - (angle: Angle) -> Angle { Angle(radians: -angle.radians) }
}
