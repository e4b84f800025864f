extension Scene {
  /// The scene with every mesh with ``Mesh/subdivisionSteps`` other than 0 replaced by the mesh to draw:
  /// ``Mesh/tessellated(steps:limit:)`` with these steps or, for -1, with the lowest number whose picture is within a
  /// quarter of a pixel of that of the next, under the transforms of its layer and its superlayers, perspective
  /// included, and the canvas's scale.
  ///
  /// - Inside a layer with a mesh, the pixels are those of that layer's texture.
  /// - Parts outside the picture count less with distance, parts at or behind the eye do not count.
  /// - The vertex limit ends automatic subdivision before the quarter of a pixel.
  /// - Layers that cannot be visible keep their control meshes: hidden ones, those with opacity 0, and those inside a
  ///   layer whose back faces the viewer and is not to be seen.
  ///
  /// - Parameters:
  ///   - limit: the largest number of vertices of each mesh.
  ///   - totalFaces: the largest number of faces of all tessellated meshes.
  /// - Throws: ``LayerError`` with ``MeshError/subdivisionTooLarge(steps:vertices:limit:largestSteps:)`` for the first
  ///   mesh whose steps exceed the limit, or with ``MeshError/tooManyFacesInAll(_:limit:)``.
  public func tessellated(
    limit: Int = Mesh.vertexLimit, totalFaces: Int = .max
  ) throws(LayerError) -> Scene {
    try checkTotalFaces(totalFaces, limit: limit)
    var faces = 0
    return try tessellated(
      Tessellator(canvas, within: canvas.pixelArea) { (mesh, view) throws(MeshError) in
        let result = try mesh.tessellated(in: view, limit: limit)
        faces += result.faceCount
        guard faces <= totalFaces else { throw .tooManyFacesInAll(faces, limit: totalFaces) }
        return result
      })
  }

  /// Checks the sizes of the meshes that ``tessellated(limit:)`` would make, and makes none.
  ///
  /// - Throws: the error of ``tessellated(limit:)``.
  package func checkSubdivision(
    limit: Int = Mesh.vertexLimit, totalFaces: Int = .max
  ) throws(LayerError) {
    try checkTotalFaces(totalFaces, limit: limit)
    _ = try tessellated(
      Tessellator(canvas, within: nil) { (mesh, _) throws(MeshError) in
        if mesh.subdivisionSteps > 0 { try mesh.checkSubdivision(steps: mesh.subdivisionSteps, limit: limit) }
        return nil
      })
  }

  /// Checks the least number of faces after subdivision, before any are made.
  /// - `limit`: the largest number of vertices of each mesh. A mesh with more faces is refused by itself.
  private func checkTotalFaces(_ totalFaces: Int, limit: Int) throws(LayerError) {
    if totalFaces == .max { return }
    var faces = 0
    _ = try tessellated(
      Tessellator(canvas, within: nil) { (mesh, _) throws(MeshError) in
        guard 1..<16 ~= mesh.subdivisionSteps else { return nil }
        // Each step makes a face of every corner, of which a face has three or four.
        let own = 3 * (mesh.faceCount << (2 * (mesh.subdivisionSteps - 1)))
        faces += own <= limit ? own : 0
        guard faces <= totalFaces else { throw .tooManyFacesInAll(faces, limit: totalFaces) }
        return nil
      })
  }

  /// The scene with its meshes tessellated as ``tessellated(limit:)`` does, with as many steps as the limit allows.
  ///
  /// - Parameter size: the size of the picture in pixels; nil for the whole plane.
  func smooth(within size: Size?, limit: Int) -> Scene {
    // Throws for no scene that can be drawn.
    let tessellated = try? tessellated(
      Tessellator(canvas, within: size) { (mesh, view) throws(MeshError) in
        do throws(MeshError) { return try mesh.tessellated(in: view, limit: limit) } catch {
          guard case .subdivisionTooLarge(_, _, _, let steps) = error else { throw error }
          return try mesh.tessellated(steps: steps, limit: max(limit, mesh.vertices.count))
        }
      })
    return tessellated ?? self
  }

  /// Whether a mesh has subdivision steps.
  var hasSubdivision: Bool {
    // Without paths and copies of layers, for speed.
    var pending = [layers]
    while let siblings = pending.popLast() {
      for index in siblings.indices {
        if siblings[index].mesh.map({ $0.subdivisionSteps != 0 }) == true { return true }
        if !siblings[index].sublayers.isEmpty { pending.append(siblings[index].sublayers) }
      }
    }
    return false
  }

  private func tessellated(_ tessellator: Tessellator) throws(LayerError) -> Scene {
    guard hasSubdivision else { return self }
    var result = self
    do throws(Tessellator.Failure) { try tessellator.tessellate(&result.layers) } catch {
      let path = LayerPath(error.path)
      throw LayerError(path: path, name: hasName(along: path) ? name(of: path) : nil, .mesh(error.error))
    }
    return result
  }
}

extension Canvas {
  /// The size of the picture in pixels; nil if it is not finite.
  var pixelArea: Size? {
    let size = Size(frame.size.width * scale, frame.size.height * scale)
    return size.width > 0 && size.height > 0 ? size : nil
  }
}

extension Mesh {
  /// The mesh to draw for this control mesh: with its own steps, or those that the view needs.
  fileprivate func tessellated(in view: TessellationView, limit: Int) throws(MeshError) -> Mesh {
    guard subdivisionSteps == Self.automaticSubdivision else {
      return try tessellated(steps: subdivisionSteps, limit: limit)
    }
    var (result, steps) = try automaticallySubdivided(in: view, limit: limit)
    result.addLimitNormals(control: self, steps: steps)
    return result
  }
}
