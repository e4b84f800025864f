import MeshTransform

extension RenderItem {
  /// The batch keys of the triangles; nil where one tap is right for all.
  func batchSelection(_ triangles: TriangleList, _ projected: ProjectedVertices) -> BatchSelection? {
    filterSelection.map { BatchSelection($0, triangles, projected, canvasArea: canvas?.area) }
  }

  /// The selection of texture filters; nil where one tap is right for all triangles.
  var filterSelection: FilterSelection? {
    var (size, isOversampled) = (PixelSize(1, 1), false)
    switch content {
    case .image(let image): size = image.size
    case .offscreen(let texture): size = texture.size
    case .oversampled(let texture): (size, isOversampled) = (texture.size, true)
    case .white, .gradient, .canvasPixels: return nil
    }
    if minification == .linear { return nil }
    return FilterSelection(
      contentSize: size, magnification: magnification, isTrilinear: minification == .trilinear,
      isOversampled: isOversampled)
  }
}
