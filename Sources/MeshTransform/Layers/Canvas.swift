import CheckedNumbers

/// The part of the top-level layers' plane that is drawn.
public struct Canvas: Hashable, Sendable {
  /// Points, y down, z = 0.
  public var frame: Rect
  /// Pixels per point, above 0.
  public var scale: Double
  /// The color behind all layers. Default transparent.
  public var background: Color
  /// The color values for lighting, blending and averaging.
  public var blending: Blending
  /// How the top-level layers hide one another: in painter's order or by depth. Default automatic.
  public var depth: SublayerDepth

  /// A canvas with the given values; the others have their defaults.
  public init(
    frame: Rect, scale: Double = 1, background: Color = .clear, blending: Blending = .encoded,
    depth: SublayerDepth = .automatic
  ) {
    (self.frame, self.scale, self.background) = (frame, scale, background)
    (self.blending, self.depth) = (blending, depth)
  }

  /// The size of the picture: the frame in pixels, rounded up to whole pixels (an excess within rounding errors adds
  /// none), a side at least 1 and at most 2,147,483,647; 1 where a number is NaN.
  public var pixelSize: PixelSize {
    func pixels(_ points: Double) -> Int { max(1, Int(pixels: (points * scale - 1e-6).rounded(.up))) }
    return PixelSize(pixels(frame.size.width), pixels(frame.size.height))
  }
}

extension Canvas {
  /// The plane of the top-level layers to pixels of the picture; depth stays in points.
  public var pointsToPixels: Transform3D {
    .translation(-frame.minX, -frame.minY, 0) * .scale(scale, scale, 1)
  }
}
