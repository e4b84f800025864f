/// The arithmetic of vectors, coordinate by coordinate.
extension Point {
  @inlinable public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  @inlinable public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  @inlinable public static prefix func - (a: Point) -> Point { Point(-a.x, -a.y) }
  @inlinable public static func * (a: Point, factor: Double) -> Point { Point(a.x * factor, a.y * factor) }
  @inlinable public static func * (factor: Double, a: Point) -> Point { a * factor }
  @inlinable public static func / (a: Point, divisor: Double) -> Point { Point(a.x / divisor, a.y / divisor) }
  @inlinable public static func += (a: inout Point, b: Point) { a = a + b }
  @inlinable public static func -= (a: inout Point, b: Point) { a = a - b }
}

extension Point3D {
  @inlinable public static func + (a: Point3D, b: Point3D) -> Point3D {
    Point3D(a.x + b.x, a.y + b.y, a.z + b.z)
  }
  @inlinable public static func - (a: Point3D, b: Point3D) -> Point3D {
    Point3D(a.x - b.x, a.y - b.y, a.z - b.z)
  }
  @inlinable public static prefix func - (a: Point3D) -> Point3D { Point3D(-a.x, -a.y, -a.z) }
  @inlinable public static func * (a: Point3D, factor: Double) -> Point3D {
    Point3D(a.x * factor, a.y * factor, a.z * factor)
  }
  @inlinable public static func * (factor: Double, a: Point3D) -> Point3D { a * factor }
  @inlinable public static func / (a: Point3D, divisor: Double) -> Point3D {
    Point3D(a.x / divisor, a.y / divisor, a.z / divisor)
  }
  @inlinable public static func += (a: inout Point3D, b: Point3D) { a = a + b }
  @inlinable public static func -= (a: inout Point3D, b: Point3D) { a = a - b }
}
