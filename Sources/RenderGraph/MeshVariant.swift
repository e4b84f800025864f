import MeshTransform

/// The parts of the mesh shader that a draw call needs; the others are not compiled.
package struct MeshVariant: Hashable {
  package var isLit: Bool
  package var hasHighlights: Bool
  package var hasPositionalLights: Bool
  /// Of lights that do more than add to the ambient sum, where their number is built into the shader: 1, or nil.
  package var lightCount: Int?
  /// The one light is directional, changes all channels alike, and makes no highlights.
  package var isGray = false
  /// Each facet has a normal of its own.
  package var isFlatShaded = false
  /// Where light is computed: in each pixel or at the vertices.
  package var isVertexLit = false
  package var filter = TextureFilter.single
  package var isTinted = false
  /// For content that is drawn larger than it is.
  package var magnification = Layer.MagnificationFilter.linear
  /// The content has a picture twice as fine beside it, which is sampled where it is not drawn smaller.
  package var isOversampled = false
  /// Draws opaque texels only.
  package var isOpaquePart = false
  /// Keeps fragments in lists instead of drawing them.
  package var usesABuffer = false
  /// How the content lies in a face.
  package var interpolation = Mesh.FaceInterpolation.triangles
  package var hasBrightness = false
  /// Some of what is drawn lies outside the content.
  package var clipsContent = false
  /// The content is made of the canvas's own pixels.
  package var showsCanvasPixels = false
  /// Draws the nearest depth, and no color.
  package var isMask = false
  /// Draws several fragments a pixel.
  package var isSupersampled = false

  package init(
    isLit: Bool = false, hasHighlights: Bool = false, hasPositionalLights: Bool = false,
    lightCount: Int? = nil, isGray: Bool = false, isFlatShaded: Bool = false
  ) {
    (self.isLit, self.hasHighlights) = (isLit, hasHighlights)
    (self.hasPositionalLights, self.lightCount) = (hasPositionalLights, lightCount)
    (self.isGray, self.isFlatShaded) = (isGray, isFlatShaded)
  }

  /// Whether every pixel must know its face's corners.
  package var interpolatesFaces: Bool {
    switch interpolation {
    case .triangles: false
    case .bilinear: true
    case .projective: isLit || hasBrightness || clipsContent
    }
  }

  /// Whether pixels must know where on the canvas they are.
  package var needsTileOrigin: Bool { interpolatesFaces || showsCanvasPixels }

  /// Whether the vertices hand the one light to their pixels.
  package var handsLight: Bool { isLit && lightCount == 1 && !isVertexLit && !interpolatesFaces }

  /// Whether the world is turned so that the light travels along -z.
  package var isAlongLight: Bool { handsLight && !hasPositionalLights }
}
