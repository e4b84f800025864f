import MeshTransform

/// What a user states about a map; nil leaves it to the format.
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

  /// Nothing stated, where nothing is given.
  public init(
    units: MapConvention.Units? = nil, origin: MapConvention.Origin? = nil,
    direction: CoordinateMap.Direction? = nil, isRelative: Bool? = nil,
    validity: MapConvention.Validity? = nil, smoothsIntegerSteps: Bool = false
  ) {
    (self.units, self.origin, self.direction) = (units, origin, direction)
    (self.isRelative, self.validity) = (isRelative, validity)
    self.smoothsIntegerSteps = smoothsIntegerSteps
  }

  /// The convention of a format, changed by what is stated.
  ///
  /// A PNG with differences in pixels is a flow as KITTI's, from the top and with blue as validity.
  public func convention(of format: MapFormat) -> MapConvention {
    let isFlow = format == .png && units == .pixels && isRelative == true
    let usual = isFlow ? MapConvention(validity: .blue) : format.convention
    return MapConvention(
      units: units ?? usual.units, origin: origin ?? usual.origin,
      isRelative: isRelative ?? usual.isRelative, direction: direction ?? usual.direction,
      validity: validity ?? usual.validity)
  }
}
