import MeshTransform

/// The connectivity of a mesh's triangles, kept from frame to frame, since most animations move vertices only.
package final class MeshTopology {
  /// The key of the mesh's buffers on the device; negative for the unit square.
  package let key: Int
  let vertexCount: Int
  /// The indices of the last frame, in the order of the mesh, so that the next list can share them.
  package var indices: TriangleList?
  private var known: (indices: [UInt32], neighbors: TriangleAdjacency)?
  private var outline: MeshBoundary?

  init(key: Int, vertexCount: Int) { (self.key, self.vertexCount) = (key, vertexCount) }

  /// The adjacency of a triangle list; computed only if the indices differ from those of the last call.
  /// - `list`: the triangles in any order; neighbors share vertices.
  package func neighbors(of list: TriangleList) -> TriangleAdjacency {
    if let known, known.indices.isInMemory(of: list.indices) { return known.neighbors }
    let neighbors = TriangleAdjacency(list.indices, vertexCount: list.vertices.count)
    (known, outline) = ((list.indices, neighbors), nil)
    return neighbors
  }

  /// Calls `body` with the boundary of a triangle list.
  /// - `list`: see ``neighbors(of:)``.
  package func withOutline<Value>(of list: TriangleList, _ body: (inout MeshBoundary) -> Value) -> Value {
    let neighbors = neighbors(of: list)
    var outline = outline ?? MeshBoundary(neighbors, list.indices)
    defer { self.outline = outline }
    return body(&outline)
  }
}

@available(*, unavailable) extension MeshTopology: Sendable {}
