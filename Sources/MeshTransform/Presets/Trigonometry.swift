#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Functions of the C library for presets and lenses, in radians.

func sine(_ x: Double) -> Double { sin(x) }
func cosine(_ x: Double) -> Double { cos(x) }
func tangent(_ x: Double) -> Double { tan(x) }
func arcSine(_ x: Double) -> Double { asin(x) }
func arcTangent(_ x: Double) -> Double { atan(x) }
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// `sin(x) / x`, 1 at 0: keeps arcs exact as they flatten into lines.
func sinc(_ x: Double) -> Double { abs(x) < 1e-8 ? 1 : sin(x) / x }

/// 0 below 0, 1 above 1, between them `3x^2 - 2x^3`, with slope 0 at both ends.
func smoothstep(_ x: Double) -> Double {
  let x = min(max(x, 0), 1)
  return x * x * (3 - 2 * x)
}
