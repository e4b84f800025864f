extension Mesh {
  /// Appends a vertex. In a mesh with brightness, its brightness is 1.
  ///
  /// - Returns: its index.
  /// - Throws: ``MeshError/nonFinite(vertex:_:)``.
  @discardableResult
  public mutating func addVertex(_ vertex: Vertex) throws(MeshError) -> Int {
    guard vertex.isFinite else { throw .nonFinite(vertex: vertices.count, vertex) }
    vertices.append(vertex)
    if !brightness.isEmpty { brightness.append(1) }
    limitNormals = []
    return vertices.count - 1
  }

  /// Appends a face.
  ///
  /// - Returns: its index.
  /// - Throws: ``MeshError`` for invalid indices or creases.
  @discardableResult
  public mutating func addFace(_ face: Face) throws(MeshError) -> Int {
    try check(face, at: faces.count)
    faces.append(face)
    limitNormals = []
    return faces.count - 1
  }

  /// - Throws: ``MeshError/noSuchVertex(_:vertexCount:)``, ``MeshError/nonFinite(vertex:_:)``.
  public mutating func replaceVertex(at index: Int, with vertex: Vertex) throws(MeshError) {
    try checkVertexIndex(index)
    guard vertex.isFinite else { throw .nonFinite(vertex: index, vertex) }
    vertices[index] = vertex
    limitNormals = []
  }

  /// - Throws: ``MeshError/noSuchFace(_:faceCount:)``, and ``MeshError`` for an invalid face.
  public mutating func replaceFace(at index: Int, with face: Face) throws(MeshError) {
    try checkFaceIndex(index)
    try check(face, at: index)
    faces[index] = face
    limitNormals = []
  }

  /// Removes a vertex; the indices of later vertices in faces decrease by one.
  ///
  /// - Parameter removingFaces: whether the faces that use the vertex are removed as well.
  /// - Throws: ``MeshError/noSuchVertex(_:vertexCount:)``; ``MeshError/vertexInUse(vertex:faces:count:)`` if faces use
  ///   the vertex and `removingFaces` is false; nothing changes then.
  /// - Complexity: O(V + F).
  public mutating func removeVertex(at index: Int, removingFaces: Bool = false) throws(MeshError) {
    try checkVertexIndex(index)
    let removed = UInt32(index)
    if removingFaces {
      faces.removeAll { $0.uses(removed) }
    } else {
      let users = faces.indices.filter { faces[$0].uses(removed) }
      guard users.isEmpty else {
        throw .vertexInUse(vertex: index, faces: Array(users.prefix(10)), count: users.count)
      }
    }
    vertices.remove(at: index)
    if !brightness.isEmpty { brightness.remove(at: index) }
    limitNormals = []
    for i in faces.indices {
      let old = faces[i].indices
      faces[i].indices = old.replacing(with: old &- 1, where: old .> removed)
    }
  }

  /// - Throws: ``MeshError/noSuchFace(_:faceCount:)``.
  public mutating func removeFace(at index: Int) throws(MeshError) {
    try checkFaceIndex(index)
    faces.remove(at: index)
    limitNormals = []
  }

  private func checkVertexIndex(_ index: Int) throws(MeshError) {
    guard vertices.indices.contains(index) else {
      throw .noSuchVertex(index, vertexCount: vertices.count)
    }
  }

  private func checkFaceIndex(_ index: Int) throws(MeshError) {
    guard faces.indices.contains(index) else { throw .noSuchFace(index, faceCount: faces.count) }
  }

  private func check(_ face: Face, at position: Int) throws(MeshError) {
    if let error = face.error(at: position, vertexCount: vertices.count) { throw error }
    guard face.isDrawable else { throw .degenerateFaces([position], count: 1) }
  }
}

extension Mesh.Face {
  func uses(_ vertex: UInt32) -> Bool { any(indices .== SIMD4(repeating: vertex)) }
}
