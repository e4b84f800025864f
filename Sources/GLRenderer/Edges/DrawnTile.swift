import RenderGraph

/// A tile of the canvas that has been drawn. Its samples are not yet averaged, and its edge tiles are not yet copied.
struct DrawnTile {
  /// The pixels of the canvas.
  let area: PixelRect
  /// The edge tiles that are copied into the tile before it is read; nil for none.
  let edgeTiles: PendingResolve?
  /// The sample weights of a tile with several samples everywhere; nil where all samples count equally.
  let weights: EdgeWeights?
}
