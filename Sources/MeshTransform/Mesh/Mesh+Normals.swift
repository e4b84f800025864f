extension Mesh {
  /// A direction of unit length: x to the right, y down, z toward the viewer. Twelve packed bytes.
  public struct Normal: Hashable, Sendable, BitwiseCopyable {
    /// The components of the direction.
    public var x: Float, y: Float, z: Float

    /// A normal with these components.
    @inlinable public init(_ x: Float, _ y: Float, _ z: Float) { (self.x, self.y, self.z) = (x, y, z) }

    /// The direction toward the viewer, the normal of the identity mesh.
    public static let towardViewer = Normal(0, 0, 1)
  }

  /// The vertex normals: means of the normals of adjacent triangles, weighted by area.
  ///
  /// Areas and directions are measured in points, after depth normalization, for a layer whose bounds have `size`. A
  /// normal points to the front of the content, for any order of a face's indices: it is (0, 0, 1) for the identity and
  /// (0, 0, -1) where the mesh mirrors the content. A vertex without a triangle, or with triangles without area, has
  /// (0, 0, 1). A surface made by subdivision has its ``limitNormals`` instead.
  ///
  /// For faces that are not interpolated by triangles, the diagonal has no effect: each corner uses the triangle with
  /// its two neighbors, whose normal is that of the bilinear patch at the corner.
  ///
  /// - Complexity: O(V + F); about 16 ms for a million vertices in a release build.
  public func normals(inBoundsOf size: Size) -> [Normal] {
    var normals: [Normal] = []
    computeNormals(inBoundsOf: size, into: &normals)
    return normals
  }

  /// Writes ``normals(inBoundsOf:)`` into an array, whose memory is reused.
  package func computeNormals(inBoundsOf size: Size, into normals: inout [Normal]) {
    if normals.count != vertices.count {
      normals = [Normal](repeating: Normal(0, 0, 0), count: vertices.count)
    } else {
      normals.withUnsafeMutableBufferPointer { $0.update(repeating: Normal(0, 0, 0)) }
    }
    let scale = Self.relativeScale(size, depthNormalization)
    if limitNormals.count == vertices.count {
      // The cofactors of a scaling keep normals perpendicular to the surface.
      let factor = SIMD3(scale.y * scale.z, scale.z * scale.x, scale.x * scale.y)
      for (i, normal) in limitNormals.enumerated() {
        normals[i] = Normal(normal.x * factor.x, normal.y * factor.y, normal.z * factor.z).normalized
      }
      return
    }
    normals.withUnsafeMutableBufferPointer { normals in
      vertices.withUnsafeBufferPointer { vertices in
        let sum = NormalSum(
          normals: normals, vertices: vertices, scale: scale, hasDiagonals: faceInterpolation == .triangles)
        if let gridSize = storedFaces.gridSize { sum.addFaces(of: gridSize) } else { sum.add(faces) }
      }
      inParallel(normals.count, grainSize: 65_536) { range in
        for i in range { normals[i] = normals[i].normalized }
      }
    }
  }

  /// The face normals: means of the normals of both triangles, weighted by area, on the content's front.
  func faceNormals(inBoundsOf size: Size) -> [Normal] {
    let scale = Self.relativeScale(size, depthNormalization)
    return faces.map { face in
      let i = face.indices
      let (a, b, c, d) = (vertices[Int(i.x)], vertices[Int(i.y)], vertices[Int(i.z)], vertices[Int(i.w)])
      var normal = Self.normal(a, b, c, scale)
      normal.add(Self.normal(c, d, a, scale))
      return normal.normalized
    }
  }

  /// Points per unit in x, y and z, divided by the largest of them: preserves directions, and products of coordinates
  /// stay in range.
  package static func relativeScale(_ size: Size, _ normalization: DepthNormalization) -> SIMD3<Float> {
    let (x, y, z) = (abs(size.width), abs(size.height), abs(normalization.pointsPerUnit(for: size)))
    let largest = max(x, y, z)
    guard largest > 0, largest.isFinite else { return SIMD3(repeating: 1) }
    return SIMD3(Float(x / largest), Float(y / largest), Float(z / largest))
  }

  /// A triangle's cross product, of twice its area, on the front of the content.
  @inline(__always)
  fileprivate static func normal(_ p: Vertex, _ q: Vertex, _ r: Vertex, _ scale: SIMD3<Float>) -> Normal {
    let (ux, uy, uz) = ((q.toX - p.toX) * scale.x, (q.toY - p.toY) * scale.y, (q.toZ - p.toZ) * scale.z)
    let (vx, vy, vz) = ((r.toX - p.toX) * scale.x, (r.toY - p.toY) * scale.y, (r.toZ - p.toZ) * scale.z)
    // The sign of the triangle's area in the content makes the normal independent of the order of its corners.
    let content = (q.fromX - p.fromX) * (r.fromY - p.fromY) - (q.fromY - p.fromY) * (r.fromX - p.fromX)
    let sign: Float = content < 0 ? -1 : 1
    return Normal((uy * vz - uz * vy) * sign, (uz * vx - ux * vz) * sign, (ux * vy - uy * vx) * sign)
  }
}

/// Adds face normals to the normals of the corners.
private struct NormalSum {
  let normals: UnsafeMutableBufferPointer<Mesh.Normal>
  let vertices: UnsafeBufferPointer<Mesh.Vertex>
  let scale: SIMD3<Float>
  /// Whether faces are pairs of triangles.
  let hasDiagonals: Bool

  /// Adds the normals of all faces, in their order at each vertex.
  func add(_ faces: [Mesh.Face]) {
    faces.withUnsafeBufferPointer { faces in
      guard let partition = VertexPartition(faces, vertexCount: vertices.count) else {
        for face in faces { add(face, 0..<vertices.count) }
        return
      }
      inParallel(partition.count, grainSize: 1) { parts in
        for part in parts {
          let own = partition.vertices(of: part)
          partition.forEachFaceRange(of: part) { range in
            for i in range { add(faces[i], own) }
          }
        }
      }
    }
  }

  /// Adds the normals of a grid's faces like ``add(_:)``, without a list of them, which takes 32 bytes a face.
  func addFaces(of grid: GridSize) {
    inParallel(grid.rows + 1, grainSize: max(16, 16_384 / grid.columns)) { rows in
      let width = grid.columns + 1
      let own = rows.lowerBound * width..<rows.upperBound * width
      for row in max(0, rows.lowerBound - 1)..<min(grid.rows, rows.upperBound) {
        for column in 0..<grid.columns { add(Mesh.Face(ofGridWith: width, row, column), own) }
      }
    }
  }

  /// - `own`: the vertices that may be written; other threads write the others.
  @inline(__always)
  func add(_ face: Mesh.Face, _ own: Range<Int>) {
    let i = face.indices
    let (a, b) = (vertices[Int(i.x)], vertices[Int(i.y)])
    let (c, d) = (vertices[Int(i.z)], vertices[Int(i.w)])
    let isTriangle = i.x == i.y || i.y == i.z || i.z == i.w || i.w == i.x
    if !hasDiagonals, !isTriangle {
      if own.contains(Int(i.x)) { normals[Int(i.x)].add(Mesh.normal(d, a, b, scale)) }
      if own.contains(Int(i.y)) { normals[Int(i.y)].add(Mesh.normal(a, b, c, scale)) }
      if own.contains(Int(i.z)) { normals[Int(i.z)].add(Mesh.normal(b, c, d, scale)) }
      if own.contains(Int(i.w)) { normals[Int(i.w)].add(Mesh.normal(c, d, a, scale)) }
      return
    }
    let (first, second) = (Mesh.normal(a, b, c, scale), Mesh.normal(c, d, a, scale))
    if own.contains(Int(i.x)) { normals[Int(i.x)].add(first, second) }
    if own.contains(Int(i.y)) { normals[Int(i.y)].add(first) }
    if own.contains(Int(i.z)) { normals[Int(i.z)].add(first, second) }
    if own.contains(Int(i.w)) { normals[Int(i.w)].add(second) }
  }
}

extension Mesh.Normal {
  @inline(__always)
  fileprivate mutating func add(_ other: Mesh.Normal) {
    x += other.x
    y += other.y
    z += other.z
  }

  @inline(__always)
  fileprivate mutating func add(_ first: Mesh.Normal, _ second: Mesh.Normal) {
    x += first.x + second.x
    y += first.y + second.y
    z += first.z + second.z
  }

  /// The vector with unit length; toward the viewer if its direction is undefined or not representable.
  fileprivate var normalized: Mesh.Normal {
    // Division by the largest component first keeps the squares of small sums above zero.
    let largest = max(abs(x), abs(y), abs(z))
    guard largest > 0, largest.isFinite else { return .towardViewer }
    let (x, y, z) = (x / largest, y / largest, z / largest)
    let length = (x * x + y * y + z * z).squareRoot()
    return Mesh.Normal(x / length, y / length, z / length)
  }
}
