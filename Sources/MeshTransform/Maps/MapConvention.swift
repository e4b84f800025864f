/// The meaning of the two numbers that a map stores for each pixel.
///
/// Each program that writes maps has its own. ``PositionScale`` converts between all of them and pixels.
public struct MapConvention: Hashable, Sendable {
  /// The scale of positions in the picture to which they refer. Pixel i of w pixels is at:
  public enum Units: String, CaseIterable, Hashable, Sendable {
    /// i: whole numbers at pixel centers (OpenCV, FFmpeg).
    case pixels
    /// (i + ½) / w: 0...1 from edge to edge of the picture (ST maps, texture coordinates).
    case unit
    /// (2 i + 1) / w − 1: −1...1 from edge to edge (PyTorch's `grid_sample` with `align_corners=False`).
    case ndc
    /// 2 i / (w − 1) − 1: −1...1 between the centers of the outermost pixels (`align_corners=True`).
    case ndcCorners = "ndc-corners"
  }

  /// The edge of the picture at which y is least. The rows of a map itself are always from the top.
  public enum Origin: String, CaseIterable, Hashable, Sendable {
    /// y grows downward.
    case top
    /// y grows upward.
    case bottom
  }

  /// The channel that marks the pixels without a position by 0. NaN marks them in any convention.
  public enum Validity: String, CaseIterable, Hashable, Sendable {
    /// No channel.
    case none
    /// The alpha channel.
    case alpha
    /// The third channel.
    case blue
  }

  /// The scale of the numbers.
  public var units: Units
  /// The edge at which y is least.
  public var origin: Origin
  /// Whether the numbers are differences from the position of the pixel itself, in the same units.
  public var isRelative: Bool
  /// The planes between which the map leads.
  public var direction: CoordinateMap.Direction
  /// The channel that marks pixels without a position.
  public var validity: Validity

  /// A convention; OpenCV's where nothing is stated.
  public init(
    units: Units = .pixels, origin: Origin = .top, isRelative: Bool = false,
    direction: CoordinateMap.Direction = .canvasToContent, validity: Validity = .none
  ) {
    (self.units, self.origin, self.isRelative) = (units, origin, isRelative)
    (self.direction, self.validity) = (direction, validity)
  }

  /// The convention of OpenCV's `remap` and of ``CoordinateMap``.
  public static let openCV = MapConvention()
}

/// The stated parts of a map's convention; nil selects the default of the file's format.
public struct MapOverrides: Hashable, Sendable {
  /// The scale of the numbers.
  public var units: MapConvention.Units?
  /// The edge at which y is least.
  public var origin: MapConvention.Origin?
  /// The planes between which the map leads.
  public var direction: CoordinateMap.Direction?
  /// Whether the numbers are differences from the pixel's own position.
  public var isRelative: Bool?
  /// The channel that marks pixels without a position.
  public var validity: MapConvention.Validity?
  /// Whether whole numbers of pixels are taken for rounded positions, and smoothed within half a pixel.
  public var smoothsIntegerSteps: Bool

  /// The given parts; the others are those of the format.
  public init(
    units: MapConvention.Units? = nil, origin: MapConvention.Origin? = nil,
    direction: CoordinateMap.Direction? = nil, isRelative: Bool? = nil,
    validity: MapConvention.Validity? = nil, smoothsIntegerSteps: Bool = false
  ) {
    (self.units, self.origin, self.direction) = (units, origin, direction)
    (self.isRelative, self.validity) = (isRelative, validity)
    self.smoothsIntegerSteps = smoothsIntegerSteps
  }

  /// The overrides with the stated parts of others in place of their own.
  package func replaced(by others: MapOverrides) -> MapOverrides {
    MapOverrides(
      units: others.units ?? units, origin: others.origin ?? origin, direction: others.direction ?? direction,
      isRelative: others.isRelative ?? isRelative, validity: others.validity ?? validity,
      smoothsIntegerSteps: others.smoothsIntegerSteps || smoothsIntegerSteps)
  }
}
