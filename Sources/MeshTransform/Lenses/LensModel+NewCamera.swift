extension LensModel {
  /// The camera of an undistorted picture of the same size.
  public enum View: Hashable, Sendable {
    /// The camera's own matrix, so that the center keeps its scale.
    case same
    /// 0 for the largest view without pixels from outside of the picture, 1 for the smallest with all of its pixels, and
    /// values between them, as in OpenCV's `getOptimalNewCameraMatrix`; for fisheye lenses OpenCV's `balance`.
    case alpha(Double)
    /// The horizontal field of view, above 0 and below 180 degrees, about the axis of the camera.
    case fieldOfView(Angle)
  }

  /// The camera matrix of a view.
  ///
  /// - `size`: pixels of the picture to which ``camera`` belongs.
  /// - Throws: ``LensError`` for values out of range, and where the distortion has no view of that kind.
  public func camera(of view: View, size: Size) throws(LensError) -> CameraMatrix {
    switch view {
    case .same: return camera
    case .fieldOfView(let angle):
      guard angle.roundedDegrees > 0, angle.roundedDegrees < 180 else {
        throw .fieldOfView(angle.roundedDegrees)
      }
      return CameraMatrix(fieldOfView: angle, size: size)
    case .alpha(let alpha):
      guard (0...1).contains(alpha) else { throw .alpha(alpha) }
      return try distortion.isFisheye ? balanced(alpha, size) : optimal(alpha, size)
    }
  }

  /// The interpolation between the views whose borders touch the undistorted border from inside and from outside, each
  /// measured at 9 points a side, as in OpenCV's module calib3d.
  private func optimal(_ alpha: Double, _ size: Size) throws(LensError) -> CameraMatrix {
    let last = SIMD2(size.width - 1, size.height - 1)
    var (outerLow, outerHigh) = (SIMD2<Double>(repeating: .infinity), SIMD2<Double>(repeating: -.infinity))
    var (innerLow, innerHigh) = (outerHigh, outerLow)
    for row in 0..<9 {
      for column in 0..<9 {
        let pixel = SIMD2(Double(column), Double(row)) / 8 * last
        guard let point = undistort(camera.point(of: pixel)) else { continue }
        (outerLow, outerHigh) = (pointwiseMin(outerLow, point), pointwiseMax(outerHigh, point))
        if column == 0 { innerLow.x = max(innerLow.x, point.x) }
        if column == 8 { innerHigh.x = min(innerHigh.x, point.x) }
        if row == 0 { innerLow.y = max(innerLow.y, point.y) }
        if row == 8 { innerHigh.y = min(innerHigh.y, point.y) }
      }
    }
    let (inner, outer) = (innerHigh - innerLow, outerHigh - outerLow)
    guard min(inner.min(), outer.min()) > 1e-9, max(inner.max(), outer.max()).isFinite else {
      throw .noView(alpha)
    }
    let (close, wide) = (last / inner, last / outer)
    return CameraMatrix(
      focalLength: close * (1 - alpha) + wide * alpha,
      principalPoint: -close * innerLow * (1 - alpha) - wide * outerLow * alpha)
  }

  /// The interpolation between the focal lengths for which the picture's border, at the middles of its four sides, touches
  /// the nearest and the farthest side of the view, as in OpenCV's `fisheye::estimateNewCameraMatrixForUndistortRectify`.
  private func balanced(_ alpha: Double, _ size: Size) throws(LensError) -> CameraMatrix {
    let (width, height) = (size.width, size.height)
    let pixels = [
      SIMD2((width / 2).rounded(.down), 0), SIMD2(width, (height / 2).rounded(.down)),
      SIMD2((width / 2).rounded(.down), height), SIMD2(0, (height / 2).rounded(.down)),
    ]
    let ratio = SIMD2(1, camera.focalLength.x / camera.focalLength.y)
    let points = pixels.compactMap { undistort(camera.point(of: $0)) }.map { $0 * ratio }
    guard points.count == 4 else { throw .noView(alpha) }
    let center = points.reduce(.zero, +) / 4
    let low = points.reduce(points[0], pointwiseMin)
    let high = points.reduce(points[0], pointwiseMax)
    let half = SIMD2(width, height * ratio.y) / 2
    let (a, b) = (half / (center - low), half / (high - center))
    let (least, most) = (min(a.min(), b.min()), max(a.max(), b.max()))
    guard least > 0, most.isFinite else { throw .noView(alpha) }
    let focal = alpha * least + (1 - alpha) * most
    return CameraMatrix(
      focalLength: SIMD2(focal, focal) / ratio, principalPoint: (half - focal * center) / ratio)
  }
}
