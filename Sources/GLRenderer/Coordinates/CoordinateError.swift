import MeshTransform

/// Why a ``CoordinateMap`` can't be made.
public enum CoordinateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Of the content, in pixels.
  case contentSize(PixelSize, sideLimit: Int, areaLimit: Int)
  /// Of the mesh's subdivision.
  case mesh(MeshError)
  /// What the eye can see says nothing of how exact numbers must be.
  case automaticSubdivision
  case render(RenderError)

  public var description: String {
    switch self {
    case .contentSize(let size, let side, let area):
      "the content is \(size) px; use 1...\(side) px a side and \(area) pixels in all, or raise the limit"
    case .mesh(let error): error.description
    case .automaticSubdivision:
      "a map can't tell how finely the mesh must be subdivided; give a number of steps instead of automatic ones"
    case .render(let error): error.description
    }
  }
}
