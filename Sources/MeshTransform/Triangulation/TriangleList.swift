/// What is drawn of a mesh: triangles over the visible part of the content.
package struct TriangleList: Sendable {
  /// The mesh's vertices, and behind them those that clipping made. Where ``interpolation`` is not by triangles, four
  /// for each face that draws, its corners in order, shared with no other face.
  package internal(set) var vertices: [Mesh.Vertex]
  /// One for each vertex; empty when nothing is lit.
  package internal(set) var normals: [Mesh.Normal]
  /// One for each vertex; empty when the content keeps its brightness.
  package internal(set) var brightness: [Float]
  /// Three a triangle.
  package var indices: [UInt32] { didSet { listedFaces = nil } }
  /// The faces whose triangles ``indices`` are, none cut, turned or moved; nil for any other list.
  private var listedFaces: [Mesh.Face]?

  /// How the content lies between corners. By triangles, too, when another way would show the same.
  package let interpolation: Mesh.FaceInterpolation
  /// Of the projective interpolation, one for each vertex, above 0: (from * weight, weight) is the homogeneous content
  /// point. Else empty.
  package internal(set) var weights: [Float] = []
  /// Whether content points outside 0...1, which are transparent, are still part of the triangles.
  package internal(set) var needsContentClip = false

  /// - `mesh`: nil for a flat sheet over the layer's bounds.
  /// - `size`: of the layer's bounds in points; normals are measured there.
  /// - `lit`: with normals, and with triangles that run clockwise over the content (y down).
  /// - `shading`: flat has one normal for all corners of a face, and none for triangles, whose own it is.
  /// - `previous`: a list whose indices are shared where the mesh has the very same faces, in the same memory: then
  ///   they need not be made again. It changes no value.
  package init(
    _ mesh: Mesh?, inBoundsOf size: Size, lit: Bool, shading: Surface.Shading = .smooth,
    sharingWith previous: TriangleList? = nil
  ) {
    let mesh = mesh ?? .unitQuad
    let normals = lit && shading == .smooth ? mesh.normals(inBoundsOf: size) : []
    if mesh.faceInterpolation == .triangles || mesh.isAffine(normals) {
      (vertices, self.normals, brightness) = (mesh.vertices, normals, mesh.brightness)
      interpolation = .triangles
      if let previous, let faces = previous.listedFaces, faces.isInMemory(of: mesh.faces) {
        indices = previous.indices
      } else {
        indices = mesh.triangleIndices()
      }
      listedFaces = mesh.faces
      if !mesh.replicatesEdges { clipToContent() }
    } else {
      (vertices, self.normals, brightness, indices) = ([], [], [], [])
      interpolation = mesh.faceInterpolation
      let faceNormals = lit && shading == .flat ? mesh.faceNormals(inBoundsOf: size) : []
      appendFaces(of: mesh, normals, faceNormals, inBoundsOf: size)
    }
    if lit { orient() }
  }

  /// A list of triangles between which the content is interpolated linearly.
  /// - `normals`, `brightness`: one for each vertex, or none.
  package init(
    vertices: [Mesh.Vertex], normals: [Mesh.Normal], brightness: [Float], indices: [UInt32]
  ) {
    (self.vertices, self.normals, self.brightness) = (vertices, normals, brightness)
    (self.indices, interpolation) = (indices, .triangles)
  }

  /// Lets go of the memory of all but the indices.
  package mutating func dropVertices() { (vertices, normals, brightness, weights) = ([], [], [], []) }

  /// Turns every triangle so that its corners run clockwise over the content (y down). Then the rasterizer's front
  /// face is the content's front, whatever the order of the indices was.
  package mutating func orient() {
    let needsReversal = anyBlock(indices.count / 3, of: 32_768) { range in
      range.contains(where: isCounterclockwise)
    }
    guard needsReversal else { return }
    for triangle in 0..<indices.count / 3 where isCounterclockwise(triangle) {
      indices.swapAt(3 * triangle + 1, 3 * triangle + 2)
    }
  }

  @inline(__always)
  private func isCounterclockwise(_ triangle: Int) -> Bool {
    let a = vertices[Int(indices[3 * triangle])].from
    let ab = vertices[Int(indices[3 * triangle + 1])].from - a
    let ac = vertices[Int(indices[3 * triangle + 2])].from - a
    return ab.x * ac.y - ab.y * ac.x < 0
  }
}

extension Array {
  /// Whether both are one and the same memory, as copies that nobody changed are.
  package func isInMemory(of other: [Element]) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { own in other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
      }
  }
}
