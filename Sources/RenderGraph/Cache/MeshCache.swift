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
