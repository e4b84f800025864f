import MeshTransform
import TestSupport

/// Equality up to rounding, relative for large values: what the closed forms of the geometry tests need.
func near(_ a: Double, _ b: Double, within tolerance: Double = 1e-9) -> Bool {
  a == b || abs(a - b) <= tolerance * max(1, abs(a), abs(b))
}

func near(_ a: Point?, _ b: Point?, within tolerance: Double = 1e-9) -> Bool {
  guard let a, let b else { return a == b }
  return near(a.x, b.x, within: tolerance) && near(a.y, b.y, within: tolerance)
}

func near(_ a: Point3D?, _ b: Point3D?, within tolerance: Double = 1e-9) -> Bool {
  guard let a, let b else { return a == b }
  return near(Point(a.x, a.y), Point(b.x, b.y), within: tolerance) && near(a.z, b.z, within: tolerance)
}

func near(_ a: Rect?, _ b: Rect?, within tolerance: Double = 1e-9) -> Bool {
  guard let a, let b else { return a == b }
  return near(a.origin, b.origin, within: tolerance)
    && near(Point(a.maxX, a.maxY), Point(b.maxX, b.maxY), within: tolerance)
}

func near(_ a: AffineTransform?, _ b: AffineTransform?, within tolerance: Double = 1e-9) -> Bool {
  guard let a, let b else { return a == b }
  return near(Transform3D(a), Transform3D(b), within: tolerance)
}

func near(_ a: Transform3D?, _ b: Transform3D?, within tolerance: Double = 1e-9) -> Bool {
  guard let a, let b else { return a == b }
  return (0..<4).allSatisfy { row in
    (0..<4).allSatisfy { near(a[row, $0], b[row, $0], within: tolerance) }
  }
}

extension SplitMix64 {
  mutating func number(in range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

  /// A rotated, scaled, leaning, moved transform, seen in perspective.
  mutating func transform3D() -> Transform3D {
    let axis = Point3D(number(in: -1...1), number(in: -1...1), number(in: -1...1))
    var lean = Transform3D.identity
    (lean.m21, lean.m31, lean.m32) = (number(in: -1...1), number(in: -1...1), number(in: -1...1))
    return .scale(number(in: 0.2...3), number(in: -3 ... -0.2), number(in: 0.2...3)) * lean
      * .rotation(.radians(number(in: -3...3)), about: axis)
      * .translation(number(in: -90...90), number(in: -90...90), number(in: -90...90))
      * .perspective(eyeDistance: number(in: 300...900))
  }
}
