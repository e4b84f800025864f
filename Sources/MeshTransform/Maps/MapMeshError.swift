/// Why a map cannot become a mesh.
public enum MapMeshError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No pixel of the map has a position.
  case noPositions
  /// A tolerance that is negative or not finite, in pixels.
  case invalidTolerance(Double)
  /// More vertices than the limit. `sufficient` is a tolerance that is enough, in pixels; nil if none is: then holes
  /// alone need more.
  case tooManyVertices(Int, limit: Int, tolerance: Double, sufficient: Double?)

  /// The problem, the value and the remedy.
  public var description: String {
    switch self {
    case .noPositions:
      "the map has no position at all: every pixel is a hole; check its units and its validity"
    case .invalidTolerance(let value): "the tolerance of the map is \(value); use 0 px or more"
    case .tooManyVertices(let count, let limit, let tolerance, let sufficient):
      "the map needs \(count) vertices for an error of \(tolerance.shortText) px, but the limit is \(limit); "
        + (sufficient.map { "use a tolerance of \($0.shortText) px, or raise the limit" }
          ?? "its holes alone need more, so raise the limit")
    }
  }
}
