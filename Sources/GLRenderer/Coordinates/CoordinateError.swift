import MeshTransform

/// The reason why a ``CoordinateMap`` can't be made.
public enum CoordinateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The size of the content in pixels, which exceeds a limit.
  case contentSize(PixelSize, sideLimit: Int, areaLimit: Int)
  /// An error of the drawing of the layer.
  case render(RenderError)

  public var description: String {
    switch self {
    case .contentSize(let size, let side, let area):
      "the content is \(size) px; use 1...\(side)px per side and \(area) pixels in all, or raise the limit"
    case .render(let error): error.description
    }
  }
}
