import RenderGraph

/// Settings of a renderer that change how it draws and hardly what it draws, for tests and measurements.
struct Tuning: Sendable {
  /// Whether frames may wait to be drawn, as far as the device allows.
  var compilesAhead = true
  /// Share of the picture that may contain edges before all of it gets several samples; nil where the cost decides. A
  /// share of 1 has the edges of small pictures drawn apart.
  var edgeShare: Double?
  /// Selects the passes over render graphs that are applied.
  var usesPass: @Sendable (any GraphPass) -> Bool = { _ in true }
  /// Whether samples are weighted by area where an edge crosses a pixel, as far as the device allows.
  var weightsSamples = true
}
