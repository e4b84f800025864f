import RenderGraph

extension MeshVariant {
  /// The preprocessor symbols of the shader.
  /// - `mayUseBlocks`: false for uniforms that are set one by one on all devices.
  func defines(_ capabilities: Capabilities, mayUseBlocks: Bool = true) -> [String] {
    let usesBlocks = mayUseBlocks && capabilities.deviceClass.usesUniformBlocks
    let all = [
      ("LIT", isLit), ("ONE_LIGHT", lightCount == 1 && !usesBlocks), ("SPECULAR", hasHighlights),
      ("POSITIONAL", hasPositionalLights), ("SPOT", hasSpotLights),
      ("SCALAR_LIGHT", hasScalarLight), ("LIGHT_VECTORS", needsLightVectors),
      ("LIGHT_VARYINGS", passesLightAsVaryings && !usesBlocks), ("UNIFORM_BLOCK", usesBlocks),
      ("GRID_NORMALS", hasGridNormals),
      ("TINTED", isTinted), ("BATCHED", isBatched),
      ("TWO_TAPS", filter == .twoTaps), ("ANISOTROPIC", isAnisotropic),
      ("MIPMAPPED", isAnisotropic && filter == .mipmapped),
      ("TRILINEAR", minification == .trilinear && filter == .mipmapped),
      ("LINEAR", minification == .linear && magnification != .linear),
      ("OPAQUE_PART", isOpaquePart), ("DEEP", isDeep && isOpaquePart),
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
  func constants(_ capabilities: Capabilities) -> [String: Int] {
    var all: [String: Int] = [:]
    all["SQUARINGS"] = exponentSquarings
    guard isLit else { return all }
    all["LIGHT_COUNT"] = lightCount
    if capabilities.deviceClass.usesUniformBlocks {
      (all["LIGHT_SIZE"], all["LIGHT_ROOM"]) = (lightSize, lightCount ?? LightingUniforms.capacity)
    }
    return all
  }

  /// The vectors of a light in a block of uniforms: its first fields, as many as the shader reads.
  var lightSize: Int { hasSpotLights ? 4 : hasHighlights || hasPositionalLights ? 3 : 2 }

  /// The variant for buffers without normals; this one where it needs none.
  var withGridNormals: MeshVariant {
    var variant = self
    variant.hasGridNormals = isLit
    return variant
  }

  /// The variant that a device compiles for this one: constant numbers of lights other than one pay only in blocks.
  func drawn(by deviceClass: DeviceClass) -> MeshVariant {
    var variant = self
    if let count = lightCount, count == 0 || count > 1 && !deviceClass.usesUniformBlocks {
      variant.lightCount = nil
    }
    return variant
  }

  private var isAnisotropic: Bool { minification == .footprint && filter > .twoTaps }
}
