extension Layer {
  /// The filter for minified images; `linear` and `trilinear` are Core Animation's.
  public enum MinificationFilter: String, CaseIterable, Hashable, Sendable {
    /// A weighted mean over the area of a pixel, also where it is long and narrow, as at a grazing angle.
    ///
    /// It samples mipmaps, as ``trilinear`` does. Each level is made from the one before it by cubic convolution, which
    /// suppresses moire and keeps detail better than a plain mean: beside a hard edge it overshoots, along each axis by
    /// up to 7 % of the edge's step.
    case footprint
    /// Bilinear interpolation of four texels: fastest, and aliased below half size.
    case linear
    /// Bilinear interpolation in the two nearest mipmaps, by the longer side of a pixel: without aliasing, but blurred
    /// where a pixel is long and narrow. The device computes the level of detail, within the bounds of OpenGL ES 3.0,
    /// section 3.8.10.
    case trilinear
  }
}

extension Layer.MinificationFilter: NamedValue {
  package var summary: String {
    switch self {
    case .footprint:
      "a weighted mean over the area of a pixel, also where it is long and narrow; near hard edges it overshoots by "
        + "up to 7 % of their step"
    case .linear: "bilinear interpolation of four texels: fastest, and aliased below half size"
    case .trilinear: "interpolation in mipmaps: without aliasing, blurred at grazing angles"
    }
  }
}
