import MeshTransform

extension Scene {
  /// Checks everything that later stages take for granted, before anything is allocated.
  func check(_ limits: RenderLimits) throws(RenderError) {
    let size = canvas.frame.size
    guard size.width > 0, size.height > 0, canvas.scale > 0 else { throw .emptyCanvas(size) }
    // Compared as Double: a size beyond Int's range must not be converted first.
    let longest = max(size.width, size.height) * canvas.scale
    guard longest <= Double(limits.canvasSide) else { throw .canvasSide(longest, limit: limits.canvasSide) }
    let pixels = canvas.pixelSize
    guard pixels.area <= limits.canvasArea else { throw .canvasArea(pixels, limit: limits.canvasArea) }

    guard lights.count <= limits.lights else { throw .tooManyLights(lights.count, limit: limits.lights) }
    for (i, light) in lights.enumerated() {
      do throws(LightError) { try light.validate() } catch { throw .light(i, error) }
    }
    for (i, layer) in layers.enumerated() { try check(layer, i, limits) }
  }

  private func check(_ layer: Layer, _ i: Int, _ limits: RenderLimits) throws(RenderError) {
    do throws(LightError) { try layer.surface.validate() } catch { throw .surface(layer: i, error) }
    let projection = LayerProjection(layer, superlayerToCanvas: canvas.pointsToPixels)
    // The GPU computes in Float.
    let m = projection.unitToCanvas
    let elements = (0..<4).flatMap { row in (0..<4).map { m.row(row)[$0] } }
    guard elements.allSatisfy({ abs($0) <= Double(Float.greatestFiniteMagnitude) / 1e6 }) else {
      throw .nonFiniteGeometry(layer: i, name: layer.name)
    }
    if let count = layer.mesh?.vertices.count, count > limits.vertices {
      throw .tooManyVertices(layer: i, count: count, limit: limits.vertices)
    }
  }
}
