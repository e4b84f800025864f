extension PointFit {
  /// A part of the content that a map shows from behind, between other parts.
  public struct Fold: Hashable, Sendable {
    /// The middle of its largest face, in pixels of the content.
    public let content: Point
    /// The share of the content that is folded, 0...0.5.
    public let share: Double
    /// The points nearest to it, by their indices in a list: at most three.
    public let points: [Int]
  }

  /// The fold of the map, by its mesh; nil where the map is one-to-one, also for one that mirrors all of the content.
  /// - Parameters:
  ///   - mesh: of ``mesh(canvasSize:limit:)``.
  ///   - points: those among which the nearest are named.
  public func fold(of mesh: Mesh, among points: [ControlPoint]) -> Fold? {
    var (front, back) = (0.0, 0.0)
    var largest: (front: (area: Double, face: Mesh.Face)?, back: (area: Double, face: Mesh.Face)?) = (
      nil, nil
    )
    for face in mesh.faces {
      let corners = (0..<4).map { mesh.vertices[Int(face.indices[$0])] }
      let content = Self.area(corners.map { SIMD2<Double>($0.from) })
      let canvas = Self.area(corners.map { SIMD2(Double($0.toX), Double($0.toY)) })
      let area = abs(content)
      if content * canvas > 0 {
        front += area
        if area > largest.front?.area ?? 0 { largest.front = (area, face) }
      } else if content * canvas < 0 {
        back += area
        if area > largest.back?.area ?? 0 { largest.back = (area, face) }
      }
    }
    // A face in the rounding errors of a border is no fold.
    let share = min(front, back) / (front + back)
    guard share > 1e-6, let face = (front < back ? largest.front : largest.back)?.face else { return nil }
    let middle = (0..<4).reduce(SIMD2<Double>.zero) {
      $0 + SIMD2<Double>(mesh.vertices[Int(face.indices[$1])].from) / 4
    }
    let place = middle * contentSize.vector
    let nearest = points.indices.sorted {
      (points[$0].content.vector - place).lengthSquared < (points[$1].content.vector - place).lengthSquared
    }
    return Fold(content: Point(place), share: share, points: Array(nearest.prefix(3)))
  }

  /// Twice the area of a face; positive where its corners run clockwise (y down).
  private static func area(_ corners: [SIMD2<Double>]) -> Double {
    (corners[2] - corners[0]).cross(corners[3] - corners[1])
  }
}
