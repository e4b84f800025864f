import MeshTransform

extension JSONReader {
  /// Triangles, `[a, b, c]` each, or their indices in a flat array.
  mutating func readTriangles() throws(DocumentError) -> [Mesh.Face] {
    var (faces, corners) = ([Mesh.Face](), [UInt32]())
    func add(_ index: UInt32) {
      corners.append(index)
      guard corners.count == 3 else { return }
      faces.append(Mesh.Face(corners[0], corners[1], corners[2], corners[2]))
      corners = []
    }
    try readArray("an array of triangles, [a, b, c] each") { reader, _ throws(DocumentError) in
      guard reader.isAtArray() else { return add(try reader.readVertexIndex()) }
      for index in try reader.readTriangle() { add(index) }
    }
    guard corners.isEmpty else {
      throw error("the triangles have \(3 * faces.count + corners.count) indices; use three for each")
    }
    return faces
  }

  private mutating func readVertexIndex() throws(DocumentError) -> UInt32 {
    UInt32(try readInteger(in: 0...Int(UInt32.max), "a vertex index"))
  }

  private mutating func readTriangle() throws(DocumentError) -> [UInt32] {
    var indices: [UInt32] = []
    try readArray("a triangle, [a, b, c]") { reader, index throws(DocumentError) in
      guard index < 3 else {
        throw reader.error("a triangle has three vertex indices; \"faces\" have four")
      }
      indices.append(try reader.readVertexIndex())
    }
    guard indices.count == 3 else {
      throw error("the triangle has \(indices.count) vertex indices; use three")
    }
    return indices
  }
}
