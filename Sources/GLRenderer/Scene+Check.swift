import MeshTransform
import RenderGraph
import SoftwareRaster

extension Scene {
  /// Checks all preconditions of the later stages, before anything is allocated.
  /// - `isBanded`: whether the picture is drawn in bands.
  func check(_ options: RenderOptions, isBanded: Bool = false) throws(RenderError) {
    let limits = options.limits
    try canvas.check(limits, isBanded: isBanded)
    if let style = options.wireframe { try style.check(canvas, limits) }

    let lightLimit = min(limits.lights, LightingUniforms.capacity)
    guard lights.count <= lightLimit else { throw .tooManyLights(lights.count, limit: lightLimit) }
    for (i, light) in lights.enumerated() {
      do throws(LightError) { try light.validate() } catch { throw .light(i, error) }
    }
    do throws(LayerError) { try validate(limits.tree) } catch { throw .layer(error) }
    var faces = 0
    // By index, since a loop over the layers copies them.
    for i in layers.indices where layers[i].mesh != nil {
      try checkRange(layers[i], i, limits)
      faces += layers[i].mesh?.faceCount ?? 0
    }
    if layers.indices.contains(where: { !layers[$0].sublayers.isEmpty }) {
      for (path, layer) in layersDepthFirst where path.depth > 1 {
        try check(layer.mesh, path.index, limits)
        faces += layer.mesh?.faceCount ?? 0
      }
    }
    guard faces <= limits.faces else { throw .faces(faces, limit: limits.faces) }
  }

  /// The scene with tessellated meshes, which are subject to the same limits.
  func tessellated(_ limits: RenderLimits) throws(RenderError) -> Scene {
    do throws(LayerError) {
      return try tessellated(limit: limits.vertices, totalFaces: limits.faces)
    } catch { throw .layer(error) }
  }

  /// Checks the coordinates of a top-level layer with a mesh. Others are checked where they are projected.
  private func checkRange(_ layer: Layer, _ i: Int, _ limits: RenderLimits) throws(RenderError) {
    guard let mesh = layer.mesh else { return }
    try check(mesh, i, limits)
    let m = layer.unitToPoints * layer.effectiveTransform * canvas.pointsToPixels
    guard (0..<4).allSatisfy({ m.row($0).isWithin(Double(Self.largest)) }),
      Self.isWithinRange(mesh, FloatMatrix(m))
    else { throw .nonFiniteGeometry(layer: i, name: layer.name) }
  }

  /// Whether no homogeneous coordinate can exceed the range: the transform is applied to the largest magnitudes of all
  /// vertices at once.
  private static func isWithinRange(_ mesh: Mesh, _ m: FloatMatrix) -> Bool {
    let reach = mesh.reach
    let (x, y, z, origin) = m.rows
    let largest =
      x.magnitudes * reach.x + y.magnitudes * reach.y + z.magnitudes * reach.z + origin.magnitudes
    // False for NaN.
    return largest.max() <= Self.largest
  }

  /// - `i`: the layer's index among its siblings.
  private func check(_ mesh: Mesh?, _ i: Int, _ limits: RenderLimits) throws(RenderError) {
    guard let mesh else { return }
    guard mesh.vertices.count <= limits.vertices else {
      throw .tooManyVertices(layer: i, count: mesh.vertices.count, limit: limits.vertices)
    }
    let faceLimit = limits.vertices.multipliedReportingOverflow(by: 4)
    guard faceLimit.overflow || mesh.faceCount <= faceLimit.partialValue else {
      throw .tooManyFaces(layer: i, count: mesh.faceCount, limit: faceLimit.partialValue)
    }
  }

  /// The largest coordinate: the product of two such values is finite in Float, in which the GPU computes.
  private static var largest: Float { 1e18 }
}

extension Mesh {
  /// The largest magnitude of each coordinate of a position.
  fileprivate var reach: SIMD3<Float> {
    if vertices.isEmpty { return .zero }
    let (low, high) = bounds
    return high.replacing(with: -low, where: -low .> high)
  }
}

extension SIMD4<Float> {
  fileprivate var magnitudes: SIMD4<Float> { pointwiseMax(self, -self) }
}

extension Canvas {
  /// Checks the size, the scale and the background.
  /// - `isBanded`: whether the picture is drawn in bands.
  package func check(_ limits: RenderLimits, isBanded: Bool) throws(RenderError) {
    guard scale > 0 else { throw .canvasScale(scale) }
    let size = frame.size
    guard size.width > 0, size.height > 0 else { throw .emptyCanvas(size) }
    // Compared as Double: a size beyond Int's range must not be converted first.
    let longest = max(size.width, size.height) * scale
    guard longest <= Double(limits.canvasSide) else { throw .canvasSide(longest, limit: limits.canvasSide) }
    let area = isBanded ? limits.bandedCanvasArea : limits.canvasArea
    guard pixelSize.area <= area else { throw .canvasArea(pixelSize, limit: area) }
    guard background.isFinite else { throw .color(of: "the background") }
  }
}

extension Wireframe {
  fileprivate func check(_ canvas: Canvas, _ limits: RenderLimits) throws(RenderError) {
    guard lineWidth > 0, lineWidth * canvas.scale <= Double(limits.canvasSide) else {
      throw .lineWidth(lineWidth)
    }
    guard color.isFinite else { throw .color(of: "the wireframe") }
  }
}

extension Color {
  fileprivate var isFinite: Bool { SIMD4(red, green, blue, alpha).isWithin(.greatestFiniteMagnitude) }
}

extension SIMD4 where Scalar: BinaryFloatingPoint {
  /// False for NaN.
  @inline(__always)
  fileprivate func isWithin(_ limit: Scalar) -> Bool {
    all(self .<= SIMD4(repeating: limit)) && all(self .>= SIMD4(repeating: -limit))
  }
}

extension Scene {
  /// Checks all that a renderer would refuse, without a device: sizes, limits, coordinates, layers, lights, steps of
  /// subdivision, and the offscreen textures of flattened layers for a device with textures of up to 16,384 pixels a
  /// side. Nothing is subdivided or drawn. Only an error of the device itself remains.
  ///
  /// - Parameter options: those of the picture; its area may be that of a picture that is drawn in bands.
  /// - Throws: the error of ``Renderer/render(_:options:)``.
  public func validateForDrawing(_ options: RenderOptions = RenderOptions()) throws(RenderError) {
    try check(options, isBanded: true)
    do throws(LayerError) {
      try checkSubdivision(limit: options.limits.vertices, totalFaces: options.limits.faces)
    } catch {
      throw .layer(error)
    }
    guard let sampling = PixelSampling(samples: 4, offered: [1, 4]) else { return }
    let device = DeviceProfile(
      hasZeroToOneDepth: true, hasExactTransparency: true, maxTextureSize: 16_384, maxTargetSize: 16_384,
      maxViewportSize: 16_384)
    let limits = GraphOptions.Limits(
      textureSide: options.limits.canvasSide, pictureArea: options.limits.pictureArea,
      transparencyMemory: options.limits.transparencyMemory, faces: options.limits.faces,
      overdraw: options.limits.overdraw)
    var checks = GraphOptions(
      limits: limits, sampling: sampling, depth: options.depth, passes: GraphPasses([SquareBatches()]))
    checks.onlyChecks = true
    var cache = FrameCache()
    do throws(GraphError) { _ = try RenderGraph(self, checks, device, cache: &cache) } catch {
      throw RenderError(error)
    }
  }
}
