import MeshTransform

extension RenderItem {
  /// The selection of texture filters; nil where one tap is right for all triangles.
  package var filterSelection: FilterSelection? {
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
