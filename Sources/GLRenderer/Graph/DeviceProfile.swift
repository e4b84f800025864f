/// The properties of a device on which a render graph depends.
struct DeviceProfile: Hashable {
  /// Whether clip space z runs from 0 to w instead of -w to w.
  var hasZeroToOneDepth: Bool
  /// Whether the device sorts and blends translucent fragments in each pixel.
  var hasExactTransparency: Bool
  /// Largest side of a texture in pixels.
  var maxTextureSize: Int
  /// Largest side of a render target in pixels.
  var maxTargetSize: Int
  /// Largest side of a viewport in pixels.
  var maxViewportSize: Int
  /// Whether the CPU culls triangles and backs before the device sees them.
  var cullsOnCPU: Bool
  /// Positions of the samples in a pixel, 0...1; empty where samples of edge pixels are not weighted.
  var samplePositions: [SIMD2<Float>] = []
}
