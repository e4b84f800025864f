import MeshTransform

/// The size of a preview in pixels and in characters of the terminal.
struct ThumbnailSize: Hashable {
  let pixels: PixelSize
  let columns: Int, rows: Int

  private static let mostRows = 40
  /// The longest side in pixels: more would take long over a slow connection.
  private static let mostPixels = 1600

  /// The largest size within the terminal and 40 rows, not larger than the picture itself. A row is left for the prompt.
  init(of picture: PixelSize, in terminal: Terminal.Size) {
    let cell = terminal.cell ?? Terminal.Cell()
    let limit = (
      width: min(terminal.columns * cell.width, Self.mostPixels),
      height: min(max(1, min(Self.mostRows, terminal.rows - 1)) * cell.height, Self.mostPixels)
    )
    let scale = min(
      1, Double(limit.width) / Double(picture.width), Double(limit.height) / Double(picture.height))
    func scaled(_ side: Int, _ limit: Int) -> Int {
      min(max(1, Int(clamping: (Double(side) * scale).rounded())), limit)
    }
    pixels = PixelSize(scaled(picture.width, limit.width), scaled(picture.height, limit.height))
    columns = (pixels.width + cell.width - 1) / cell.width
    rows = (pixels.height + cell.height - 1) / cell.height
  }
}
