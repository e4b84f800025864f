import RenderGraph

extension MeshVariant {
  /// The preprocessor symbols of the shader.
  func defines(_ capabilities: Capabilities) -> [String] {
    let all = [
      ("LIT", isLit), ("ONE_LIGHT", lightCount == 1), ("SPECULAR", hasHighlights),
      ("POSITIONAL", hasPositionalLights),
      ("HANDED_LIGHT", handsLight), ("ALONG_LIGHT", isAlongLight), ("GRAY_LIGHT", handsLight && isGray),
      ("VERTEX_LIGHT", isVertexLit), ("TINTED", isTinted),
      ("MINIFIED", filter > .pair), ("PAIR", filter == .pair), ("ROW", filter == .row),
      ("OPAQUE_PART", isOpaquePart),
      ("BRIGHT", hasBrightness), ("CUT", clipsContent),
      ("BILINEAR", interpolation == .bilinear), ("PROJECTIVE", interpolation == .projective),
      ("PATCH", interpolatesFaces), ("FLAT", isFlatShaded && !interpolatesFaces),
      ("SUPERSAMPLED", isSupersampled),
      ("LIST", usesABuffer),
      ("CANVAS_PIXELS", showsCanvasPixels), ("MASK", isMask),
      ("NEAREST", magnification == .nearest), ("CUBIC", magnification == .cubic),
      ("OVERSAMPLED", isOversampled),
      ("SKIP_UNSEEN", filter > .pair && capabilities.skipsUncovered),
    ]
    return all.filter(\.1).map(\.0)
  }
}
