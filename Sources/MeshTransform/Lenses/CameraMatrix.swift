/// The map of the plane at distance 1 in front of a camera to pixels.
///
/// `u = fx x + s y + cx` and `v = fy y + cy`. Whole numbers are at the centers of pixels, and (0, 0) is at the center of
/// the top left one, as in OpenCV.
public struct CameraMatrix: Hashable, Sendable {
  /// fx and fy, in pixels; not 0.
  public var focalLength: SIMD2<Double>
  /// cx and cy, in pixels.
  public var principalPoint: SIMD2<Double>
  /// s, in pixels.
  public var skew: Double

  /// A matrix with the given values.
  public init(focalLength: SIMD2<Double>, principalPoint: SIMD2<Double>, skew: Double = 0) {
    (self.focalLength, self.principalPoint, self.skew) = (focalLength, principalPoint, skew)
  }

  /// The matrix of a camera with square pixels that looks straight at the center of a picture.
  /// - `fieldOfView`: the horizontal one, above 0 and below 180 degrees.
  public init(fieldOfView: Angle, size: Size) {
    let focal = size.width / 2 / tangent(fieldOfView.radians / 2)
    self.init(
      focalLength: SIMD2(focal, focal),
      principalPoint: SIMD2((size.width - 1) / 2, (size.height - 1) / 2))
  }

  /// The pixel of a point of the plane.
  public func pixel(of point: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(focalLength.x * point.x + skew * point.y, focalLength.y * point.y) + principalPoint
  }

  /// The point of the plane at a pixel.
  public func point(of pixel: SIMD2<Double>) -> SIMD2<Double> {
    let offset = pixel - principalPoint
    let y = offset.y / focalLength.y
    return SIMD2((offset.x - skew * y) / focalLength.x, y)
  }

  /// The matrix of the same picture with other numbers of pixels. The corner of the picture stays, half a pixel outside
  /// of the first center: `c' = (c + 1/2) s - 1/2`.
  public func scaled(by scale: SIMD2<Double>) -> CameraMatrix {
    CameraMatrix(
      focalLength: focalLength * scale, principalPoint: (principalPoint + 0.5) * scale - 0.5,
      skew: skew * scale.x)
  }
}
