#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Functions of the C library for animations; those of the presets are in Trigonometry.swift.

func exponential(_ x: Double) -> Double { exp(x) }
func logarithm(_ x: Double) -> Double { log(x) }
func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
