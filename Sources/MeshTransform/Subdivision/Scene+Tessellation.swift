extension Scene {
  /// The scene with every mesh with ``Mesh/subdivisionSteps`` other than 0 replaced by the mesh to draw:
  /// ``Mesh/tessellated(steps:limit:)`` with these steps or, for -1, with the lowest number whose picture is within a
  /// quarter of a pixel of that of the next, under the transforms of its layer and its superlayers, perspective
  /// included, and the canvas's scale.
  ///
  /// - Inside a layer with a mesh, the pixels are those of that layer's texture.
  /// - Parts outside the picture count less with distance, parts at or behind the eye do not count.
  /// - The vertex limit ends automatic subdivision before the quarter of a pixel.
  /// - Layers that are hidden or have opacity 0 keep their control meshes.
  ///
  /// - Parameter limit: the largest number of vertices of each mesh.
  /// - Throws: ``LayerError`` with ``MeshError/subdivisionTooLarge(steps:vertices:limit:largestSteps:)`` for the first
  ///   mesh whose steps exceed the limit.
  public func tessellated(limit: Int = Mesh.vertexLimit) throws(LayerError) -> Scene {
    guard hasSubdivision else { return self }
    var result = self
    do throws(Tessellator.Failure) {
      try Tessellator(limit: limit, clamps: false)
        .tessellate(&result.layers, in: space(within: canvas.pixelArea), below: [])
    } catch {
      let path = LayerPath(error.path)
      throw LayerError(path: path, name: hasName(along: path) ? name(of: path) : nil, .mesh(error.error))
    }
    return result
  }

  /// Checks the sizes of the meshes that ``tessellated(limit:)`` would make, and makes none.
  ///
  /// - Throws: the error of ``tessellated(limit:)``.
  package func checkSubdivision(limit: Int = Mesh.vertexLimit) throws(LayerError) {
    guard hasSubdivision else { return }
    for (path, layer) in layersDepthFirst {
      guard let mesh = layer.mesh, mesh.subdivisionSteps > 0, isVisible(path) else { continue }
      do throws(MeshError) { try mesh.checkSubdivision(steps: mesh.subdivisionSteps, limit: limit) } catch {
        throw LayerError(path: path, name: hasName(along: path) ? name(of: path) : nil, .mesh(error))
      }
    }
  }

  /// Whether neither the layer nor a layer that contains it is hidden or transparent.
  private func isVisible(_ path: LayerPath) -> Bool {
    var path: LayerPath? = path
    while let some = path {
      if !self[some].mayBeVisible { return false }
      path = some.superlayer
    }
    return true
  }

  /// The same, with as many steps as the limit allows.
  ///
  /// - Parameter size: the size of the picture in pixels; nil for the whole plane.
  func smooth(within size: Size?, limit: Int) -> Scene {
    guard hasSubdivision else { return self }
    var result = self
    // Does not throw if it clamps.
    try? Tessellator(limit: limit, clamps: true)
      .tessellate(&result.layers, in: space(within: size), below: [])
    return result
  }

  /// Whether a mesh has subdivision steps.
  var hasSubdivision: Bool {
    // Without paths, for speed.
    var pending = [layers]
    while let siblings = pending.popLast() {
      for layer in siblings {
        if let mesh = layer.mesh, mesh.subdivisionSteps != 0 { return true }
        if !layer.sublayers.isEmpty { pending.append(layer.sublayers) }
      }
    }
    return false
  }

  private func space(within size: Size?) -> Tessellator.Space {
    Tessellator.Space(
      layers: LayerSpace(toCanvas: canvas.pointsToPixels), size: size, scale: canvas.scale)
  }
}

extension Canvas {
  /// The size of the picture in pixels; nil if it is not finite.
  var pixelArea: Size? {
    let size = Size(frame.size.width * scale, frame.size.height * scale)
    return size.width > 0 && size.height > 0 ? size : nil
  }
}

/// Refines the meshes of a tree of layers, each for its projection.
private struct Tessellator {
  let limit: Int
  /// Whether to reduce the steps to the limit instead of throwing.
  let clamps: Bool

  struct Failure: Error {
    let path: [Int]
    let error: MeshError
  }

  /// The projection by a layer's superlayer.
  struct Space {
    let layers: LayerSpace
    /// The size of the picture in pixels; nil for the whole plane.
    let size: Size?
    /// Pixels per point at which meshes are rasterized.
    let scale: Double

    /// The space of the sublayers of a layer with this projection.
    func entering(_ layer: Layer, _ projection: LayerProjection) -> Space {
      guard layer.mesh != nil else {
        return Space(
          layers: LayerSpace(sublayersOf: layer, flattenedBy: projection), size: size, scale: scale)
      }
      let (bounds, scale) = (layer.bounds, layer.rasterScale(in: scale))
      let toPixels = Transform3D.translation(-bounds.minX, -bounds.minY, 0) * .scale(scale, scale, 1)
      let size = Size(bounds.size.width * scale, bounds.size.height * scale)
      return Space(
        layers: LayerSpace(sublayersOf: layer, toCanvas: toPixels),
        size: size.width > 0 && size.height > 0 ? size : nil, scale: scale)
    }
  }

  func tessellate(_ layers: inout [Layer], in space: Space, below path: [Int]) throws(Failure) {
    for i in layers.indices where layers[i].mayBeVisible {
      let layer = layers[i]
      let projection = space.layers.projection(of: layer)
      if let mesh = layer.mesh, mesh.subdivisionSteps != 0 {
        let view = TessellationView(unitToPixels: projection.unitToCanvas, size: space.size)
        do throws(MeshError) { layers[i].mesh = try tessellated(mesh, view) } catch {
          throw Failure(path: path + [i], error: error)
        }
      }
      guard !layer.sublayers.isEmpty else { continue }
      try tessellate(&layers[i].sublayers, in: space.entering(layer, projection), below: path + [i])
    }
  }

  private func tessellated(_ mesh: Mesh, _ view: TessellationView) throws(MeshError) -> Mesh {
    var steps = mesh.subdivisionSteps
    if steps == Mesh.automaticSubdivision {
      var (result, steps) = try mesh.automaticallySubdivided(in: view, limit: limit)
      result.addLimitNormals(control: mesh, steps: steps)
      return result
    }
    do throws(MeshError) { return try mesh.tessellated(steps: steps, limit: limit) } catch {
      guard clamps, case .subdivisionTooLarge(_, _, _, let largest) = error else { throw error }
      steps = largest
    }
    return try mesh.tessellated(steps: steps, limit: max(limit, mesh.vertices.count))
  }
}
