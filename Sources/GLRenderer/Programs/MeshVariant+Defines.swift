import RenderGraph

extension MeshVariant {
  /// The preprocessor symbols of the shader.
  func defines(_ capabilities: Capabilities) -> [String] {
    let all = [
      ("LIT", isLit), ("ONE_LIGHT", lightCount == 1), ("SPECULAR", hasHighlights),
      ("POSITIONAL", hasPositionalLights),
      ("SCALAR_LIGHT", hasScalarLight), ("LIGHT_VECTORS", needsLightVectors),
      ("LIGHT_VARYINGS", passesLightAsVaryings),
      ("TINTED", isTinted), ("BATCHED", isBatched),
      ("TWO_TAPS", filter == .twoTaps), ("ANISOTROPIC", isAnisotropic),
      ("MIPMAPPED", isAnisotropic && filter == .mipmapped),
      ("TRILINEAR", minification == .trilinear && filter == .mipmapped),
      ("LINEAR", minification == .linear && magnification != .linear),
      ("OPAQUE", isOpaque), ("OPAQUE_PART", isOpaquePart), ("DEEP", isDeep && isOpaquePart),
      ("BRIGHT", hasBrightness), ("CUT", clipsContent),
      ("BILINEAR", interpolation == .bilinear), ("PROJECTIVE", interpolation == .projective),
      ("CORNER_WEIGHTS", interpolatesFaces), ("FLAT", isFlatShaded && !interpolatesFaces),
      ("SUPERSAMPLED", isSupersampled),
      ("A_BUFFER", usesABuffer),
      ("CANVAS_PIXELS", showsCanvasPixels), ("MASK", isMask),
      ("SHARE", maskMode != .none), ("LUMINANCE", maskMode.usesLuminance), ("INVERTED", maskMode.isInverted),
      ("SHADE", maskMode == .shade),
      ("NEAREST", magnification == .nearest), ("CUBIC", magnification == .cubic),
      ("OVERSAMPLED", isOversampled), ("TILED", isTiled),
      ("SKIP_UNSEEN", isAnisotropic && capabilities.skipsUncovered),
    ]
    return all.filter(\.1).map(\.0)
  }

  /// The preprocessor symbols with values.
  var constants: [String: Int] { exponentSquarings.map { ["SQUARINGS": $0] } ?? [:] }

  private var isAnisotropic: Bool { minification == .footprint && filter > .twoTaps }
}
