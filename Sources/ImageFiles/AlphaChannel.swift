import MeshTransform

/// Whether a file has a channel of alpha.
public enum AlphaChannel: Hashable, Sendable {
  /// In any case.
  case always
  /// Only where the picture is not wholly opaque.
  case whereNeeded

  /// Whether the file of this picture has one.
  package func isIncluded(of image: Image) -> Bool {
    self == .always || image.alpha != .opaque && !image.hasOpaquePixels
  }
}
