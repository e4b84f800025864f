extension Mesh {
  /// The interpolation of the content between the four corners of a face.
  ///
  /// In every mode a face covers the triangles 0-1-2 and 2-3-0 and has their depth. Brightness and, for lighting,
  /// position and normal are interpolated bilinearly in all modes but `triangles`.
  public enum FaceInterpolation: String, CaseIterable, Hashable, Sendable {
    /// An affine map on each of the triangles 0-1-2 and 2-3-0, as in Core Animation. The diagonal is visible in faces
    /// that are not parallelograms.
    case triangles
    /// A bilinear map: lines of equal content with even spacing on an edge have even spacing on the opposite edge.
    /// Neighboring faces agree along their edges. In a folded or concave face, whose content covers some points twice,
    /// the part nearer to the viewer is visible.
    case bilinear
    /// The perspective map from the content's quadrilateral to the face: straight lines stay straight. Neighboring
    /// faces agree only at their corners. A face that is not planar uses the map at the point where its diagonals are
    /// closest to each other, on each of its triangles. A face that is not a convex quadrilateral, or whose content is
    /// not, is drawn as `triangles`.
    case projective
  }
}

extension Mesh.FaceInterpolation: NamedValue {
  package var summary: String {
    switch self {
    case .triangles: "a face is two triangles, as in Core Animation; their diagonal can be visible"
    case .bilinear: "a face has no diagonal, and neighboring faces agree along their edges"
    case .projective: "a face is seen in perspective: straight lines stay straight"
    }
  }
}
