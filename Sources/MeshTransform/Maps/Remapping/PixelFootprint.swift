import CheckedNumbers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The taps that average a picture over a pixel: the formulas of footprint.glsl, in which the constants are explained.
///
/// The footprint is an ellipse, whose half axes in texels are the singular values of the derivatives (Heckbert 1989,
/// Fundamentals of Texture Mapping and Image Warping). Trilinear taps as wide as the short axis lie in a line along the
/// long axis (McCormack et al. 1999, Feline).
struct PixelFootprint {
  private(set) var taps = 1
  /// From tap to tap, in texels.
  private(set) var stride = SIMD2<Float>.zero
  /// The mip level of the taps; 0 is the picture itself.
  private(set) var level: Float = 0
  /// The share of the filter for magnified pictures.
  private(set) var magnifiedShare: Float = 1

  /// - Parameters:
  ///   - dx, dy: the change of the position from pixel to pixel, in texels.
  @inline(__always)
  init(_ dx: SIMD2<Float>, _ dy: SIMD2<Float>, _ filter: Layer.MinificationFilter) {
    guard filter == .footprint else {
      let longest = max((dx * dx).sum(), (dy * dy).sum())
      if longest > 1 {
        magnifiedShare = 0
        if filter == .trilinear { level = 0.5 * log2(longest) }
      }
      return
    }
    // The squares of the axes are the eigenvalues of [xx xy; xy yy].
    let xx = dx.x * dx.x + dy.x * dy.x
    let yy = dx.y * dx.y + dy.y * dy.y
    let xy = dx.x * dx.y + dy.x * dy.y
    let (mean, difference) = (0.5 * (xx + yy), 0.5 * (xx - yy))
    let spread = (difference * difference + xy * xy).squareRoot()
    let longestSquare = mean + spread
    if longestSquare > 1 { magnifiedShare = longestSquare < 2 ? 1 - log2(longestSquare) : 0 }
    if longestSquare <= Self.oneTapSquare, mean - spread <= Self.firstLevelSquare { return }
    let (longest, shortest) = (longestSquare.squareRoot(), max(mean - spread, 0).squareRoot())
    // The side of the texels that are sampled, in texels of the first level.
    let blended = 1 + (shortest - Self.firstMipmapSide) / (2 - Self.firstMipmapSide)
    let side = max(min(shortest, blended), max(longest / Self.mostTaps, 1))
    let count = max((longest / side - Self.tapTolerance).rounded(.up), 1)
    level = side > 1 ? log2(side) : 0
    taps = Int(pixels: min(count, Self.mostTaps))
    // The eigenvector of the larger eigenvalue, from the row without cancellation.
    let along = difference >= 0 ? SIMD2(difference + spread, xy) : SIMD2(xy, spread - difference)
    let length = (along * along).sum()
    stride = along * (longest / count / max(length, 1e-30).squareRoot())
  }

  /// Whether pixels need a single tap of the first level.
  /// - Parameters:
  ///   - xx, xy: the change of x and of y from column to column, in texels.
  ///   - yx, yy: the same from row to row.
  @inline(__always)
  static func needsOneTap(
    _ xx: SIMD8<Float>, _ xy: SIMD8<Float>, _ yx: SIMD8<Float>, _ yy: SIMD8<Float>,
    _ filter: Layer.MinificationFilter
  ) -> SIMDMask<SIMD8<Int32>> {
    let (first, second) = (xx * xx + yx * yx, xy * xy + yy * yy)
    switch filter {
    case .footprint:
      let product = xx * xy + yx * yy
      let (mean, difference) = (0.5 * (first + second), 0.5 * (first - second))
      let spread = (difference * difference + product * product).squareRoot()
      return (mean + spread .<= oneTapSquare) .& (mean - spread .<= firstLevelSquare)
    case .trilinear: return (xx * xx + xy * xy .<= 1) .& (yx * yx + yy * yy .<= 1)
    case .linear: return first + second .< .infinity
    }
  }

  /// The squares of the longest pixel for a single tap, and of the widest for the first level.
  private static var oneTapSquare: Float { (1 + tapTolerance) * (1 + tapTolerance) }
  private static var firstLevelSquare: Float { firstMipmapSide * firstMipmapSide }

  /// Texels of a pixel's length beyond a whole number of taps that need no further tap.
  private static var tapTolerance: Float { 0.22 }
  /// The side of a pixel in texels above which smaller levels are sampled.
  private static var firstMipmapSide: Float { 1.1 }
  private static var mostTaps: Float { 32 }
}
