import MeshTransform

/// The triangles of a bent surface, to find those that touch another surface. The value of each box is the steepness of its
/// triangle. Triangles that reach behind the eye or are seen edge-on are left out.
struct TriangleTree {
  private let faces: [Mesh.Face]
  /// The vertices: x and y in canvas pixels, depth in points; w is 0 behind the eye.
  private let points: [SIMD4<Double>]
  private let boxes: BoxTree

  init(_ faces: [Mesh.Face], _ points: [SIMD4<Double>]) {
    (self.faces, self.points) = (faces, points)
    boxes = BoxTree(2 * faces.count) { number in
      Self.triangle(number, faces, points).map { BoxTree.Node($0.low, $0.high, value: $0.steepness) }
    }
  }

  /// A triangle by its number: twice the face's, plus 0 for corners 0-1-2 and 1 for 2-3-0.
  @inline(__always)
  private static func triangle(
    _ number: Int, _ faces: [Mesh.Face], _ points: [SIMD4<Double>]
  ) -> ProjectedTriangle? {
    let corners = faces[number / 2].triangle(number % 2)
    let (a, b, c) = (points[corners.0], points[corners.1], points[corners.2])
    guard a.w * b.w * c.w > 0 else { return nil }
    let triangle = ProjectedTriangle(a.xyz, b.xyz, c.xyz)
    return triangle.area > ProjectedTriangle.negligibleArea ? triangle : nil
  }

  private func triangle(at place: Int) -> ProjectedTriangle {
    guard let triangle = Self.triangle(boxes.number(at: place), faces, points) else {
      preconditionFailure("a tree has drawable triangles only")
    }
    return triangle
  }

  /// Whether a triangle lies in the plane of a flat surface, within its bounds on the canvas and in depth.
  /// - `work`: the nodes that may be visited.
  func hasTriangle(
    in plane: (slope: SIMD2<Double>, offset: Double), _ low: SIMD3<Double>, _ high: SIMD3<Double>,
    tolerance: Double, work: inout Int
  ) -> Bool {
    func isInPlane(_ p: SIMD3<Double>) -> Bool {
      abs(p.z - plane.slope.x * p.x - plane.slope.y * p.y - plane.offset) <= tolerance
    }
    /// Whether a point of the box may lie in the plane.
    func reachesPlane(_ node: BoxTree.Node) -> Bool {
      let (middle, reach) = ((node.low + node.high) / 2, (node.high - node.low) / 2)
      let distance = middle.z - plane.slope.x * middle.x - plane.slope.y * middle.y - plane.offset
      let most = reach.z + abs(plane.slope.x) * reach.x + abs(plane.slope.y) * reach.y
      return abs(distance) <= most + 2 * tolerance
    }
    let outcome = boxes.search(&work) { node in
      node.overlaps(low, high) && reachesPlane(node)
    } _: { number in
      guard let triangle = Self.triangle(number, faces, points) else { return false }
      let corners = triangle.corners
      return isInPlane(corners.0) && isInPlane(corners.1) && isInPlane(corners.2)
        && triangle.overlaps(low, high)
    }
    return outcome == .ended
  }

  /// The steepness of the steepest triangle that touches one of another surface; nil where none does.
  ///
  /// Both trees are searched at once, from the roots down.
  /// - `tolerance`: the difference in points of depth up to which two surfaces touch.
  /// - `work`: the pairs of nodes and of triangles that may be visited. Once it is used up, the result is that of the pairs
  ///   visited before.
  func steepnessOfContact(with other: TriangleTree, tolerance: Double, work: inout Int) -> Double? {
    if boxes.isEmpty || other.boxes.isEmpty { return nil }
    let margin = SIMD3(0, 0, tolerance)
    var steepest: Double?
    var waiting = [(boxes.rootPosition, other.boxes.rootPosition)]
    while let (first, second) = waiting.popLast() {
      let (own, theirs) = (boxes.node(at: first), other.boxes.node(at: second))
      guard own.value > steepest ?? -1, own.overlaps(theirs.low, theirs.high, margin: margin) else {
        continue
      }
      guard work > 0 else { break }
      work -= 1
      if first.level == 0, second.level == 0 {
        for place in boxes.children(of: first) {
          let triangle = triangle(at: place)
          guard triangle.steepness > steepest ?? -1,
            theirs.overlaps(triangle.low, triangle.high, margin: margin)
          else { continue }
          let isTouched = other.boxes.children(of: second).contains {
            work -= Self.workOfPair
            return other.triangle(at: $0).lies(on: triangle, tolerance)
          }
          if isTouched { steepest = triangle.steepness }
        }
      } else if first.level >= second.level {
        // The steepest last, so that it comes next.
        let children = boxes.children(of: first).map { BoxTree.Position(level: first.level - 1, index: $0) }
        for child in children.sorted(by: { boxes.node(at: $0).value < boxes.node(at: $1).value }) {
          waiting.append((child, second))
        }
      } else {
        for child in other.boxes.children(of: second) {
          waiting.append((first, BoxTree.Position(level: second.level - 1, index: child)))
        }
      }
    }
    return steepest
  }

  /// The work of comparing two triangles.
  private static let workOfPair = 4
}

extension Mesh.Face {
  /// The corners of triangle 0 (0-1-2) or 1 (2-3-0).
  fileprivate func triangle(_ number: Int) -> (Int, Int, Int) {
    number == 0
      ? (Int(indices.x), Int(indices.y), Int(indices.z)) : (Int(indices.z), Int(indices.w), Int(indices.x))
  }
}

extension SIMD4<Double> {
  fileprivate var xyz: SIMD3<Double> { SIMD3(x, y, z) }
}
