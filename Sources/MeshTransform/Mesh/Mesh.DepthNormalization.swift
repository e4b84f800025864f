extension Mesh {
  /// The number of points per unit of `to.z`, as a function of the layer's bounds.
  public enum DepthNormalization: String, CaseIterable, Hashable, Sendable {
    /// The case names the length of one unit: a point, a side of the bounds, the shorter or the longer side,
    /// or their mean.
    case none, width, height, min, max, average

    /// Points per unit of z for bounds of `size` points: 1 for `none`, `(width + height) / 2` for `average`.
    public func pointsPerUnit(for size: Size) -> Double {
      switch self {
      case .none: 1
      case .width: size.width
      case .height: size.height
      case .min: Swift.min(size.width, size.height)
      case .max: Swift.max(size.width, size.height)
      case .average: (size.width + size.height) / 2
      }
    }
  }
}

extension Mesh.DepthNormalization: NamedValue {
  package var summary: String {
    switch self {
    case .none: "one unit of z is one point"
    case .width: "one unit of z is the layer's width"
    case .height: "one unit of z is the layer's height"
    case .min: "one unit of z is the shorter side of the layer"
    case .max: "one unit of z is the longer side of the layer"
    case .average: "one unit of z is the mean of the layer's width and height"
    }
  }
}
