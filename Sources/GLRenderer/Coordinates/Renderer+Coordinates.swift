import CEGL
import MeshTransform
import RenderGraph

extension Renderer {
  /// The point of the content at each pixel of the canvas, or the place on the canvas of each pixel of the content: the
  /// mesh and the transform of a layer as numbers, with which other programs can bend pictures.
  ///
  /// The geometry is that of ``render(_:options:)``, with folds, depth and perspective, sampled in the middle of each
  /// pixel: no mixture at edges, and the nearest of several surfaces. The layer's content, its sublayers and whether it
  /// is double-sided have no effect. Coordinates are accurate to a hundredth of a pixel on a canvas of 4096 pixels
  /// whose content is not larger.
  ///
  /// - Parameters:
  ///   - layer: the layer, on the canvas plane.
  ///   - contentSize: the number of pixels that fill the layer's bounds.
  public func coordinates(
    of layer: Layer, on canvas: Canvas, contentSize: PixelSize,
    direction: CoordinateMap.Direction = .canvasToContent, limits: RenderLimits = RenderLimits()
  ) throws(CoordinateError) -> CoordinateMap {
    let size = direction == .contentToCanvas ? contentSize : canvas.pixelSize
    var values: [Float] = []
    try coordinates(of: layer, on: canvas, contentSize: contentSize, direction: direction, limits: limits) {
      if values.isEmpty { values.reserveCapacity(2 * size.area) }
      values += $0.values
      return true
    }
    return CoordinateMap(size: size, values: values)
  }

  /// The same map in bands of whole rows, from the top, so that a large map takes little memory: a band has at most as
  /// many rows as the device draws at once, and about 8.8 million pixels where the map is up to 8192 pixels wide.
  ///
  /// - Parameter body: receives a band; returns false to end the drawing.
  public func coordinates(
    of layer: Layer, on canvas: Canvas, contentSize: PixelSize,
    direction: CoordinateMap.Direction = .canvasToContent, limits: RenderLimits = RenderLimits(),
    bands body: (CoordinateMap) -> Bool
  ) throws(CoordinateError) {
    let options = RenderOptions(limits: limits)
    var scene = Scene(canvas: canvas, layers: [layer])
    do throws(RenderError) {
      try scene.check(options)
      scene = try scene.tessellated(limits)
    } catch { throw .render(error) }
    guard (1...limits.canvasSide).contains(contentSize.width),
      (1...limits.canvasSide).contains(contentSize.height),
      contentSize.width <= limits.canvasArea / contentSize.height
    else {
      throw .contentSize(contentSize, sideLimit: limits.canvasSide, areaLimit: limits.canvasArea)
    }
    let layer = scene.layers[0]
    let isForward = direction == .contentToCanvas
    let triangles = TriangleList(layer.mesh, inBoundsOf: layer.bounds.size, lit: false)
    gl.enter()
    defer { gl.leave() }
    do throws(GLError) {
      try gl.makeCurrent()
      try draw(triangles, of: layer, canvas, contentSize, isForward: isForward, body)
    } catch { throw .render(.gl(gl.cause(of: error))) }
  }

  private func draw(
    _ triangles: TriangleList, of layer: Layer, _ canvas: Canvas, _ contentSize: PixelSize, isForward: Bool,
    _ body: (CoordinateMap) -> Bool
  ) throws(GLError) {
    let size = isForward ? contentSize : canvas.pixelSize
    let tiling = Tiling(size, limit: capabilities.maxTargetSize, supersamplingFactor: 1)
    let target = try CoordinateTarget(gl, size: tiling.tileSize)
    let variant = CoordinatePass.Variant(triangles, isForward: isForward)
    let pass = try passes.coordinates(gl, variant)
    let unitToCanvas = LayerProjection(layer, superlayerToCanvas: canvas.pointsToPixels).unitToCanvas
    let faces =
      !variant.mesh.interpolatesFaces
      ? nil
      : isForward
        ? FaceData(triangles, overContentOf: contentSize, unitToCanvas)
        : FaceData(triangles, unitToCanvas, for: variant.mesh)
    let geometry = try GeometryBuffers(gl, triangles, faces)
    var range = DepthRange()
    let vertices = ProjectedVertices(triangles.vertices, unitToCanvas)
    range.extend(vertices, triangles.indices)
    let depths = CoordinateDepths(range, vertices)
    let scale: SIMD2<Float> =
      isForward ? SIMD2(1, 1) : SIMD2(Float(contentSize.width), Float(contentSize.height))

    let half = SIMD2<Float>(-0.5, -0.5)
    for y in stride(from: 0, to: size.height, by: tiling.tileSize.height) {
      let band = PixelSize(size.width, min(tiling.tileSize.height, size.height - y))
      var failure: GLError?
      let values = [Float](unsafeUninitializedCapacity: 2 * band.area) { buffer, count in
        do throws(GLError) {
          for tile in tiling.tiles where tile.y == y {
            target.begin(tile)
            if isForward {
              pass.draw(geometry, contentSize: contentSize, tile, unitToCanvas: unitToCanvas, depths)
            } else {
              let toClip = range.clipTransform(tile: tile, zeroToOne: capabilities.hasZeroToOneDepth)
              pass.draw(geometry, tile, unitToClip: unitToCanvas * toClip)
            }
            try target.read(
              tile, into: buffer, firstRow: y, rowLength: size.width, scale: scale, offset: half)
          }
          count = 2 * band.area
        } catch { failure = error }
      }
      if let failure { throw failure }
      guard body(CoordinateMap(size: band, values: values)) else { return }
    }
  }
}

/// The reason why a ``CoordinateMap`` can't be made.
public enum CoordinateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The size of the content in pixels, which exceeds a limit.
  case contentSize(PixelSize, sideLimit: Int, areaLimit: Int)
  /// An error of the drawing of the layer.
  case render(RenderError)

  public var description: String {
    switch self {
    case .contentSize(let size, let side, let area):
      "the content is \(size) px; use 1...\(side)px per side and \(area) pixels in all, or raise the limit"
    case .render(let error): error.description
    }
  }
}
