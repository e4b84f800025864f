import MeshTransform

/// The triangles of an item.
package struct ItemGeometry {
  package let topology: MeshTopology
  /// The triangles in the order of the mesh, for adjacency.
  package let list: TriangleList
  /// The triangles in the order in which they are drawn.
  package let triangles: TriangleList
  /// The corners of faces, for shaders that interpolate over whole faces; else nil.
  package let faces: FaceData?
}
