import MeshTransform
import RenderGraph
import SoftwareRaster

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
    var cache = FrameCache()
    do throws(GraphError) {
      _ = try RenderGraph(
        self,
        GraphOptions(
          limits: limits, sampling: sampling, depth: options.depth, passes: GraphPasses([SquareBatches()])),
        device, cache: &cache)
    } catch { throw RenderError(error) }
  }
}
