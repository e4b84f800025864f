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
