/// A flat page made of a photo of a bent one, by points of its outline.
///
/// ```swift
/// var outline = PageOutline()
/// outline.top = [Point(236, 118), Point(450, 72), Point(665, 112)]
/// outline.bottom = [Point(177, 668), Point(450, 638), Point(724, 664)]
/// let page = try PageFit(outline, photoSize: Size(900, 700))
/// layer.bounds.size = page.size
/// layer.mesh = try page.mesh(pageSize: page.size).mesh
/// ```
///
/// A sheet of paper does not stretch, and bends around one direction. Its shape in space, and the camera, follow from the outline,
/// and with them the length of the page along its bend: letters keep their width. Where no such sheet has the outline, the page
/// is a patch between its edges.
public struct PageFit: Sendable {
  /// The shapes of a page.
  public enum Model: String, Hashable, Sendable, CaseIterable {
    /// A sheet that is bent around one direction, in perspective: a general cylinder.
    case cylinder
    /// A patch between four curves, whose spaces along the curves are those of the photo.
    case coons
  }

  /// The model, and known values of the page and the camera.
  public struct Options: Hashable, Sendable {
    /// The shape; nil: a cylinder where the outline is that of one, within a pixel, or 0.3 % of the longer side
    /// of the photo.
    public var model: Model?
    /// The width of the page divided by its height, above 0; nil where it is not known.
    public var aspect: Double?
    /// The focal length in pixels of the photo, above 0; nil where it is not known.
    ///
    /// It is the focal length in millimeters, divided by the width of the sensor and multiplied by that of the photo. Cameras
    /// that are stated as of 35 mm have a sensor of 36 by 24 mm.
    public var focalLength: Double?
    /// The point of the photo on the camera's axis; nil is the center.
    public var center: Point?

    /// Options without values.
    public init() {}
  }

  /// The shape that was chosen.
  public let model: Model
  /// The width of the page divided by its height.
  public let aspect: Double
  /// The focal length in pixels of the photo; nil for a patch.
  public let focalLength: Double?
  /// The root mean square of the distances of the outline's points from the edges and lines of the nearest cylinder, in pixels of
  /// the photo; nil where no cylinder is near, and for a patch that the options ask for.
  public let error: Double?
  /// The largest one of these distances.
  public let worst: Double?
  /// The size of the page in pixels at which no edge has fewer of them than in the photo.
  public let size: Size

  private let photoSize: Size
  private let center: SIMD2<Double>
  /// In longer sides of the photo from the center.
  private let surface: any PageSurface
  private var unit: Double { Self.unit(photoSize) }

  private static func unit(_ size: Size) -> Double { max(size.width, size.height) }
  /// The largest distance from a cylinder in pixels, and as a share of the longer side of the photo.
  private static let tolerances = (pixels: 1.0, share: 0.003)
  private static let sides = 1.0...16_384

  /// - Parameter photoSize: pixels, above 0.
  /// - Throws: ``PageError`` with the edge or the point at fault.
  /// - Complexity: some milliseconds for a few dozen points; up to a second for thousands.
  public init(_ outline: PageOutline, photoSize: Size, _ options: Options = Options()) throws(PageError) {
    for (name, value) in [("aspect", options.aspect), ("the focal length", options.focalLength)] {
      if let value, !(value > 0 && value.isFinite) { throw .amount(name, value) }
    }
    for (name, value) in [("the photo's width", photoSize.width), ("its height", photoSize.height)]
    where !(value > 0 && value.isFinite) {
      throw .amount(name, value)
    }
    let unit = Self.unit(photoSize)
    let center = options.center?.vector ?? photoSize.vector / 2
    let edges = try PageEdges(outline).scaled(from: center, unit)
    // Lines that cannot be lines of the page would bend the page as well.
    if !edges.lines.isEmpty, let patch = CoonsPage(edges, aspect: options.aspect ?? edges.aspect) {
      _ = try StraightenedPage(patch, lines: edges.lines)
    }
    let cylinder = options.model == .coons ? nil : Self.cylinder(edges, options, unit)
    let (pixels, share) = Self.tolerances
    let isCylinder =
      cylinder.map { options.model == .cylinder || $0.error <= max(pixels / unit, share) } ?? false
    if options.model == .cylinder, cylinder == nil { throw .noCylinder }
    var surface: any PageSurface
    let aspect: Double
    if let cylinder, isCylinder {
      (model, surface, aspect) = (.cylinder, cylinder.surface, cylinder.aspect)
      focalLength = cylinder.focalLength * unit
    } else {
      // The aspect of a flat page with the same corners.
      let flat = Self.cylinder(edges.withoutPoints, options, unit)
      aspect = options.aspect ?? flat?.aspect ?? edges.aspect
      guard let patch = CoonsPage(edges, aspect: aspect) else {
        throw edges.cornerInside.map(PageError.inside) ?? .flat
      }
      (model, surface, focalLength) = (.coons, patch, nil)
    }
    (error, worst) = (cylinder.map { $0.error * unit }, cylinder.map { $0.worst * unit })
    if !edges.lines.isEmpty { surface = try StraightenedPage(surface, lines: edges.lines) }
    self.aspect = options.aspect ?? aspect
    (self.surface, self.photoSize, self.center) = (surface, photoSize, center)
    let (width, height) = edges.lengths
    let pageHeight = max(height, width / self.aspect) * unit
    let sides = [pageHeight * self.aspect, pageHeight].map {
      min(max($0.rounded(), Self.sides.lowerBound), Self.sides.upperBound)
    }
    size = Size(sides[0], sides[1])
  }

  /// The point of the photo that shows a place of the page, in pixels; nil for none.
  /// - Parameter place: shares of the width and the height of the page, 0...1 from its top left corner.
  public func photo(at place: Point) -> Point? {
    surface.photo(at: place.vector).map { Point($0 * unit + center) }
  }

  /// A flat mesh that shows the page upright and flat on a layer of its size, whose content is the photo; within a quarter
  /// of a pixel of the page or of the photo, whichever is larger at a place.
  /// - Parameters:
  ///   - pageSize: in pixels, above 0.
  ///   - limit: vertices.
  /// - Returns: the mesh, and the error in pixels that it keeps, more than a quarter where the limit of vertices asks for it.
  public func mesh(
    pageSize: Size, limit: Int = Mesh.vertexLimit
  ) throws(PageError) -> (mesh: Mesh, tolerance: Double) {
    let photo = photoSize.vector
    let map = PlaneMap(content: { place in
      surface.photo(at: place).map {
        (($0 * unit + center) / photo).clamped(
          lowerBound: SIMD2(repeating: -1e3), upperBound: SIMD2(repeating: 1e3))
      }
    })
    let pixels = [pageSize, photoSize].map { Size(min($0.width, 1e5), min($0.height, 1e5)) }
    do {
      return try map.mesh(PlaneMap.Resolution(canvas: pixels[0], content: pixels[1]), limit: limit)
    } catch { throw .mesh(error) }
  }

  private struct Cylinder {
    let surface: any PageSurface
    let aspect: Double, focalLength: Double, error: Double, worst: Double
  }

  /// The cylinder with rulings from top to bottom, or from left to right where those edges are curves that fit better.
  private static func cylinder(_ edges: PageEdges, _ options: Options, _ unit: Double) -> Cylinder? {
    var constraints = CylinderFit.Constraints(
      focalLength: options.focalLength.map { $0 / unit }, aspect: options.aspect, unit: unit)
    let upright = CylinderFit(edges, constraints).flatMap { fit in
      UnrolledPage(fit.page).map {
        Cylinder(
          surface: $0, aspect: $0.aspect, focalLength: fit.page.focalLength, error: fit.error,
          worst: fit.worst)
      }
    }
    guard edges.left.count > 2 || edges.right.count > 2 else { return upright }
    constraints.aspect = options.aspect.map { 1 / $0 }
    let across = CylinderFit(edges.transposed, constraints).flatMap { fit in
      UnrolledPage(fit.page).map {
        Cylinder(
          surface: TransposedPage(page: $0), aspect: 1 / $0.aspect, focalLength: fit.page.focalLength,
          error: fit.error, worst: fit.worst)
      }
    }
    guard let upright, let across else { return upright ?? across }
    return across.error < upright.error ? across : upright
  }
}

extension PageEdges {
  /// The edges in multiples of a length from a point.
  fileprivate func scaled(from center: SIMD2<Double>, _ unit: Double) -> PageEdges {
    func scaled(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] { points.map { ($0 - center) / unit } }
    return PageEdges(
      top: scaled(top), bottom: scaled(bottom), left: scaled(left), right: scaled(right),
      lines: lines.map(scaled))
  }

  /// The corner at which the outline turns back: it lies within the triangle of the others.
  fileprivate var cornerInside: PageError.Corner? {
    let corners = [top[0], top[top.count - 1], bottom[bottom.count - 1], bottom[0]]
    return corners.indices.first { index in
      let corner = corners[index]
      return (corner - corners[(index + 3) % 4]).cross(corners[(index + 1) % 4] - corner) <= 0
    }.map { PageError.Corner.allCases[$0] }
  }

  /// The corners alone.
  fileprivate var withoutPoints: PageEdges {
    func ends(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] { [points[0], points[points.count - 1]] }
    return PageEdges(top: ends(top), bottom: ends(bottom), left: ends(left), right: ends(right), lines: [])
  }

  /// The longer one of the edges across the page, and of those down.
  fileprivate var lengths: (width: Double, height: Double) {
    func length(_ points: [SIMD2<Double>]) -> Double {
      zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).lengthSquared.squareRoot() }
    }
    return (max(length(top), length(bottom)), max(length(left), length(right)))
  }

  fileprivate var aspect: Double { lengths.width / lengths.height }
}
