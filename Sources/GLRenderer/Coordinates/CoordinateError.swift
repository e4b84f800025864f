import MeshTransform

/// Why a ``CoordinateMap`` can't be made.
public enum CoordinateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Of the content, in pixels.
  case contentSize(PixelSize, sideLimit: Int, areaLimit: Int)
  /// Faces of that kind are drawn, but not mapped in that direction.
  case faceInterpolation(Mesh.FaceInterpolation)
  case render(RenderError)

  public var description: String {
    switch self {
    case .contentSize(let size, let side, let area):
      "the content is \(size) px; use 1...\(side) px a side and \(area) pixels in all, or raise the limit"
    case .faceInterpolation(let kind):
      "the content's places on \(kind.rawValue) faces can't be mapped; use triangles, "
        + "or subdivide the mesh finely first"
    case .render(let error): error.description
    }
  }
}
