import MeshTransform

/// The parts of the mesh shader that a draw call needs; the others are not compiled.
package struct MeshVariant: Hashable {
  package var isLit: Bool
  package var hasHighlights: Bool
  /// The binary logarithm of a specular exponent that is a power of two in 2...1024, as that of the default surface; nil for
  /// other exponents. The shader squares so many times instead of calling `pow`.
  package var exponentSquarings: Int?
  package var hasPositionalLights: Bool
  /// Whether some of them are spot lights, whose light depends on the direction.
  package var hasSpotLights = false
  /// The number of lights besides ambient ones for which the shader is compiled; nil for any number.
  package var lightCount: Int?
  /// Whether four numbers hold all light: ``LightingUniforms/scalarLight``.
  package var hasScalarLight = false
  /// Whether each facet has its own normal.
  package var isFlatShaded = false
  package var filter = TextureFilter.oneTap
  package var isTinted = false
  /// The filter for magnified content.
  package var magnification = Layer.MagnificationFilter.linear
  /// The filter for minified content.
  package var minification = Layer.MinificationFilter.footprint
  /// Whether the content has an oversampled texture, which is sampled where the content is not minified.
  package var isOversampled = false
  /// Whether the content is an image in tiles: ``ImageTiling``.
  package var isTiled = false
  /// Whether the picture has 16 bits a channel.
  package var isDeep = false
  /// Whether only opaque texels are drawn.
  package var isOpaquePart = false
  /// Whether fragments are stored in the A-buffer instead of the target.
  package var usesABuffer = false
  /// The interpolation of content in a face.
  package var interpolation = Mesh.FaceInterpolation.triangles
  package var hasBrightness = false
  /// Whether some pixels lie outside of the content and are discarded.
  package var clipsContent = false
  /// Whether the content consists of the canvas's own pixels.
  package var showsCanvasPixels = false
  /// Whether the nearest depth is written, and no color.
  package var isMask = false
  /// Whether the fragment is the share of the backdrop that a mask keeps, and the source of that share.
  package var maskMode = Layer.MaskMode.none
  /// Whether the items are instances of the unit square with their own transforms and tints: see ``SquareBatch``.
  package var isBatched = false
  /// Whether triangles are so small that values which all of them share are uniforms instead of varyings.
  package var hasTinyTriangles = false
  /// Whether the vertex shader computes the normals of a grid.
  package var hasGridNormals = false
  /// Whether the target has several fragments a pixel.
  package var isSupersampled = false

  package init(
    isLit: Bool = false, hasHighlights: Bool = false, hasPositionalLights: Bool = false,
    lightCount: Int? = nil, isFlatShaded: Bool = false
  ) {
    (self.isLit, self.hasHighlights) = (isLit, hasHighlights)
    (self.hasPositionalLights, self.lightCount) = (hasPositionalLights, lightCount)
    self.isFlatShaded = isFlatShaded
  }

  /// The variant for the lights alone.
  init(_ lighting: LightingUniforms) {
    self.init(
      isLit: lighting.isLit, hasHighlights: lighting.hasHighlights,
      hasPositionalLights: lighting.hasPositionalLights, lightCount: lighting.lights.count,
      isFlatShaded: lighting.isFlatShaded)
    hasSpotLights = lighting.hasSpotLights
    exponentSquarings = hasHighlights ? lighting.exponentSquarings : nil
  }

  /// A variant that draws the same within rounding errors, and has less that single items do not need. It stands for
  /// several variants where a picture has more than should be compiled.
  package var general: MeshVariant {
    var variant = self
    (variant.exponentSquarings, variant.lightCount, variant.hasScalarLight) = (nil, nil, false)
    (variant.hasHighlights, variant.hasPositionalLights, variant.hasSpotLights) = (isLit, isLit, isLit)
    variant.hasTinyTriangles = false
    // Instances have tints only where they need them.
    variant.isTinted = isTinted || !isBatched
    return variant
  }

  /// Whether a scalar light depends on more than normals.
  package var needsLightVectors: Bool { hasScalarLight && (hasHighlights || hasPositionalLights) }

  /// Whether each pixel needs the corners of its face.
  package var interpolatesFaces: Bool {
    switch interpolation {
    case .triangles: false
    case .bilinear: true
    case .projective: isLit || hasBrightness || clipsContent
    }
  }

  /// Whether pixels need their place on the canvas.
  package var needsTileOrigin: Bool { interpolatesFaces || showsCanvasPixels }

  /// Whether the vertex shader passes the one light's vectors to the pixels.
  package var passesLightAsVaryings: Bool {
    isLit && lightCount == 1 && !interpolatesFaces && !hasTinyTriangles
  }
}

/// The shader variants of a picture. Each takes a driver up to a tenth of a second and two megabytes to compile.
struct VariantCount {
  /// The number up to which variants are compiled as they are; beyond it ``MeshVariant/general`` ones stand for them.
  private static let special = 48
  /// The largest number of general variants in one picture.
  static let limit = 96

  private var variants: Set<MeshVariant> = [], generalVariants: Set<MeshVariant> = []
  private var last: MeshVariant?

  /// - Throws: for more general variants than the limit.
  mutating func add(_ group: DepthGroup) throws(GraphError) {
    for command in group.commands { try add(command.variant) }
    for entry in group.aBufferItems.entries { try add(entry.command.aBufferVariant) }
  }

  /// Consecutive items mostly have one variant.
  mutating func add(_ variant: MeshVariant) throws(GraphError) {
    if variant == last { return }
    last = variant
    guard variants.insert(variant).inserted else { return }
    generalVariants.insert(variant.general)
    guard generalVariants.count <= Self.limit else { throw .variants(limit: Self.limit) }
  }

  var needsGeneralVariants: Bool { variants.count > Self.special }
}
