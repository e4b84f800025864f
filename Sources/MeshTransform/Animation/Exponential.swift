#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// The functions of the C library that animations need beside the presets'.

func exponential(_ x: Double) -> Double { exp(x) }
func logarithm(_ x: Double) -> Double { log(x) }
func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
