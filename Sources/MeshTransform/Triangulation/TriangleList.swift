/// The triangles of a mesh over the visible part of the content.
package struct TriangleList: Sendable {
  /// The mesh's vertices, then those made by clipping. If ``interpolation`` is not `triangles`: four for each drawable
  /// face, its corners in order, not shared with other faces.
  package internal(set) var vertices: [Mesh.Vertex]
  /// One for each vertex; empty if normals are not needed, or if ``lacksNormals``.
  package internal(set) var normals: [Mesh.Normal]
  /// Whether the normals are those of the mesh, and were not computed.
  package private(set) var lacksNormals = false
  /// One for each vertex; empty for factors of 1.
  package internal(set) var brightness: [Float]
  /// Three for each triangle.
  package var indices: [UInt32] { didSet { listedFaces = nil } }
  /// The faces whose triangles ``indices`` are, without clipping, reversal or reordering; nil for any other list.
  private var listedFaces: Mesh.FaceStorage?

  /// The interpolation of the content. `triangles` also for meshes in which the other modes give the same.
  package let interpolation: Mesh.FaceInterpolation
  /// Weights of the projective interpolation, one for each vertex, above 0: (from * weight, weight) is the homogeneous
  /// content point. Empty for other modes.
  package internal(set) var weights: [Float] = []
  /// Whether the triangles contain content points outside 0...1, which are transparent.
  package internal(set) var needsContentClip = false

  /// - `mesh`: nil for a flat face over the layer's bounds.
  /// - `size`: the size of the layer's bounds in points, for normals.
  /// - `lit`: whether to compute normals, and to make triangles run clockwise over the content (y down).
  /// - `shading`: flat shading uses one normal for all corners of a face, and none for triangles.
  /// - `defersNormals`: whether the normals of a grid may be left out, which are sums over its triangles.
  /// - `previous`: a list whose indices are shared if the mesh has the same faces. Changes no value.
  package init(
    _ mesh: Mesh?, inBoundsOf size: Size, lit: Bool, shading: Surface.Shading = .smooth,
    defersNormals: Bool = false, sharingWith previous: TriangleList? = nil
  ) {
    let mesh = mesh ?? .unitQuad
    let isUpright = mesh.faceInterpolation == .triangles && GridSize(mesh).map(mesh.hasUprightContent) == true
    let isInside = mesh.replicatesEdges || (isUpright && mesh.showsOnlyContent)
    let hasNormals = lit && shading == .smooth
    lacksNormals = hasNormals && defersNormals && isUpright && isInside && mesh.limitNormals.isEmpty
    let normals = hasNormals && !lacksNormals ? mesh.normals(inBoundsOf: size) : []
    if mesh.faceInterpolation == .triangles || mesh.isAffine(normals) {
      (vertices, self.normals, brightness) = (mesh.vertices, normals, mesh.brightness)
      interpolation = .triangles
      if let previous, previous.listedFaces == mesh.storedFaces {
        indices = previous.indices
      } else {
        indices = mesh.triangleIndices()
      }
      listedFaces = mesh.storedFaces
      if !isInside { clipToContent() }
    } else {
      (vertices, self.normals, brightness, indices) = ([], [], [], [])
      interpolation = mesh.faceInterpolation
      let faceNormals = lit && shading == .flat ? mesh.faceNormals(inBoundsOf: size) : []
      appendFaces(of: mesh, normals, faceNormals, inBoundsOf: size)
    }
    if lit, !isUpright { orient() }
  }

  /// A list of triangles between which the content is interpolated linearly.
  /// - `normals`, `brightness`: one for each vertex, or none.
  package init(
    vertices: [Mesh.Vertex], normals: [Mesh.Normal], brightness: [Float], indices: [UInt32]
  ) {
    (self.vertices, self.normals, self.brightness) = (vertices, normals, brightness)
    (self.indices, interpolation) = (indices, .triangles)
  }

  /// Shares the indices with a list of the same faces; no value changes.
  package mutating func shareIndices(with previous: TriangleList) {
    guard let faces = listedFaces, faces == previous.listedFaces else { return }
    indices = previous.indices
    listedFaces = faces
  }

  /// Releases the memory of all but the indices.
  package mutating func dropVertices() { (vertices, normals, brightness, weights) = ([], [], [], []) }

  /// Reverses triangles so that their corners run clockwise over the content (y down). Then the rasterizer's front face
  /// is the content's front, for any order of the indices.
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
  /// Whether both arrays share their memory, like unchanged copies.
  package func isInMemory(of other: [Element]) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { own in other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
      }
  }
}

extension Mesh {
  /// Whether the content of a grid has upright rows and columns in the order of the vertices, so that all triangles run
  /// clockwise over it (y down).
  fileprivate func hasUprightContent(_ grid: GridSize) -> Bool {
    let (width, vertices) = (grid.columns + 1, vertices)
    for column in 0..<grid.columns where vertices[column].fromX >= vertices[column + 1].fromX { return false }
    return !anyBlock(grid.rows + 1, of: max(1, 65_536 / width)) { rows in
      rows.contains { row in
        let first = row * width
        let y = vertices[first].fromY
        if row > 0, vertices[first - width].fromY >= y { return true }
        return (0..<width).contains { column in
          vertices[first + column].fromY != y || vertices[first + column].fromX != vertices[column].fromX
        }
      }
    }
  }

  /// Whether no vertex of a grid with upright content shows a point outside of it.
  fileprivate var showsOnlyContent: Bool {
    guard let first = vertices.first, let last = vertices.last else { return true }
    return first.fromX >= 0 && first.fromY >= 0 && last.fromX <= 1 && last.fromY <= 1
  }
}
