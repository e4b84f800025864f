/// What is drawn of a mesh: triangles over the visible part of the content.
public struct TriangleList: Sendable {
  /// The mesh's vertices, and behind them those that clipping made.
  public internal(set) var vertices: [Mesh.Vertex]
  /// One for each vertex; empty when nothing is lit.
  public internal(set) var normals: [Mesh.Normal]
  /// Three a triangle.
  public var indices: [UInt32]

  /// - `mesh`: nil for a flat sheet over the layer's bounds.
  /// - `size`: of the layer's bounds in points; normals are measured there.
  /// - `lit`: with normals, and with triangles that run clockwise over the content (y down).
  public init(_ mesh: Mesh?, inBoundsOf size: Size, lit: Bool) {
    let mesh = mesh ?? .flatSheet
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
