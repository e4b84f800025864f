import MeshTransform

/// The topologies of the last frame, by the number of vertices.
package struct MeshCache {
  private var spare: [Int: [MeshTopology]] = [:]
  private var used: [MeshTopology] = []
  private var squares: [Bool: (triangles: TriangleList, topology: MeshTopology)] = [:]
  private var nextKey = 0

  /// A topology that no other item of this frame uses.
  package mutating func topology(of mesh: Mesh) -> MeshTopology {
    let count = mesh.vertices.count
    let topology: MeshTopology
    if let known = spare[count]?.popLast() {
      topology = known
    } else {
      topology = MeshTopology(key: nextKey, vertexCount: count)
      nextKey += 1
    }
    used.append(topology)
    return topology
  }

  /// The unit square, which all items share.
  mutating func square(hasNormals: Bool) -> (triangles: TriangleList, topology: MeshTopology) {
    if let known = squares[hasNormals] { return known }
    let triangles = TriangleList(nil, inBoundsOf: Size(1, 1), lit: hasNormals)
    let made = (triangles, MeshTopology(key: hasNormals ? -2 : -1, vertexCount: 4))
    squares[hasNormals] = made
    return made
  }

  /// Discards the topologies that no item has used since the last call.
  package mutating func endFrame() {
    // The topology that was used first is last, so that it is reused first.
    spare = Dictionary(grouping: used.reversed(), by: \.vertexCount)
    used.removeAll(keepingCapacity: true)
  }
}

/// The connectivity of a mesh's triangles, kept from frame to frame, since most animations move vertices only.
package final class MeshTopology {
  /// The key of the mesh's buffers on the device; negative for the unit square.
  package let key: Int
  let vertexCount: Int
  /// The indices of the last frame, in the order of the mesh, so that the next list can share them.
  package var indices: TriangleList?
  private var known: (indices: [UInt32], neighbors: TriangleAdjacency)?
  private var outline: MeshBoundary?

  /// The first key of divided items; those of meshes are less.
  private static let firstDivided = 1 << 40

  init(key: Int, vertexCount: Int) { (self.key, self.vertexCount) = (key, vertexCount) }

  /// The topology of an item whose triangles are divided in this frame.
  /// - `number`: the number of the item, which no other divided item of the frame has.
  convenience init(divided number: Int, vertexCount: Int) {
    self.init(key: Self.firstDivided + number, vertexCount: vertexCount)
  }

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
