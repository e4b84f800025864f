import RenderGraph

extension DeviceProfile {
  /// The profile of a context, without the positions of samples.
  init(_ capabilities: Capabilities) {
    self.init(
      hasZeroToOneDepth: capabilities.hasZeroToOneDepth,
      hasExactTransparency: capabilities.hasExactTransparency,
      maxTextureSize: capabilities.maxTextureSize, maxTargetSize: capabilities.maxTargetSize,
      maxViewportSize: capabilities.maxViewportSize)
    maxImageSize = capabilities.maxImageSize
    filtersByPixel = capabilities.deviceClass.filtersByPixel
    makesGridNormals = capabilities.deviceClass.streamsVertices
  }
}
