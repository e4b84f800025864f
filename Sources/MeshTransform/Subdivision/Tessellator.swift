/// Replaces the subdivided meshes of a tree of layers by others, each made for the pixels on which it is drawn.
struct Tessellator {
  /// The mesh to draw for a control mesh; nil for the control mesh itself.
  typealias MeshForView = (_ control: Mesh, TessellationView) throws(MeshError) -> Mesh?

  private let topLevel: Space
  private let meshForView: MeshForView

  struct Failure: Error {
    let path: [Int]
    let error: MeshError
  }

  /// - `size`: the size of the picture in pixels; nil for the whole plane.
  init(_ canvas: Canvas, within size: Size?, _ meshForView: @escaping MeshForView) {
    topLevel = Space(
      layers: LayerSpace(toCanvas: canvas.pointsToPixels), size: size, scale: canvas.scale)
    self.meshForView = meshForView
  }

  func tessellate(_ layers: inout [Layer]) throws(Failure) {
    try tessellate(&layers, in: topLevel, below: [])
  }

  private func tessellate(_ layers: inout [Layer], in space: Space, below path: [Int]) throws(Failure) {
    for sibling in VisibleSiblings(withMasksAndBacks: layers, in: space.layers) {
      let (layer, path) = (layers[sibling.index], path + [sibling.index])
      let projection = space.layers.projection(of: layer)
      if let mesh = layer.mesh, mesh.subdivisionSteps != 0 {
        let view = TessellationView(unitToPixels: projection.unitToCanvas, size: space.size)
        do throws(MeshError) {
          if let drawn = try meshForView(mesh, view) { layers[sibling.index].mesh = drawn }
        } catch {
          throw Failure(path: path, error: error)
        }
      }
      guard !layer.sublayers.isEmpty else { continue }
      try tessellate(
        &layers[sibling.index].sublayers, in: space.entering(layer, projection), below: path)
    }
  }

  /// The pixels on which siblings are drawn.
  private struct Space {
    let layers: LayerSpace
    /// The size of the picture in pixels; nil for the whole plane.
    let size: Size?
    /// Pixels per point at which meshes are rasterized.
    let scale: Double

    /// The space of the sublayers of a layer with this projection.
    func entering(_ layer: Layer, _ projection: LayerProjection) -> Space {
      guard layer.mesh != nil else {
        return Space(
          layers: LayerSpace(sublayersOf: layer, flattenedBy: projection), size: size, scale: scale)
      }
      let scale = layer.rasterScale(in: scale)
      let size = Size(layer.bounds.size.width * scale, layer.bounds.size.height * scale)
      return Space(
        layers: LayerSpace(sublayersOf: layer, rasterizedAt: scale),
        size: size.width > 0 && size.height > 0 ? size : nil, scale: scale)
    }
  }
}
