import RenderGraph

/// A tile of the canvas that has been drawn, and what is missing until it can be read.
struct DrawnTile {
  let tile: PixelRect
  /// The edge tiles that are not yet copied into it; nil for none.
  let edgeTiles: PendingResolve?
  /// The sample weights of a tile with several samples everywhere; nil where all samples count equally.
  let weights: EdgeWeights?
}
