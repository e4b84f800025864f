/// The elementwise maximum. The function of the standard library calls a function for each element.
@inline(__always)
func larger<V: SIMD>(_ a: V, _ b: V) -> V where V.Scalar: Comparable { a.replacing(with: b, where: b .> a) }

/// The elementwise minimum.
@inline(__always)
func smaller<V: SIMD>(_ a: V, _ b: V) -> V where V.Scalar: Comparable { a.replacing(with: b, where: b .< a) }

/// The elementwise absolute value.
@inline(__always)
func magnitude<V: SIMD>(_ a: V) -> V where V.Scalar: FloatingPoint { larger(a, -a) }
