extension Mesh {
  /// Replaces every vertex, in order, by the result of `body` for it and its index. Faces stay.
  ///
  /// The vertices change in place, without a copy unless another mesh shares them. A result that is not finite ends the
  /// mapping: that vertex and those after it keep their old values, those before it have the new ones, and the mesh is
  /// valid. ``mappingVertices(_:)`` leaves the mesh unchanged.
  ///
  /// - Throws: ``MeshError/nonFinite(vertex:_:)`` for the first such result.
  @inlinable
  public mutating func mapVertices(_ body: (Vertex, Int) -> Vertex) throws(MeshError) {
    var fault: MeshError?
    withMutableVertices { buffer in
      for i in 0..<buffer.count {
        let vertex = body(buffer[i], i)
        guard vertex.isFinite else {
          fault = .nonFinite(vertex: i, vertex)
          return
        }
        buffer[i] = vertex
      }
    }
    if let fault { throw fault }
  }

  /// The mesh with every vertex replaced by the result of `body` for it and its index.
  ///
  /// - Throws: ``MeshError/nonFinite(vertex:_:)`` for the first result that is not finite.
  @inlinable
  public func mappingVertices(_ body: (Vertex, Int) -> Vertex) throws(MeshError) -> Mesh {
    var mesh = self
    try mesh.mapVertices(body)
    return mesh
  }

  /// Access to the vertices for inlined code, which must keep them finite; the setter is internal.
  @usableFromInline
  mutating func withMutableVertices(_ body: (UnsafeMutableBufferPointer<Vertex>) -> Void) {
    limitNormals = []
    vertices.withUnsafeMutableBufferPointer { body($0) }
  }
}
