/// The properties of a device on which a render graph depends.
package struct DeviceProfile: Hashable {
  /// Whether clip space z runs from 0 to w instead of -w to w.
  package var hasZeroToOneDepth: Bool
  /// Whether the device sorts and blends translucent fragments in each pixel.
  package var hasExactTransparency: Bool
  /// Largest side of a texture in pixels.
  package var maxTextureSize: Int
  /// Largest side of an image in pixels that is not cut into tiles; at most ``maxTextureSize``.
  package var maxImageSize: Int
  /// Largest side of a render target in pixels.
  package var maxTargetSize: Int
  /// Largest side of a viewport in pixels.
  package var maxViewportSize: Int
  /// Whether shaders choose the texture filter pixel by pixel at no cost, so that none is selected for triangles.
  package var filtersByPixel = false
  /// Whether the device computes the normals of grids.
  package var makesGridNormals = false
  /// Positions of the samples in a pixel, 0...1; empty where samples of edge pixels are not weighted.
  package var samplePositions: [SIMD2<Float>] = []

  package init(
    hasZeroToOneDepth: Bool, hasExactTransparency: Bool, maxTextureSize: Int, maxTargetSize: Int,
    maxViewportSize: Int
  ) {
    (self.hasZeroToOneDepth, self.hasExactTransparency) = (hasZeroToOneDepth, hasExactTransparency)
    (self.maxTextureSize, self.maxTargetSize) = (maxTextureSize, maxTargetSize)
    maxImageSize = maxTextureSize
    self.maxViewportSize = maxViewportSize
  }
}
