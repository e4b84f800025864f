#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A number in the formula of a lens: a `Double`, or a ``Jet`` that carries derivatives through the same formula.
protocol LensNumber {
  /// The number without derivatives.
  var value: Double { get }
  init(_ value: Double)
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self
  func squareRoot() -> Self
  /// The angle in radians whose tangent is the number.
  var arcTangent: Self { get }
}

extension Double: LensNumber {
  var value: Double { self }
  var arcTangent: Double { atan(self) }
}

/// A number with its derivatives by the two coordinates of a point: forward-mode automatic differentiation.
struct Jet: LensNumber {
  let value: Double
  /// The derivatives by x and y.
  let slope: SIMD2<Double>

  init(_ value: Double, _ slope: SIMD2<Double>) { (self.value, self.slope) = (value, slope) }
  init(_ value: Double) { self.init(value, .zero) }

  static func + (a: Jet, b: Jet) -> Jet { Jet(a.value + b.value, a.slope + b.slope) }
  static func - (a: Jet, b: Jet) -> Jet { Jet(a.value - b.value, a.slope - b.slope) }
  static func * (a: Jet, b: Jet) -> Jet { Jet(a.value * b.value, b.value * a.slope + a.value * b.slope) }
  static func / (a: Jet, b: Jet) -> Jet {
    let quotient = a.value / b.value
    return Jet(quotient, (a.slope - quotient * b.slope) / b.value)
  }

  func squareRoot() -> Jet {
    let root = value.squareRoot()
    return Jet(root, slope / (2 * root))
  }

  var arcTangent: Jet { Jet(atan(value), slope / (1 + value * value)) }
}
