import MeshTransform

/// What the GPU draws of a mesh: vertices, their normals when there is light, three indices a triangle.
struct TriangleList {
  var vertices: [Mesh.Vertex]
  /// One for each vertex; empty when nothing is lit.
  var normals: [Mesh.Normal]
  var indices: [UInt32]

  /// - `size`: of the layer's bounds in points; normals are measured there.
  init(_ mesh: Mesh, inBoundsOf size: Size, lit: Bool) {
    vertices = mesh.vertices
    normals = lit ? mesh.normals(inBoundsOf: size) : []
    indices = mesh.triangleIndices()
    if !mesh.replicatesEdges { clipToContent() }
    if lit { orient() }
  }

  /// Turns every triangle so that its corners run clockwise over the content (y down). Then the rasterizer's front
  /// face is the content's front, whatever the order of the indices was.
  private mutating func orient() {
    for start in stride(from: 0, to: indices.count, by: 3) {
      let a = vertices[Int(indices[start])].from
      let ab = vertices[Int(indices[start + 1])].from - a
      let ac = vertices[Int(indices[start + 2])].from - a
      if ab.x * ac.y - ab.y * ac.x < 0 { indices.swapAt(start + 1, start + 2) }
    }
  }
}
