import MeshTransform

/// The triangles of an item.
package struct ItemGeometry {
  package let topology: MeshTopology
  /// The triangles in the order of the mesh, for adjacency.
  package let list: TriangleList
  /// The triangles in the order in which they are drawn; the vertices of both lists are the same.
  package var triangles: TriangleList
  /// The vertices of the triangles on the canvas.
  package let projected: ProjectedVertices
  /// The corners of faces, for shaders that interpolate over whole faces; else nil.
  package let faces: FaceData?
}
