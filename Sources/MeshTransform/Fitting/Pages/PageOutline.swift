/// The outline of a page in a photo: points read off its edges, in pixels of the photo from its top left corner, y down.
///
/// Two edges that face each other, or the four corners, are enough. Edges that are not given are straight.
public struct PageOutline: Hashable, Sendable {
  /// The edges of a page.
  public enum Edge: String, Hashable, Sendable, CaseIterable {
    /// The edge above the first line of text.
    case top
    /// The edge below the last line of text.
    case bottom
    /// The edge where lines begin, for text that runs to the right.
    case left
    /// The edge where lines end.
    case right

    /// The direction in which points follow each other.
    var direction: String {
      self == .top || self == .bottom ? "from left to right" : "from top to bottom"
    }
  }

  /// Points of the top and the bottom edge, from left to right: two or more, or none.
  public var top: [Point] = [], bottom: [Point] = []
  /// Points of the left and the right edge, from top to bottom: two or more, or none.
  public var left: [Point] = [], right: [Point] = []
  /// The corners: top left, top right, bottom right and bottom left. Empty where edges begin and end at them.
  public var corners: [Point] = []
  /// Points of lines of text, or of other lines of the page that are parallel to its top edge, from left to right: two or
  /// more each. They need not reach the edges.
  public var lines: [[Point]] = []

  /// An outline without points.
  public init() {}

  /// The most points of an edge or a line.
  public static let pointLimit = 1_000
  /// The most lines.
  public static let lineLimit = 50

  /// The points of an edge.
  public subscript(edge: Edge) -> [Point] {
    switch edge {
    case .top: top
    case .bottom: bottom
    case .left: left
    case .right: right
    }
  }
}

/// The four edges of a page, each with its corners at both ends, and its lines.
struct PageEdges: Sendable {
  let top: [SIMD2<Double>], bottom: [SIMD2<Double>], left: [SIMD2<Double>], right: [SIMD2<Double>]
  let lines: [[SIMD2<Double>]]

  /// - Throws: ``PageError`` for an outline that is no page.
  init(_ outline: PageOutline) throws(PageError) {
    try Self.check(outline)
    /// The corner at the ends of two edges, the mean of both where both are given.
    func corner(_ index: Int, _ ends: [(edge: PageOutline.Edge, isFirst: Bool)]) throws(PageError) -> Point {
      if !outline.corners.isEmpty { return outline.corners[index] }
      let places = ends.compactMap { end in
        end.isFirst ? outline[end.edge].first : outline[end.edge].last
      }
      guard !places.isEmpty else { throw .corner(PageError.Corner.allCases[index]) }
      return places.reduce(.zero, +) / Double(places.count)
    }
    let corners = [
      try corner(0, [(.top, true), (.left, true)]), try corner(1, [(.top, false), (.right, true)]),
      try corner(2, [(.bottom, false), (.right, false)]), try corner(3, [(.bottom, true), (.left, false)]),
    ].map(\.vector)
    /// An edge between two corners; given ends that are the corners' own are not repeated.
    func edge(_ edge: PageOutline.Edge, _ start: Int, _ end: Int) throws(PageError) -> [SIMD2<Double>] {
      var points = outline[edge].map(\.vector)
      if outline.corners.isEmpty, !points.isEmpty {
        points.removeFirst()
        points.removeLast()
      }
      points =
        [corners[start]] + points.filter { $0 != corners[start] && $0 != corners[end] } + [corners[end]]
      let whole = points[points.count - 1] - points[0]
      guard whole.lengthSquared > 0 else { throw .point(edge) }
      return points
    }
    top = try edge(.top, 0, 1)
    right = try edge(.right, 1, 2)
    bottom = try edge(.bottom, 3, 2)
    left = try edge(.left, 0, 3)
    lines = outline.lines.map { $0.map(\.vector) }
    try Self.checkOrder(corners)
  }

  init(
    top: [SIMD2<Double>], bottom: [SIMD2<Double>], left: [SIMD2<Double>], right: [SIMD2<Double>],
    lines: [[SIMD2<Double>]]
  ) {
    (self.top, self.bottom, self.left, self.right, self.lines) = (top, bottom, left, right, lines)
  }

  /// The page whose columns are the rows of this one, in a photo that is mirrored at its diagonal.
  var transposed: PageEdges {
    func turned(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] { points.map { SIMD2($0.y, $0.x) } }
    // Its lines would be columns.
    return PageEdges(
      top: turned(left), bottom: turned(right), left: turned(top), right: turned(bottom), lines: [])
  }

  /// At most 200 points of each edge and 20 of each line, evenly chosen with both ends: more say little more about a smooth page.
  var thinned: PageEdges {
    func thinned(_ points: [SIMD2<Double>], _ limit: Int) -> [SIMD2<Double>] {
      guard points.count > limit else { return points }
      return (0..<limit).map { points[$0 * (points.count - 1) / (limit - 1)] }
    }
    return PageEdges(
      top: thinned(top, 200), bottom: thinned(bottom, 200), left: thinned(left, 200),
      right: thinned(right, 200),
      lines: lines.map { thinned($0, 20) })
  }

  private static func check(_ outline: PageOutline) throws(PageError) {
    for edge in PageOutline.Edge.allCases {
      let points = outline[edge]
      guard points.count != 1, points.count <= PageOutline.pointLimit else {
        throw .count(edge.rawValue, points.count)
      }
      if let fault = points.firstIndex(where: { !$0.isFinite }) { throw .notFinite(edge.rawValue, fault) }
    }
    guard outline.corners.isEmpty || outline.corners.count == 4 else {
      throw .corners(outline.corners.count)
    }
    if let fault = outline.corners.firstIndex(where: { !$0.isFinite }) { throw .notFinite("corners", fault) }
    guard outline.lines.count <= PageOutline.lineLimit else { throw .lines(outline.lines.count) }
    for (index, line) in outline.lines.enumerated() {
      let name = "line \(index + 1)"
      guard line.count >= 2, line.count <= PageOutline.pointLimit else { throw .count(name, line.count) }
      if let fault = line.firstIndex(where: { !$0.isFinite }) { throw .notFinite(name, fault) }
    }
  }

  /// - Parameter corners: top left, top right, bottom right and bottom left.
  private static func checkOrder(_ corners: [SIMD2<Double>]) throws(PageError) {
    /// The side of the line from a to b on which c lies.
    func side(_ a: Int, _ b: Int, _ c: Int) -> Double {
      (corners[b] - corners[a]).cross(corners[c] - corners[a])
    }
    func crosses(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Bool {
      side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
    }
    if crosses(0, 3, 1, 2) { throw .opposite(.top, .bottom) }
    if crosses(0, 1, 3, 2) { throw .opposite(.left, .right) }
    // Twice the area of the corners.
    let area = (corners[2] - corners[0]).cross(corners[3] - corners[1])
    if area < 0 { throw .mirrored }
    let longest = max((corners[2] - corners[0]).lengthSquared, (corners[3] - corners[1]).lengthSquared)
    guard area > 1e-6 * longest else { throw .flat }
  }
}
