/// A calibrated camera: its matrix, the distortion of its lens, and the size of its pictures.
///
/// ```swift
/// let lens = LensModel(camera, .openCV(OpenCVDistortion([-0.28, 0.07, 0, 0])), size: PixelSize(640, 480))
/// let pixel = lens.camera.pixel(of: lens.distort(point))   // what the camera sees at an ideal point
/// let ideal = lens.undistort(lens.camera.point(of: pixel)) // and back
/// ```
public struct LensModel: Hashable, Sendable {
  /// The map to the pixels of a picture of ``size``.
  public let camera: CameraMatrix
  /// The distortion of the lens.
  public let distortion: LensDistortion
  /// The size of the pictures that were measured; nil where a file does not state it.
  public let size: PixelSize?
  /// The radius on the plane at distance 1 up to which the distortion is one-to-one in every direction; infinite for a
  /// distortion that is so up to 89.9 degrees from the axis. Beyond it, points would be shown twice.
  public let oneToOneRadius: Double

  /// A camera with the given values. Its radius is computed once, here.
  public init(_ camera: CameraMatrix, _ distortion: LensDistortion, size: PixelSize? = nil) {
    (self.camera, self.distortion, self.size) = (camera, distortion, size)
    oneToOneRadius = distortion.oneToOneRadius
  }

  /// The observed point of an ideal one, both on the plane at distance 1, whatever its radius.
  public func distort(_ point: SIMD2<Double>) -> SIMD2<Double> { distortion.distorted(point) }

  /// The ideal point of an observed one, both on the plane at distance 1; nil where no ideal point within
  /// ``oneToOneRadius`` is observed there.
  public func undistort(_ point: SIMD2<Double>) -> SIMD2<Double>? {
    distortion.undistorted(point, within: oneToOneRadius)
  }
}

/// Why a lens cannot be corrected as asked.
public enum LensError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A balance out of 0...1.
  case alpha(Double)
  /// A horizontal field of view, in degrees, out of range.
  case fieldOfView(Double)
  /// A balance for a lens whose border has no undistorted position, as that of a fisheye lens of 180 degrees.
  case noView(Double)
  /// A mesh that the values do not give.
  case mesh(MeshError)

  /// The value and the allowed values.
  public var description: String {
    switch self {
    case .alpha(let value): "alpha is \(value.shortText); use 0 (no border) to 1 (the whole picture)"
    case .fieldOfView(let value): "fov is \(value.shortText) degrees; use more than 0 and less than 180"
    case .noView(let value):
      "alpha is \(value.shortText), but the border of the picture has no finite place without distortion; use fov, the "
        + "horizontal field of view, such as fov=100"
    case .mesh(let error): "\(error)"
    }
  }
}
