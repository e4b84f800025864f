/// The arithmetic of vectors, coordinate by coordinate.
extension Point {
  /// The sum, coordinate by coordinate.
  @inlinable public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  /// The difference, coordinate by coordinate: the vector from `b` to `a`.
  @inlinable public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  /// The vector of the same length in the other direction.
  @inlinable public static prefix func - (a: Point) -> Point { Point(-a.x, -a.y) }
  /// The vector scaled by a factor.
  @inlinable public static func * (a: Point, factor: Double) -> Point { Point(a.x * factor, a.y * factor) }
  /// The vector scaled by a factor.
  @inlinable public static func * (factor: Double, a: Point) -> Point { a * factor }
  /// The vector with its coordinates divided by a number.
  @inlinable public static func / (a: Point, divisor: Double) -> Point { Point(a.x / divisor, a.y / divisor) }
  /// Adds a vector.
  @inlinable public static func += (a: inout Point, b: Point) { a = a + b }
  /// Subtracts a vector.
  @inlinable public static func -= (a: inout Point, b: Point) { a = a - b }
}

extension Point3D {
  /// The sum, coordinate by coordinate.
  @inlinable public static func + (a: Point3D, b: Point3D) -> Point3D {
    Point3D(a.x + b.x, a.y + b.y, a.z + b.z)
  }
  /// The difference, coordinate by coordinate: the vector from `b` to `a`.
  @inlinable public static func - (a: Point3D, b: Point3D) -> Point3D {
    Point3D(a.x - b.x, a.y - b.y, a.z - b.z)
  }
  /// The vector of the same length in the other direction.
  @inlinable public static prefix func - (a: Point3D) -> Point3D { Point3D(-a.x, -a.y, -a.z) }
  /// The vector scaled by a factor.
  @inlinable public static func * (a: Point3D, factor: Double) -> Point3D {
    Point3D(a.x * factor, a.y * factor, a.z * factor)
  }
  /// The vector scaled by a factor.
  @inlinable public static func * (factor: Double, a: Point3D) -> Point3D { a * factor }
  /// The vector with its coordinates divided by a number.
  @inlinable public static func / (a: Point3D, divisor: Double) -> Point3D {
    Point3D(a.x / divisor, a.y / divisor, a.z / divisor)
  }
  /// Adds a vector.
  @inlinable public static func += (a: inout Point3D, b: Point3D) { a = a + b }
  /// Subtracts a vector.
  @inlinable public static func -= (a: inout Point3D, b: Point3D) { a = a - b }
}
