#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A rotation in space as a unit quaternion: `(x, y, z)` is the axis times the sine of half the angle, w the
/// cosine.
public struct Quaternion: Hashable, Sendable {
  /// The vector part (x, y, z) and the scalar part w.
  public var x: Double, y: Double, z: Double, w: Double

  /// A quaternion with these elements.
  public init(_ x: Double, _ y: Double, _ z: Double, _ w: Double) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }

  /// No rotation.
  public static let identity = Quaternion(0, 0, 0, 1)

  /// The rotation from the coordinate axes to three orthonormal, right-handed rows. The largest of the four components
  /// is computed first, so that no division is by a small number (Shepperd 1978).
  init(axes r1: SIMD3<Double>, _ r2: SIMD3<Double>, _ r3: SIMD3<Double>) {
    let squares = SIMD4(
      1 + r1.x - r2.y - r3.z, 1 - r1.x + r2.y - r3.z, 1 - r1.x - r2.y + r3.z, 1 + r1.x + r2.y + r3.z)
    let (yz, zx, xy) = (r2.z - r3.y, r3.x - r1.z, r1.y - r2.x)
    let sums = (yz: r2.z + r3.y, zx: r3.x + r1.z, xy: r1.y + r2.x)
    let components =
      switch squares.max() {
      case squares.w: SIMD4(yz, zx, xy, squares.w)
      case squares.x: SIMD4(squares.x, sums.xy, sums.zx, yz)
      case squares.y: SIMD4(sums.xy, squares.y, sums.yz, zx)
      default: SIMD4(sums.zx, sums.yz, squares.z, xy)
      }
    let unit = components / (components * components).sum().squareRoot()
    self.init(unit.x, unit.y, unit.z, unit.w)
  }

  /// Spherical linear interpolation (Shoemake 1985) along the shorter arc.
  public func interpolated(to end: Quaternion, fraction: Double) -> Quaternion {
    let (a, b) = (SIMD4(x, y, z, w), SIMD4(end.x, end.y, end.z, end.w))
    let product = (a * b).sum()
    // q and -q are the same rotation; the nearer of the two gives the shorter arc.
    let nearer = product < 0 ? -b : b
    let cosine = min(abs(product), 1)
    let angle = acos(cosine)
    var mixed = a + fraction * (nearer - a)
    // Below this angle the arc equals its chord to the last bit, and the sine is too small as a divisor.
    if angle > 1e-6 {
      mixed = (sin((1 - fraction) * angle) * a + sin(fraction * angle) * nearer) / sin(angle)
    }
    let unit = mixed / (mixed * mixed).sum().squareRoot()
    return Quaternion(unit.x, unit.y, unit.z, unit.w)
  }
}

extension Transform3D {
  /// The rotation by a unit quaternion, for row vectors.
  public init(_ q: Quaternion) {
    self.init(
      rows: SIMD4(
        1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.z * q.w), 2 * (q.x * q.z - q.y * q.w), 0),
      SIMD4(2 * (q.x * q.y - q.z * q.w), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.x * q.w), 0),
      SIMD4(2 * (q.x * q.z + q.y * q.w), 2 * (q.y * q.z - q.x * q.w), 1 - 2 * (q.x * q.x + q.y * q.y), 0),
      SIMD4(0, 0, 0, 1))
  }
}
