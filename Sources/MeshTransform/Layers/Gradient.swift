/// A gradient, as in Core Animation's gradient layers.
///
/// The colors of the first and the last stop continue beyond them.
public struct Gradient: Hashable, Sendable {
  /// The course of the colors.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Along the line from `start` to `end`, constant across it in the unit space.
    case axial
    /// From `start` outward. `end` is a corner of the bounding box of the ellipse of the last color.
    case radial
  }

  /// A color at a location between start and end.
  public struct Stop: Hashable, Sendable {
    /// The fraction of the way from start to end, 0...1.
    public var location: Double
    /// The color at the location.
    public var color: Color

    /// The properties, in the order of scene files.
    package static let properties: [Property<Stop>] = [
      Property(
        "location", .number(\.location, NumberRange(0...1)), "the fraction of the way from start to end"),
      Property("color", .color(\.color), "the color at the location"),
    ]

    /// A color at a location, 0...1.
    public init(_ location: Double, _ color: Color) { (self.location, self.color) = (location, color) }
  }

  /// The course of the colors. Default axial.
  public var kind: Kind
  /// Unit space of the filled area, y down; values beyond 0...1 are allowed. Default (0.5, 0), the middle of the top
  /// edge.
  public var start: Point
  /// Unit space of the filled area. Default (0.5, 1), the middle of the bottom edge.
  public var end: Point
  /// Nondecreasing locations. Two stops at one location make an edge.
  public var stops: [Stop]

  /// The properties except the stops, in the order of scene files.
  package static let properties: [Property<Gradient>] = [
    Property("type", .choice(\.kind), "the shape of the gradient"),
    Property(
      "start", .point(\.start, .unitCoordinates),
      "the position of the first color, in unit space: [0, 0] is the upper left corner of the filled area, [1, 1] the lower right "
        + "one"),
    Property("end", .point(\.end, .unitCoordinates), "the position of the last color, in unit space"),
  ]

  /// A gradient with the given values; the others have their defaults.
  public init(
    _ kind: Kind = .axial, start: Point = Point(0.5, 0), end: Point = Point(0.5, 1), stops: [Stop]
  ) {
    (self.kind, self.start, self.end, self.stops) = (kind, start, end, stops)
  }
}

extension Gradient {
  /// The location of a point of the unit space: 0 at start, 1 at end, below 0 or above 1 beyond them.
  ///
  /// A gradient without extent has location 1 everywhere.
  public func location(at point: Point) -> Double {
    let (x, y) = (point.x - start.x, point.y - start.y)
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    switch kind {
    case .axial:
      let square = dx * dx + dy * dy
      return square > 0 ? (x * dx + y * dy) / square : 1
    case .radial:
      guard dx != 0, dy != 0 else { return 1 }
      return ((x / dx) * (x / dx) + (y / dy) * (y / dy)).squareRoot()
    }
  }

  /// The color at a location, 0...1 from start to end; clear without stops.
  ///
  /// Between two stops the premultiplied channels are interpolated linearly, so that a color that fades to clear does
  /// not turn gray.
  public func color(at location: Double) -> Color {
    guard let next = stops.firstIndex(where: { $0.location > location }) else {
      return stops.last?.color ?? .clear
    }
    guard next > 0 else { return stops[0].color }
    let (a, b) = (stops[next - 1], stops[next])
    let fraction = (location - a.location) / (b.location - a.location)
    let alpha = a.color.alpha + fraction * (b.color.alpha - a.color.alpha)
    guard alpha > 0 else { return .clear }
    func channel(_ path: KeyPath<Color, Double>) -> Double {
      let (first, second) = (a.color[keyPath: path] * a.color.alpha, b.color[keyPath: path] * b.color.alpha)
      return (first + fraction * (second - first)) / alpha
    }
    return Color(red: channel(\.red), green: channel(\.green), blue: channel(\.blue), alpha: alpha)
  }

  /// The color at a point of the unit space.
  public func color(at point: Point) -> Color { color(at: location(at: point)) }

  /// The gradient as an image, sampled at the center of each pixel.
  /// - Precondition: `size` has at least one pixel.
  public func image(size: PixelSize, depth: Image.Depth = .eight) -> Image {
    let largest = Double(depth.largestValue)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(depth.bytesPerPixel * size.area)
    func append(_ channel: Double) {
      let value = UInt16(clamping: min(max(channel * largest, 0), largest).rounded())
      if depth == .eight { bytes.append(UInt8(value)) } else { withUnsafeBytes(of: value) { bytes += $0 } }
    }
    for y in 0..<size.height {
      for x in 0..<size.width {
        let unit = Point((Double(x) + 0.5) / Double(size.width), (Double(y) + 0.5) / Double(size.height))
        let color = color(at: unit)
        for channel in [color.red, color.green, color.blue] { append(channel * color.alpha) }
        append(color.alpha)
      }
    }
    let isOpaque = stops.allSatisfy { $0.color.alpha >= 1 } && !stops.isEmpty
    return Image(size: size, alpha: isOpaque ? .opaque : .premultiplied, depth: depth, bytes: bytes)
  }
}

extension Gradient.Kind: NamedValue {
  package var summary: String {
    switch self {
    case .axial: "along the line from start to end"
    case .radial:
      "ellipses around start; the one with the last color has the radii |end.x - start.x| and |end.y - start.y|"
    }
  }
}
