extension Mesh {
  /// Where the content lies between the four corners of a face.
  public enum FaceInterpolation: String, CaseIterable, Hashable, Sendable {
    /// On the triangles 0-1-2 and 2-3-0, each an affine map of its own: what Core Animation draws. The diagonal shows
    /// where a face is not a parallelogram.
    case triangles
    /// Bilinearly: lines of equal content that start evenly spaced on an edge end evenly spaced on the opposite one.
    /// Neighboring faces agree along their edges.
    case bilinear
    /// By the one perspective map that takes the content's quadrilateral to the face: straight lines stay straight.
    /// Neighboring faces agree at their corners only.
    case projective
  }
}
