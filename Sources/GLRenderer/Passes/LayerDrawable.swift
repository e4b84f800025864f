import CEGL
import MeshTransform

/// One sheet on the GPU: triangles and texture, with what places, colors and lights them.
final class LayerDrawable {
  let sheet: Sheet
  let lighting: LightingUniforms
  let geometry: Geometry
  private let shared: SharedTexture
  /// What is drawn, all in all.
  let batches: [Batch]
  /// Nil when it is opaque.
  let footprint: SheetFootprint?
  /// Whether triangles that show the content's back are not drawn: since the sheet hides it, or since nobody can see it.
  let cullsBack: Bool
  /// Whether faces lie on one another in one tilted plane, where depth does not tell which is seen: the later one.
  let isFoldedInPlane: Bool

  /// Triangles that are drawn together.
  struct Batch {
    let variant: MeshPass.Variant
    let style: TriangleStyle
    let indices: Range<Int>
  }

  var projection: LayerProjection { sheet.projection }
  var triangles: TriangleList { geometry.triangles }
  /// What is cut from faces by the shader has soft edges.
  var isOpaque: Bool { sheet.isOpaque && !triangles.isUncut }
  /// The pass that draws its opaque texels; nil when it has none that another does not draw.
  var opaquePart: MeshPass.Variant? {
    if isOpaque || sheet.tint.w < 1 { return nil }
    if case .white = sheet.content, !triangles.isUncut { return nil }
    var variant = lighting.variant
    variant.isOpaquePart = true
    return variant
  }
  var texture: Texture { _read { yield shared.texture } }

  /// - Returns: the unit.
  func bindOversampled(unit: Int32) -> Int32 {
    guard case .oversampled(_, let fine) = sheet.content else { return 0 }
    glActiveTexture(GLenum(GL_TEXTURE0 + unit))
    fine.texture.bind(usingMipmaps: false)
    glActiveTexture(GLenum(GL_TEXTURE0))
    return unit
  }

  init(_ gl: GLContext, _ sheet: Sheet, _ resources: SharedResources) throws(GLError) {
    self.sheet = sheet
    var lighting = LightingUniforms(sheet.lights, on: sheet.surface, resources.blending)
    let unitToCanvas = FloatMatrix(sheet.projection.unitToCanvas)
    var whole = TriangleStyle(.single)
    var planned: [BatchPlan.Batch] = []
    switch sheet.shape {
    case .square:
      geometry = try resources.square(isLit: lighting.variant.isLit || sheet.hidesBack)
      if let plan = sheet.batchPlan(geometry.triangles, lighting, resources) { whole = plan.whole }
      footprint = sheet.isOpaque ? nil : SheetFootprint(sheet, geometry.triangles)
    case .mesh(let mesh, _):
      var footprint: SheetFootprint?
      geometry = try resources.geometry(of: mesh) { previous in
        let view = resources.isExact ? nil : sheet.mergeView(lighting, resources.blending)
        var triangles = sheet.triangles(isLit: lighting.variant.isLit, sharingWith: previous, merging: view)
        footprint = sheet.isOpaque && !triangles.isUncut ? nil : SheetFootprint(sheet, triangles)
        if footprint?.needsSorting(gl.capabilities) == true { triangles.sortBackToFront(unitToCanvas) }
        var list = triangles
        var plan = sheet.batchPlan(triangles, lighting, resources)
        // Only now: what is unseen counts for how the rest is drawn, as it does where nothing is left out.
        if resources.leavesOutUnseen, let canvas = sheet.canvas,
          let seen = SeenTriangles(triangles, sheet.projection.unitToCanvas, on: canvas)
        {
          triangles.indices = seen.kept(of: triangles.indices)
          plan?.keep(seen)
          if seen.areFew { list = triangles }
        }
        if let plan {
          whole = plan.whole
          // Only depth decides what is seen of an opaque bent sheet; elsewhere the order of triangles counts.
          if footprint == nil, !sheet.isFlat, sheet.magnification == .linear, !resources.isExact {
            planned = plan.batches(sorting: &triangles)
          }
        }
        lighting.variant.interpolation = triangles.interpolation
        lighting.variant.hasBrightness = !triangles.brightness.isEmpty
        lighting.variant.isCut = triangles.isUncut
        let faces =
          lighting.variant.hasPatches
          ? FaceTable(triangles, sheet.projection.unitToCanvas, for: lighting.variant) : nil
        return (list, triangles, faces)
      }
      self.footprint = footprint
    }
    cullsBack = sheet.hidesBack || (footprint == nil && sheet.hasUnseenBack(geometry, resources))
    isFoldedInPlane = footprint == nil && sheet.isFoldedInPlane(geometry.triangles)
    switch sheet.content {
    case .white: shared = try resources.whiteTexture()
    case .image(let image):
      shared = try resources.texture(image, isMinified: whole.filter == .mipmapped)
    case .gradient(let gradient, let size): shared = try resources.texture(gradient, size)
    case .texture(let texture): shared = texture
    case .oversampled(let texture, _):
      shared = texture
      lighting.variant.isOversampled = true
    case .canvasPixels(let texture, _, _):
      shared = texture
      lighting.variant.showsCanvasPixels = true
    }
    lighting.variant.isMask = sheet.isMask
    lighting.variant.filter = whole.filter
    lighting.variant.magnification = sheet.magnification
    lighting.variant.isTinted = sheet.tint != SIMD4(repeating: 1)
    lighting.variant.isSupersampled = resources.isSupersampled
    self.lighting = lighting
    if planned.isEmpty {
      planned = [BatchPlan.Batch(style: whole, range: 0..<geometry.triangles.indices.count)]
    }
    batches = planned.map { batch in
      var variant = lighting.variant
      variant.filter = batch.style.filter
      variant.isVertexLit = batch.style.light != .pixels
      return Batch(variant: variant, style: batch.style, indices: batch.range)
    }
  }
}

@available(*, unavailable) extension LayerDrawable: Sendable {}

extension Sheet {
  /// Nil for the unit square.
  var mesh: Mesh? { if case .mesh(let mesh, _) = shape { mesh } else { nil } }

  /// Whether triangles of a flat mesh lie on one another in a plane that is not the canvas's own, in which all have the
  /// same depth to the bit.
  fileprivate func isFoldedInPlane(_ triangles: TriangleList) -> Bool {
    guard case .mesh = shape, isFlat, projection.unitToCanvas.depthOfParallelPlane == nil else {
      return false
    }
    let places = triangles.vertices.map { SIMD2($0.toX, $0.toY) }
    return triangles.folding(places, negligible: 1e-9) != .none
  }

  /// Whether nobody can see the back of an opaque sheet.
  fileprivate func hasUnseenBack(_ geometry: Geometry, _ resources: SharedResources) -> Bool {
    guard resources.cullsUnseenBacks, case .mesh(let mesh, _) = shape, let canvas else { return false }
    let list = geometry.list ?? geometry.triangles
    guard list.interpolation == .triangles, !list.isUncut else { return false }
    // Who is whose neighbor is found out anyway where edges are looked for, and else only once for many pictures, unless
    // faces are merged for each.
    let isKept = list.indices.count == 6 * mesh.faces.count && list.indices.count <= Self.fewIndices
    guard resources.looksForEdges || isKept, !isFlat else { return false }
    return geometry.withOutline(of: list) { outline in
      UnseenBack.isCertain(
        of: list, &outline, projection.unitToCanvas, on: canvas, hidesClockwise: isMirrored)
    }
  }

  /// The neighbors of so many triangles take some 5 ms.
  private static let fewIndices = 3 * 25_000

  /// Nil where one sample and no light, or the light of pixels, always does.
  fileprivate func batchPlan(
    _ triangles: TriangleList, _ lighting: LightingUniforms, _ resources: SharedResources
  ) -> BatchPlan? {
    let light =
      resources.isExact ? nil : VertexLight(lighting, triangles, projection, resources.blending)
    var (size, isOversampled) = (PixelSize(1, 1), false)
    switch content {
    case .image(let image): size = image.size
    case .texture(let shared) where !shared.isSmooth: size = shared.texture.size
    case .oversampled(let shared, _): (size, isOversampled) = (shared.texture.size, true)
    case .white, .gradient, .texture, .canvasPixels: if light == nil { return nil }
    }
    return BatchPlan(
      Minification(
        FloatMatrix(projection.unitToCanvas), contentSize: size, magnification: magnification,
        isOversampled: isOversampled),
      triangles, light, isMirrored: isMirrored)
  }

  /// - `previous`: a list to share indices with; it changes no value.
  /// - `view`: what the triangles may be merged for; nil for all of them as they are.
  func triangles(isLit: Bool, sharingWith previous: TriangleList? = nil, merging view: MergeView? = nil)
    -> TriangleList
  {
    let isTurned = isLit || hidesBack
    switch shape {
    case .square: return TriangleList(nil, inBoundsOf: Size(1, 1), lit: isTurned)
    case .mesh(let mesh, let size):
      let shading = surface.shading
      if let view,
        let list = TriangleList(merging: mesh, inBoundsOf: size, lit: isTurned, shading: shading, view)
      {
        return list
      }
      return TriangleList(
        mesh, inBoundsOf: size, lit: isTurned, shading: shading, sharingWith: previous)
    }
  }
}
