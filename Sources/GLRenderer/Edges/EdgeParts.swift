import MeshTransform

/// The parts of a tile that hold edges, made ready: packed into targets, their triangles on the device. To be drawn before
/// others are made ready, whose triangles take the same buffer.
struct EdgeParts {
  let painter: EdgePainter
  /// What together all parts cover.
  let masked: [EdgePart]
  let tile: PixelRect
  let levels: [Level]
  /// Puts them into their places.
  let pass: PartsPass
  /// How samples are weighed; nil where all count alike.
  let coverage: CoverageTextures?
  /// Of a picture with several samples everywhere.
  let weights: EdgeWeights?
  let background: SIMD4<Float>

  /// Parts that are drawn alike.
  struct Level {
    /// The part of the tile that holds them, as fine as they are drawn; no larger than a viewport.
    let tile: PixelRect
    /// Each fills the target.
    let batches: [[EdgePart]]
    /// By stratum, drawable, batch of triangles and part, the indices in the buffer.
    var triangles: [[[[Range<Int>]]]] = []
  }

  /// Keeps everything from being drawn into the cells that will be drawn again, until depths are cleared: in the
  /// framebuffer that is bound, in which the tile is drawn with one sample a pixel.
  func mask() { if !masked.isEmpty { painter.maskPass.draw(masked, tile) } }

  /// - `target`: the framebuffer in which the tile has been drawn.
  /// - Returns: what is still to be put into its place.
  func draw(_ frame: Frame, over target: borrowing Framebuffer) throws(GLError) -> DrawnParts {
    try painter.draw(self, frame, over: target)
  }
}
