import MeshTransform

/// One sheet on the GPU: triangles and texture, with what places, colors and lights them.
final class LayerDrawable {
  let sheet: Sheet
  let lighting: LightingUniforms
  let geometry: Geometry
  private let shared: SharedTexture

  var projection: LayerProjection { sheet.projection }
  var triangles: TriangleList { geometry.triangles }
  var isOpaque: Bool { sheet.isOpaque }
  /// The pass that draws its opaque texels; nil when it has none that another does not draw.
  var opaquePart: MeshPass.Variant? {
    if isOpaque || sheet.tint.w < 1 { return nil }
    if case .white = sheet.content { return nil }
    var variant = lighting.variant
    variant.isOpaquePart = true
    return variant
  }
  var texture: Texture { _read { yield shared.texture } }

  init(_ gl: GLContext, _ sheet: Sheet, _ resources: SharedResources) throws(GLError) {
    self.sheet = sheet
    var lighting = LightingUniforms(sheet.lights, on: sheet.surface)
    let unitToCanvas = FloatMatrix(sheet.projection.unitToCanvas)
    switch sheet.shape {
    case .square: geometry = try resources.square(isLit: lighting.variant.isLit || sheet.hidesBack)
    case .mesh(let mesh, let size):
      var triangles = TriangleList(
        mesh, inBoundsOf: size, lit: lighting.variant.isLit || sheet.hidesBack)
      if !sheet.isOpaque { triangles.sortBackToFront(unitToCanvas) }
      geometry = try Geometry(gl, triangles)
    }
    switch sheet.content {
    case .white: shared = try resources.whiteTexture()
    case .image(let image):
      let isMinified = Minification(unitToCanvas, contentSize: image.size).affects(geometry.triangles)
      shared = try resources.texture(image, isMinified: isMinified)
    case .gradient(let gradient, let size): shared = try resources.texture(gradient, size)
    case .texture(let texture): shared = texture
    }
    lighting.variant.isMinified = shared.texture.hasMipmaps
    self.lighting = lighting
  }
}

@available(*, unavailable) extension LayerDrawable: Sendable {}

extension Sheet {
  /// Nil for the unit square.
  var mesh: Mesh? { if case .mesh(let mesh, _) = shape { mesh } else { nil } }
}
