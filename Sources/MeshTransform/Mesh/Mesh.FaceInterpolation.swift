extension Mesh {
  /// Where the content lies between the four corners of a face.
  ///
  /// A face covers the triangles 0-1-2 and 2-3-0 and has their depth in all of these. Brightness and, in light, place
  /// and normal lie bilinearly in the face in all but the first.
  public enum FaceInterpolation: String, CaseIterable, Hashable, Sendable {
    /// On the triangles 0-1-2 and 2-3-0, each an affine map of its own: what Core Animation draws. The diagonal shows
    /// where a face is not a parallelogram.
    case triangles
    /// Bilinearly: lines of equal content that start evenly spaced on an edge end evenly spaced on the opposite one.
    /// Neighboring faces agree along their edges. Of a folded or concave face, whose content covers some places twice,
    /// the part nearer to the viewer shows there.
    case bilinear
    /// By the one perspective map that takes the content's quadrilateral to the face: straight lines stay straight.
    /// Neighboring faces agree at their corners only. A face that is not planar takes the map of the place where its
    /// diagonals are closest to each other, on each of its triangles; one that is no convex quadrilateral, or whose
    /// content is none, is drawn as by `triangles`.
    case projective
  }
}
