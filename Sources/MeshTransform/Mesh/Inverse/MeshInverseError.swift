/// Why a ``Mesh`` has no exact inverse. Indices count from zero.
public enum MeshInverseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mesh is the control mesh of a smooth surface, whose inverse has no control mesh.
  case subdivided(steps: Int)
  /// The inverse of a bilinear map is not bilinear.
  case interpolation(Mesh.FaceInterpolation)
  /// Two vertices of faces that differ in depth.
  case notFlat(vertex: Int, z: Float, other: Int, otherZ: Float)
  /// A face with a triangle that has no area.
  case zeroArea(face: Int, in: Mesh.Side)
  /// The face has the opposite orientation to most others.
  case folded(face: Int)
  /// A face that is not a convex quadrilateral: a perspective map would take points of it to infinity.
  case notConvex(face: Int, in: Mesh.Side)
  /// Both faces cover the same point; for `from`, a point of the content. They may be the same face.
  case overlapping(face: Int, other: Int, in: Mesh.Side)
  /// Too many faces are long, thin and diagonal beside one another for an overlap test in reasonable time.
  case tooTangled(in: Mesh.Side)

  /// The obstacle, and an alternative.
  public var description: String {
    switch self {
    case .subdivided(let steps):
      "the mesh is subdivided \(steps < 0 ? "automatically" : "\(steps) times"), and a smooth surface has no exact "
        + "inverse; write it out with 'meshrender subdivide' first, or compute the inverse with 'meshrender map --forward'"
    case .interpolation(let kind):
      "\(kind.rawValue) faces have no exact inverse of their kind; use triangles or projective faces, subdivide the "
        + "mesh finely first ('meshrender subdivide'), or compute the inverse with 'meshrender map --forward'"
    case .notFlat(let vertex, let z, let other, let otherZ):
      "the mesh has depth: z is \(z) at vertices[\(vertex)] and \(otherZ) at vertices[\(other)]; only flat meshes "
        + "have an exact inverse; give all vertices one z, or compute the inverse with 'meshrender map --forward'"
    case .zeroArea(let face, let side):
      "faces[\(face)] has a triangle without area in `\(side.rawValue)`, which has no inverse; "
        + "move its corners apart, or remove it"
    case .folded(let face):
      "the mesh is folded at faces[\(face)], which shows its back where the others show their front; move its "
        + "corners, or use 'meshrender map' for the visible surfaces"
    case .notConvex(let face, let side):
      "faces[\(face)] is projective, but not a convex quadrilateral in `\(side.rawValue)`; move its corners, "
        + "or use triangles"
    case .overlapping(let face, let other, let side):
      (face == other ? "the two triangles of faces[\(face)]" : "faces[\(face)] and faces[\(other)]")
        + (side == .to ? " cover the same spot" : " show the same spot of the content")
        + " (`\(side.rawValue)`), so the inverse is ambiguous; "
        + "move or remove one, or use 'meshrender map' for the visible surfaces"
    case .tooTangled(let side):
      "too many slanted faces are close together in `\(side.rawValue)` to determine whether they overlap; use fewer "
        + "and less slender faces, or compute the inverse with 'meshrender map --forward'"
    }
  }
}

extension Mesh {
  /// The two planes between which a mesh maps.
  public enum Side: String, Hashable, Sendable {
    /// The content.
    case from
    /// The deformed plane.
    case to
  }
}
