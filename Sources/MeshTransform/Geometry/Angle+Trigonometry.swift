#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Angle {
  /// An angle in turns of 360 degrees.
  public static func turns(_ value: Double) -> Angle { Angle(radians: value * 2 * .pi) }
  /// An angle in gradians, 400 to a turn.
  public static func gradians(_ value: Double) -> Angle { Angle(radians: value * .pi / 200) }

  /// The angle of the vector (x, y) from the x axis, in -180...180 degrees; 0 for the zero vector.
  package static func ofVector(_ x: Double, _ y: Double) -> Angle { Angle(radians: atan2(y, x)) }

  /// Sine and cosine, exact at multiples of a quarter turn.
  ///
  /// No multiple of pi is a `Double`, so the functions of the C library give 6e-17 for the cosine of a right angle. An
  /// angle within a few units in the last place of a quarter turn counts as one: an image rotated by 90 degrees stays
  /// on whole pixels.
  public var sineAndCosine: (sine: Double, cosine: Double) {
    let quarters = (radians / (.pi / 2)).rounded()
    if abs(quarters) < 0x1p20, abs(radians - quarters * (.pi / 2)) <= 4 * radians.ulp {
      switch Int(clamping: quarters) & 3 {
      case 0: return (0, 1)
      case 1: return (1, 0)
      case 2: return (0, -1)
      default: return (-1, 0)
      }
    }
    return (sin(radians), cos(radians))
  }

  /// The tangent, `sine / cosine`; infinite at odd quarter turns.
  public var tangent: Double {
    let (sine, cosine) = sineAndCosine
    return sine / cosine
  }
}
