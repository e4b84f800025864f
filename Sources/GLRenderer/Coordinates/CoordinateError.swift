import MeshTransform

/// Why a ``CoordinateMap`` can't be made.
public enum CoordinateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Of the content, in pixels.
  case contentSize(PixelSize, sideLimit: Int, areaLimit: Int)
  /// Faces of that kind are mapped from the canvas to the content only.
  case faceInterpolation(Mesh.FaceInterpolation)
  case render(RenderError)

  public var description: String {
    switch self {
    case .contentSize(let size, let side, let area):
      "the content is \(size) px; use 1...\(side) px a side and \(area) pixels in all, or raise the limit"
    case .faceInterpolation(let kind):
      "places on \(kind.rawValue) faces can't be mapped for the content's pixels, only the content for the "
        + "canvas's; use triangles or projective faces for that direction, or make the faces finer"
    case .render(let error): error.description
    }
  }
}
