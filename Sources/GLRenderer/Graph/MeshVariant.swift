import MeshTransform

/// The parts of the mesh shader that a draw call needs; the others are not compiled.
struct MeshVariant: Hashable {
  var isLit: Bool
  var hasHighlights: Bool
  var hasPositionalLights: Bool
  /// Of lights that do more than add to the ambient sum, where their number is built into the shader: 1, or nil.
  var lightCount: Int?
  /// The one light is directional, changes all channels alike, and makes no highlights.
  var isGray = false
  /// Each facet has a normal of its own.
  var isFlatShaded = false
  /// Where light is computed: in each pixel or at the vertices.
  var isVertexLit = false
  var filter = ContentFilter.single
  var isTinted = false
  /// For content that is drawn larger than it is.
  var magnification = Layer.MagnificationFilter.linear
  /// The content has a picture twice as fine beside it, which is sampled where it is not drawn smaller.
  var isOversampled = false
  /// Draws opaque texels only.
  var isOpaquePart = false
  /// Keeps fragments in lists instead of drawing them.
  var isListed = false
  /// How the content lies in a face.
  var interpolation = Mesh.FaceInterpolation.triangles
  var hasBrightness = false
  /// Some of what is drawn lies outside the content.
  var isCut = false
  /// The content is made of the canvas's own pixels.
  var showsCanvasPixels = false
  /// Draws the nearest depth, and no color.
  var isMask = false
  /// Draws several fragments a pixel.
  var isSupersampled = false

  /// Whether every pixel must know its face's corners.
  var hasPatches: Bool {
    switch interpolation {
    case .triangles: false
    case .bilinear: true
    case .projective: isLit || hasBrightness || isCut
    }
  }

  /// Whether pixels must know where on the canvas they are.
  var needsTileOrigin: Bool { hasPatches || showsCanvasPixels }

  /// Whether the vertices hand the one light to their pixels.
  var handsLight: Bool { isLit && lightCount == 1 && !isVertexLit && !hasPatches }

  /// Whether the world is turned so that the light travels along -z.
  var isAlongLight: Bool { handsLight && !hasPositionalLights }
}
