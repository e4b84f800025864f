import MeshTransform

/// The rectangles in which a large canvas is drawn one after the other, so that the memory for samples and depth
/// stays bounded and no side passes what the GPU can draw at once.
struct Tiling {
  let canvas: PixelSize
  let tileSize: PixelSize
  private let fineness: Int

  /// In fragments, a 4K frame and a little: 270 MB of color and depth at 4 samples.
  private static let area = 3840 * 2304

  /// - `limit`: fragments a side that a target may have.
  /// - `fineness`: fragments a side of each pixel.
  init(_ canvas: PixelSize, limit: Int, fineness: Int = 1) {
    (self.canvas, self.fineness) = (canvas, fineness)
    let side = max(1, min(limit, 8192) / fineness)
    let width = min(canvas.width, side)
    let rows = Tiling.area / (width * fineness * fineness)
    tileSize = PixelSize(width, min(canvas.height, max(1, limit / fineness), max(1, rows)))
  }

  var tiles: [PixelRect] {
    stride(from: 0, to: canvas.height, by: tileSize.height).flatMap { y in
      stride(from: 0, to: canvas.width, by: tileSize.width).map { x in
        PixelRect(
          x: x, y: y, width: min(tileSize.width, canvas.width - x),
          height: min(tileSize.height, canvas.height - y), fineness: fineness)
      }
    }
  }
}
