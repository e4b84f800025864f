import MeshTransform

/// The part of a backdrop behind a small blended item, drawn a second time.
///
/// Without it, the whole target is blended. Where a few flat items are behind the blended one, such as a texture of all
/// that the target shows, only the pixels of the blended item are. Pixels equal those of the whole way, but for rounding
/// in the filter of scaled images, at most 1 of 255.
struct BackdropPart {
  /// The blended item's pixels of the target.
  let area: PixelRect
  /// The lists of items behind it, in pixels of the area.
  let lists: [[RenderItem]]

  private static let itemLimit = 4

  /// Fails where the whole target is the better way, or the only one.
  /// - `shown`: the lists of items behind the blended one.
  /// - `target`: the size of the target.
  init?(behind item: RenderItem, _ shown: [[RenderItem]], in target: PixelSize) {
    guard case .canvasPixels(let texture, let x, let y) = item.content,
      2 * texture.size.area <= target.area, shown.reduce(0, { $0 + $1.count }) <= Self.itemLimit
    else { return nil }
    area = PixelRect(x: x, y: y, width: texture.size.width, height: texture.size.height)
    let frame = Rect(Double(x), Double(y), Double(area.width), Double(area.height))
    guard shown.joined().allSatisfy(\.isFlatPicture), shown.joined().contains(where: { $0.hides(frame) })
    else {
      return nil
    }
    lists = shown.map { items in items.map { $0.moved(by: -x, -y, canvas: texture.size) } }
  }

  /// The item that shows the blended part in the target.
  func item(_ result: OffscreenTexture) -> RenderItem {
    let rect = Rect(Double(area.x), Double(area.y), Double(area.width), Double(area.height))
    var item = RenderItem(
      projection: LayerProjection(planeOf: rect, toCanvas: .identity),
      content: .canvasPixels(result, x: area.x, y: area.y), isOpaque: true)
    item.plane = DepthPlane(.identity, z: 0)
    return item
  }
}

extension RenderItem {
  /// Whether the item is a rectangle parallel to the canvas, without light.
  fileprivate var isFlatPicture: Bool {
    guard case .square = shape, lights.isEmpty, !isMask, !isShadow, maskMode == .none, blendMode == .normal,
      projection.unitToCanvas.depthOfParallelPlane != nil
    else { return false }
    switch content {
    case .white, .image, .gradient, .canvasPixels: return true
    case .offscreen, .oversampled: return false
    }
  }

  /// Whether the item is an opaque rectangle that covers all of `rect`, in pixels.
  fileprivate func hides(_ rect: Rect) -> Bool {
    let matrix = projection.unitToCanvas
    guard matrix.m12 == 0, matrix.m21 == 0, tint.w == 1,
      let first = matrix.project(Point(0, 0)), let last = matrix.project(Point(1, 1)),
      let own = Rect(around: [first, last]), own.contains(rect)
    else { return false }
    return if case .image(let image) = content { image.alpha == .opaque } else { isOpaque }
  }

  fileprivate func moved(by x: Int, _ y: Int, canvas: PixelSize) -> RenderItem {
    var item = self
    item.projection = projection.moved(by: Double(x), Double(y))
    item.canvas = canvas
    if case .canvasPixels(let texture, let left, let top) = content {
      item.content = .canvasPixels(texture, x: left + x, y: top + y)
    }
    return item
  }
}
