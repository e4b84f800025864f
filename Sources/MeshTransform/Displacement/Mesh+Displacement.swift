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
  /// A control mesh of subdivision is subdivided first. The faces are then divided, so that points between vertices move
  /// within a quarter of a pixel of the image's values: a grid gets more rows and columns, the sides of other faces get
  /// more parts. The mesh has at most 1,000,000 vertices; a finer image loses detail.
  /// - Parameters:
  ///   - image: stretched over the layer.
  ///   - layerSize: in points; a side of length 0 is not displaced along it.
  ///   - scale: pixels of the picture per point.
  /// - Throws: ``MeshError/nonFinite(vertex:_:)`` for a position that is too large;
  ///   ``MeshError/subdivisionTooLarge(steps:vertices:limit:largestSteps:)``.
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
    let surface = try smoothSurface(layerSize, scale: scale)
    return try surface.withFinerFaces(rows: rows, columns: columns, layerSize).mappingVertices { vertex, _ in
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

  /// The surface of a control mesh; other meshes stay as they are. An automatic number of steps is that of the mesh seen
  /// from the front and from the side at once.
  private func smoothSurface(_ layerSize: Size, scale: Double) throws(MeshError) -> Mesh {
    guard subdivisionSteps < 0 else { return try subdivided(steps: subdivisionSteps) }
    var toPixels = Transform3D.scale(
      layerSize.width * scale, layerSize.height * scale,
      depthNormalization.pointsPerUnit(for: layerSize) * scale)
    (toPixels.m31, toPixels.m32) = (toPixels.m33, toPixels.m33)
    return try automaticallySubdivided(
      in: TessellationView(unitToPixels: toPixels, size: nil), limit: Mesh.vertexLimit
    ).mesh
  }

  /// The mesh with faces no larger than those of a grid with that many rows and columns over the content. The limit of
  /// vertices has precedence.
  ///
  /// A grid stays one, with a multiple of its own rows and columns, and vertices between its own by bilinear
  /// interpolation.
  func withFinerFaces(rows: Int, columns: Int, _ layerSize: Size) -> Mesh {
    if brightness.isEmpty, let (grid, vertices) = gridRows, grid.faces > 1 || isAffine([]) {
      return withFinerGrid(grid, vertices, rows: rows, columns: columns)
    }
    var largest = SIMD2<Float>.zero
    for face in faces {
      let corners = (0..<4).map { vertices[Int(face.indices[$0])].from }
      let low = pointwiseMin(pointwiseMin(corners[0], corners[1]), pointwiseMin(corners[2], corners[3]))
      let high = pointwiseMax(pointwiseMax(corners[0], corners[1]), pointwiseMax(corners[2], corners[3]))
      largest = pointwiseMax(largest, high - low)
    }
    let parts = largest * SIMD2(Float(columns), Float(rows))
    // Rounding errors of a mesh that is fine enough add no part.
    let count = Int(clamping: Double(parts.max() - 1e-3).rounded(.up))
    return FaceSplitter(self, count: count, layerSize: layerSize, limit: Mesh.vertexLimit).split()
  }

  /// The size and the vertices, row by row, of a grid whose vertices are stored by rows or by columns; nil for other
  /// meshes.
  private var gridRows: (size: GridSize, vertices: [Vertex])? {
    if let size = GridSize(self) { return (size, vertices) }
    // Faces of a grid by columns are those of a grid by rows in the opposite direction.
    var byColumns = self
    byColumns.faces = faces.map { face in
      let i = face.indices
      return Face(SIMD4(i.x, i.w, i.z, i.y), creases: face.creases)
    }
    guard let size = GridSize(byColumns) else { return nil }
    let grid = GridSize(rows: size.columns, columns: size.rows)
    let byRows = (0...grid.rows).flatMap { row in
      (0...grid.columns).map { column in vertices[column * (grid.rows + 1) + row] }
    }
    return (grid, byRows)
  }

  private func withFinerGrid(_ grid: GridSize, _ vertices: [Vertex], rows: Int, columns: Int) -> Mesh {
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
