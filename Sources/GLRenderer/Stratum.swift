import MeshTransform

/// Sheets that share one space and one depth buffer, made ready on the GPU.
struct Stratum {
  /// In the order in which they are drawn, but for those that are listed.
  let drawables: [(layer: LayerDrawable, bias: Double)]
  /// Of ``drawables``, their places in painter's order.
  let ranks: [Int]
  /// Whether what is opaque of a translucent sheet may lie both before and behind parts of another, so that no order
  /// of whole sheets is right.
  let mayCross: Bool
  /// Over all others, for these have no order.
  let listed: ListedSheets
  private let depthRange: DepthRange
  let zeroToOne: Bool
  /// How far apart sheets are drawn that share a surface, at least: in points.
  let depthStep: Double

  /// - `transparencyMemory`: bytes for fragments of sheets that have no order.
  init(
    _ gl: GLContext, _ sheets: [Sheet], _ resources: SharedResources, _ passes: PassCache,
    transparencyMemory: Int
  ) throws(GLError) {
    zeroToOne = gl.capabilities.hasZeroToOneDepth
    var layers: [LayerDrawable] = []
    var range = DepthRange()
    var depths = LayerDepths()
    let plane = sheets.first?.plane
    mayCross = sheets.contains { !$0.isFlat || $0.plane == nil || $0.plane != plane }
    let contacts = SurfaceContacts(sheets)
    for (index, sheet) in sheets.enumerated() {
      var sheet = sheet
      sheet.depthPrecision = contacts.precisions[index]
      let drawable = try LayerDrawable(gl, sheet, resources)
      let unitToCanvas = FloatMatrix(sheet.projection.unitToCanvas)
      range.extend(drawable.triangles, unitToCanvas)
      depths.append(
        sheet.isFlat ? sheet.plane : nil,
        depth: LayerDepths.middle((sheet.mesh ?? .flatSheet).vertices, unitToCanvas))
      layers.append(drawable)
    }
    let biases = depths.biases(contacts, in: range, zeroToOne: zeroToOne)
    depthStep = depths.step(in: range, zeroToOne: zeroToOne)
    range.extend(bias: biases.max() ?? 0)
    depthRange = range
    let order = Stratum.drawingOrder(layers, depths)
    let plan =
      gl.capabilities.hasExactTransparency
      ? OverlapPlan(layers.map(\.footprint), drawingOrder: order.filter { layers[$0].footprint != nil })
      : OverlapPlan([], drawingOrder: [])
    listed = ListedSheets(plan, layers, biases: biases, memory: transparencyMemory)
    let hidden = Set(plan.listed)
    ranks = order.filter { !hidden.contains($0) }
    drawables = ranks.map { (layers[$0], biases[$0]) }
    try prepare(gl, passes, plan.listed.map { layers[$0] })
  }

  /// Compiles what has not been compiled before.
  private func prepare(_ gl: GLContext, _ passes: PassCache, _ listed: [LayerDrawable]) throws(GLError) {
    for (drawable, _) in drawables {
      for batch in drawable.batches { try passes.prepare(gl, batch.variant) }
      if mayCross, let variant = drawable.opaquePart { try passes.prepare(gl, variant) }
    }
    for drawable in listed { try passes.prepare(gl, drawable.lighting.listVariant) }
    if !listed.isEmpty { passes.prepareLists(gl) }
  }

  /// Opaque layers first: they hide what lies behind them, and translucent ones are blended over the rest, from back to
  /// front and at equal depth in their own order.
  private static func drawingOrder(_ layers: [LayerDrawable], _ depths: LayerDepths) -> [Int] {
    layers.indices.filter { layers[$0].isOpaque }
      + layers.indices.filter { !layers[$0].isOpaque }.sorted {
        let (a, b) = (depths.middles[$0], depths.middles[$1])
        return a != b ? a < b : $0 < $1
      }
  }

  func draw(
    _ tile: PixelRect, in target: borrowing Framebuffer, _ passes: PassCache
  ) throws(GLError) {
    let biased = biasing(tile)
    drawOrdered(passes) { pass, drawable, batch in
      let (layer, bias) = drawables[drawable]
      pass.draw(
        layer, tile, canvasToClip: biased(bias), batch.map { layer.batches[$0] })
    }
    let hasDepths = drawables.contains { $0.layer.isOpaque || (mayCross && $0.layer.opaquePart != nil) }
    try listed.draw(
      tile, in: target, passes, zeroToOne: zeroToOne, hasDepths: hasDepths, biased: biased)
  }

  /// Draws parts of a tile again, into a target of their own. Only where nothing is listed.
  /// - `triangles`: of the drawable and batch with these numbers.
  func draw(_ tile: PixelRect, _ passes: PassCache, _ triangles: (Int, Int) -> PartDrawing) {
    let biased = biasing(tile)
    drawOrdered(passes, isSupersampled: tile.fineness > 1) { pass, drawable, batch in
      let (layer, bias) = drawables[drawable]
      // What has no batches is all one.
      let parts = triangles(drawable, batch ?? 0)
      pass.draw(layer, tile, canvasToClip: biased(bias), batch.map { layer.batches[$0] }, parts: parts)
    }
  }

  /// Canvas to clip space, so many points nearer to the viewer.
  private func biasing(_ tile: PixelRect) -> (Double) -> Transform3D {
    let canvasToClip = depthRange.clipTransform(tile: tile, zeroToOne: zeroToOne)
    return { bias in
      var biased = canvasToClip
      biased.m43 += bias * canvasToClip.m33
      return biased
    }
  }

  /// - `draw`: gets the pass, and the numbers of the drawable and of its batch; nil for all of its triangles.
  private func drawOrdered(
    _ passes: PassCache, isSupersampled: Bool = false, _ draw: (MeshPass, Int, Int?) -> Void
  ) {
    func pass(_ variant: MeshPass.Variant) -> MeshPass? {
      var variant = variant
      if isSupersampled { variant.isSupersampled = true }
      return passes[variant]
    }
    func drawAll(opaque: Bool) {
      for (index, drawable) in drawables.enumerated() where drawable.layer.isOpaque == opaque {
        for (number, batch) in drawable.layer.batches.enumerated() {
          if let pass = pass(batch.variant) { draw(pass, index, number) }
        }
      }
    }
    drawAll(opaque: true)
    if mayCross {
      for (index, drawable) in drawables.enumerated() {
        // What is not opaque is one batch.
        if let variant = drawable.layer.opaquePart, let pass = pass(variant) { draw(pass, index, nil) }
      }
    }
    drawAll(opaque: false)
  }

  /// Compiles what draws several fragments a pixel.
  func prepareSupersampling(_ gl: GLContext, _ passes: PassCache) throws(GLError) {
    for (drawable, _) in drawables {
      var variants = drawable.batches.map(\.variant)
      if mayCross, let variant = drawable.opaquePart { variants.append(variant) }
      for i in variants.indices {
        variants[i].isSupersampled = true
        try passes.prepare(gl, variants[i])
      }
    }
  }

  /// True when an opaque layer certainly covers pixels of the canvas: an empty picture is then a fault.
  func mustShow(on size: PixelSize) -> Bool {
    drawables.contains { drawable, _ in
      drawable.isOpaque && !drawable.sheet.hidesBack
        && drawable.triangles.covers(size, FloatMatrix(drawable.projection.unitToCanvas))
    }
  }
}
