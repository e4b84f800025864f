/// Why a mesh cannot be resampled on a grid over its content. Indices count from zero.
public struct MeshResamplingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position of the mesh in the given array; 0 for a single mesh.
  public var mesh: Int
  /// The obstacle.
  public var problem: Problem

  /// An obstacle to a grid over the whole content.
  public enum Problem: Hashable, Sendable {
    /// No face contains this point of the content, in unit layer space.
    case hole(Point)
    /// Both faces contain the same part of the content. They may be the same face.
    case overlapping(face: Int, other: Int)
    /// Too many faces are long, thin and diagonal beside one another for an overlap test in reasonable time.
    case tooTangled
    /// A mesh that cannot be made: a grid without faces, a grid or a subdivision beyond the limit, or a coordinate
    /// beyond the range of `Float`.
    case mesh(MeshError)
  }

  init(_ problem: Problem, mesh: Int = 0) { (self.problem, self.mesh) = (problem, mesh) }

  /// The obstacle, its place and a remedy.
  public var description: String {
    switch problem {
    case .hole(let point):
      "no face shows the content's point (\(Self.text(point.x)), \(Self.text(point.y))); cover all of the unit square "
        + "with `from`, or give both meshes the same vertices and faces"
    case .overlapping(let face, let other):
      (face == other ? "the two triangles of faces[\(face)]" : "faces[\(face)] and faces[\(other)]")
        + " show the same spot of the content (`from`); move or remove one, or give both meshes the same vertices "
        + "and faces"
    case .tooTangled:
      "too many slanted faces are close together in `from` to determine whether they overlap; use fewer and less "
        + "slender faces"
    case .mesh(let error): error.description
    }
  }

  /// Four decimals at most.
  private static func text(_ value: Double) -> String { ((value * 1e4).rounded() / 1e4).shortText }
}
