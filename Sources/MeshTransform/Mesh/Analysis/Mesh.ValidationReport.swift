extension Mesh {
  /// Errors and warnings for vertices and faces of a mesh.
  public struct ValidationReport: Hashable, Sendable {
    /// The errors in the order of the elements; at most `limit`.
    public let errors: [MeshError]
    /// The number of all errors, also beyond ``errors``.
    public let errorCount: Int
    /// Valid but unusual features.
    public let warnings: [Warning]

    /// Whether a mesh can be made.
    public var isValid: Bool { errorCount == 0 }
  }

  /// A valid but unusual feature: the first elements with it, and their number.
  public enum Warning: Hashable, Sendable, CustomStringConvertible {
    /// A mesh that draws nothing.
    case noFaces
    /// Faces without area in `to`, which draw nothing.
    case zeroAreaInTo([Int], count: Int)
    /// Faces without area in `from`, which show a line of the content.
    case zeroAreaInFrom([Int], count: Int)
    /// The first of the `count` vertices that no face uses.
    case unusedVertices([Int], count: Int)

    public var description: String {
      switch self {
      case .noFaces: "there are no faces, so nothing is drawn"
      case .zeroAreaInTo(let faces, let count):
        "\(list("faces", faces, count)) \(count == 1 ? "has" : "have") no area in `to` and "
          + "\(count == 1 ? "draws" : "draw") nothing"
      case .zeroAreaInFrom(let faces, let count):
        "\(list("faces", faces, count)) \(count == 1 ? "has" : "have") no area in `from` and "
          + "\(count == 1 ? "shows" : "show") a stretched line of the content"
      case .unusedVertices(let vertices, let count):
        "\(list("vertices", vertices, count)) \(count == 1 ? "belongs" : "belong") to no face"
      }
    }
  }

  /// Reports all errors in the elements of a mesh; an initializer stops at the first.
  ///
  /// Faces that share all vertices are allowed. Zero area has a tolerance of 1e-6 of the square of a triangle's longest
  /// side.
  ///
  /// - Parameter limit: the largest number of reported errors, and of elements named in a message.
  /// - Complexity: O(V + F).
  public static func validate(vertices: [Vertex], faces: [Face], limit: Int = 10) -> ValidationReport {
    var errors: [MeshError] = []
    var errorCount = 0
    func report(_ error: MeshError) {
      if errors.count < limit { errors.append(error) }
      errorCount += 1
    }
    for (i, vertex) in vertices.enumerated() where !vertex.isFinite { report(.nonFinite(vertex: i, vertex)) }
    var (degenerate, flatTo, flatFrom) = (Tally(limit), Tally(limit), Tally(limit))
    var isUsed = [Bool](repeating: false, count: vertices.count)
    for (i, face) in faces.enumerated() {
      if let error = face.error(at: i, vertexCount: vertices.count) {
        report(error)
        continue
      }
      for corner in 0..<4 { isUsed[Int(face.indices[corner])] = true }
      guard face.isDrawable else {
        degenerate.count(i)
        continue
      }
      if face.hasNoArea(in: vertices, { SIMD3($0.toX, $0.toY, $0.toZ) }) { flatTo.count(i) }
      if face.hasNoArea(in: vertices, { SIMD3($0.fromX, $0.fromY, 0) }) { flatFrom.count(i) }
    }
    if degenerate.total > 0 { report(.degenerateFaces(degenerate.named, count: degenerate.total)) }
    var unused = Tally(limit)
    for (i, used) in isUsed.enumerated() where !used { unused.count(i) }

    var warnings: [Warning] = []
    if faces.isEmpty { warnings.append(.noFaces) }
    if flatTo.total > 0 { warnings.append(.zeroAreaInTo(flatTo.named, count: flatTo.total)) }
    if flatFrom.total > 0 { warnings.append(.zeroAreaInFrom(flatFrom.named, count: flatFrom.total)) }
    if unused.total > 0 { warnings.append(.unusedVertices(unused.named, count: unused.total)) }
    return ValidationReport(errors: errors, errorCount: errorCount, warnings: warnings)
  }

  /// Counts elements and keeps the first of them.
  private struct Tally {
    private let limit: Int
    private(set) var named: [Int] = []
    private(set) var total = 0

    init(_ limit: Int) { self.limit = limit }

    mutating func count(_ index: Int) {
      if named.count < limit { named.append(index) }
      total += 1
    }
  }
}

extension Mesh.Face {
  /// Whether both triangles are collinear, up to rounding. False for coordinates that are not finite.
  func hasNoArea(in vertices: [Mesh.Vertex], _ position: (Mesh.Vertex) -> SIMD3<Float>) -> Bool {
    func corner(_ i: UInt32) -> SIMD3<Double> { SIMD3<Double>(position(vertices[Int(i)])) }
    func isFlat(_ p: SIMD3<Double>, _ q: SIMD3<Double>, _ r: SIMD3<Double>) -> Bool {
      let (u, v) = (q - p, r - p)
      let cross = SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
      let longest = max((u * u).sum(), (v * v).sum(), ((v - u) * (v - u)).sum())
      return (cross * cross).sum().squareRoot() <= 1e-6 * longest
    }
    let (a, b, c, d) = (corner(indices.x), corner(indices.y), corner(indices.z), corner(indices.w))
    return isFlat(a, b, c) && isFlat(c, d, a)
  }
}
