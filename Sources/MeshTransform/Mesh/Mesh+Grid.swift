extension Mesh {
  /// The default limit for vertices, and for faces, of a new mesh: 2^20, enough for a grid of 1000 x 1000 faces.
  public static let vertexLimit = 1 << 20

  /// The identity mesh: a grid of `rows` x `columns` equal faces, which leaves the picture unchanged.
  ///
  /// Vertices are in rows from the top left: vertex `row * (columns + 1) + column`. A face lists its corners top left,
  /// top right, bottom right, bottom left. Depth is normalized by the average of width and height.
  ///
  /// - Parameter limit: the largest number of vertices; checked before allocation.
  /// - Throws: ``MeshError/emptyGrid(rows:columns:)``, ``MeshError/gridTooLarge(rows:columns:limit:)``.
  public static func grid(rows: Int, columns: Int, limit: Int = vertexLimit) throws(MeshError) -> Mesh {
    try grid(rows: rows, columns: columns, limit: limit) { SIMD3($0.x, $0.y, 0) }
  }

  /// A grid that maps each vertex `from`, a point of unit layer space, to the result of `to`.
  ///
  /// - Throws: as ``grid(rows:columns:limit:)``, and ``MeshError/nonFinite(vertex:_:)``.
  public static func grid(
    rows: Int, columns: Int, limit: Int = vertexLimit, to: (SIMD2<Float>) -> SIMD3<Float>
  ) throws(MeshError) -> Mesh {
    try checkGrid(rows: rows, columns: columns, limit: limit)
    let width = columns + 1
    var vertices: [Vertex] = []
    vertices.reserveCapacity(width * (rows + 1))
    for row in 0...rows {
      let y = Float(row) / Float(rows)
      for column in 0...columns {
        let from = SIMD2(Float(column) / Float(columns), y)
        let vertex = Vertex(from: from, to: to(from))
        guard vertex.isFinite else { throw .nonFinite(vertex: vertices.count, vertex) }
        vertices.append(vertex)
      }
    }
    return Mesh(
      unchecked: vertices, .grid(rows: rows, columns: columns), depthNormalization: .average)
  }

  /// Checks the size of a grid; indices have 32 bits.
  static func checkGrid(rows: Int, columns: Int, limit: Int) throws(MeshError) {
    guard rows > 0, columns > 0 else { throw .emptyGrid(rows: rows, columns: columns) }
    // `limit / (columns + 1)` cannot overflow, unlike the product.
    let limit = min(limit, Int(UInt32.max))
    guard rows < limit, columns < limit, rows + 1 <= limit / (columns + 1) else {
      throw .gridTooLarge(rows: rows, columns: columns, limit: limit)
    }
  }

  /// Generates every vertex and face from its index.
  ///
  /// - Parameter limit: the largest number of vertices, and of faces; checked before allocation.
  /// - Throws: ``MeshError/invalidCount(vertices:faces:limit:)``, and ``MeshError`` for invalid elements.
  public init(
    vertexCount: Int, faceCount: Int, depthNormalization: DepthNormalization = .none,
    subdivisionSteps: Int = 0, replicatesEdges: Bool = false,
    faceInterpolation: FaceInterpolation = .triangles, policy: ValidationPolicy = .strict,
    limit: Int = vertexLimit, vertex: (Int) -> Vertex, face: (Int) -> Face
  ) throws(MeshError) {
    guard vertexCount >= 0, faceCount >= 0, vertexCount <= limit, faceCount <= limit else {
      throw .invalidCount(vertices: vertexCount, faces: faceCount, limit: limit)
    }
    try self.init(
      vertices: (0..<vertexCount).map(vertex), faces: (0..<faceCount).map(face),
      depthNormalization: depthNormalization, subdivisionSteps: subdivisionSteps,
      replicatesEdges: replicatesEdges, faceInterpolation: faceInterpolation, policy: policy)
  }
}
