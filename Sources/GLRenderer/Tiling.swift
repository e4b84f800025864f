import MeshTransform

/// The rectangles in which a large canvas is drawn one after the other, so that the memory for samples and depth
/// stays bounded and no side passes what the GPU can draw at once.
struct Tiling {
  let canvas: PixelSize
  let tileSize: PixelSize

  /// A 4K frame and a little: 270 MB of color and depth at 4 samples.
  private static let area = 3840 * 2304

  /// - `limit`: pixels a side that a target may have.
  init(_ canvas: PixelSize, limit: Int) {
    self.canvas = canvas
    let width = min(canvas.width, limit, 8192)
    tileSize = PixelSize(width, min(canvas.height, limit, max(1, Tiling.area / width)))
  }

  var tiles: [PixelRect] {
    stride(from: 0, to: canvas.height, by: tileSize.height).flatMap { y in
      stride(from: 0, to: canvas.width, by: tileSize.width).map { x in
        PixelRect(
          x: x, y: y, width: min(tileSize.width, canvas.width - x),
          height: min(tileSize.height, canvas.height - y))
      }
    }
  }
}
