extension Displacement {
  /// The blur in pixels of the image.
  func blur(of image: Image, _ layerSize: Size) -> SIMD2<Double> {
    func pixels(_ count: Int, _ length: Double) -> Double {
      let pixels = blur * Double(count) / length
      return pixels.isFinite ? min(pixels, 4 * Double(count)) : 0
    }
    return SIMD2(pixels(image.size.width, layerSize.width), pixels(image.size.height, layerSize.height))
  }
}

extension Mesh {
  /// The mesh with each vertex moved by the image at the vertex's `from`: along the layer's x, y and z, after whatever
  /// the mesh does.
  ///
  /// A grid gets more rows and columns, so that points between its vertices move within a quarter of a pixel of the
  /// image's values. It has at most 1,000,000 vertices. Other meshes, and control meshes of subdivision, keep their
  /// vertices and lose the detail between them.
  /// - Parameters:
  ///   - image: stretched over the layer.
  ///   - layerSize: in points; a side of length 0 is not displaced along it.
  ///   - scale: pixels of the picture per point.
  /// - Throws: ``MeshError/nonFinite(vertex:_:)`` for a position that is too large.
  public func displaced(
    by displacement: Displacement, _ image: Image, layerSize: Size, scale: Double = 1
  ) throws(MeshError) -> Mesh {
    let map = DisplacementMap(image, blur: displacement.blur(of: image, layerSize))
    func share(_ points: Double, _ length: Double) -> Double { length > 0 ? points / length : 0 }
    let distances = SIMD3(displacement.x, displacement.y, displacement.z)
    let reach = SIMD3(
      share(distances.x, layerSize.width), share(distances.y, layerSize.height),
      share(distances.z, depthNormalization.pointsPerUnit(for: layerSize)))
    let (rows, columns) = map.grid(distances * scale, limit: Mesh.vertexLimit)
    return try withFinerGrid(rows: rows, columns: columns).mappingVertices { vertex, _ in
      var vertex = vertex
      let movement = map.movement(at: SIMD2(Double(vertex.from.x), Double(vertex.from.y))) * reach
      vertex.to += SIMD3<Float>(movement)
      return vertex
    }
  }

  /// A flat grid of one face, which a displacement makes as fine as it needs.
  package static var singleFace: Mesh {
    Mesh(
      unchecked: [SIMD2(0, 0), SIMD2(1, 0), SIMD2(0, 1), SIMD2(1, 1)].map {
        Vertex(from: $0, to: SIMD3($0, 0))
      },
      .grid(rows: 1, columns: 1), depthNormalization: .average)
  }

  /// A grid with that many rows and columns or more, multiples of its own, with vertices between its own by bilinear
  /// interpolation. Other meshes, and grids that would exceed the limit of vertices, stay as they are.
  func withFinerGrid(rows: Int, columns: Int) -> Mesh {
    guard subdivisionSteps == 0, brightness.isEmpty, let grid = GridSize(self) else { return self }
    let (down, across) = ((rows - 1) / grid.rows + 1, (columns - 1) / grid.columns + 1)
    let (newRows, newColumns) = (grid.rows * down, grid.columns * across)
    guard down > 1 || across > 1, (newRows + 1) * (newColumns + 1) <= Mesh.vertexLimit else { return self }
    func mixed(_ a: Vertex, _ b: Vertex, _ t: Float) -> Vertex {
      Vertex(from: a.from + (b.from - a.from) * t, to: a.to + (b.to - a.to) * t)
    }
    let width = grid.columns + 1
    var finer: [Vertex] = []
    finer.reserveCapacity((newRows + 1) * (newColumns + 1))
    for row in 0...newRows {
      let top = min(row / down, grid.rows - 1)
      let t = Float(row - top * down) / Float(down)
      for column in 0...newColumns {
        let left = min(column / across, grid.columns - 1)
        let s = Float(column - left * across) / Float(across)
        let first = top * width + left
        finer.append(
          mixed(
            mixed(vertices[first], vertices[first + 1], s),
            mixed(vertices[first + width], vertices[first + width + 1], s), t))
      }
    }
    var mesh = Mesh(
      unchecked: finer, .grid(rows: newRows, columns: newColumns),
      depthNormalization: depthNormalization)
    (mesh.replicatesEdges, mesh.faceInterpolation) = (replicatesEdges, faceInterpolation)
    return mesh
  }
}
