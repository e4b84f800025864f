import MeshTransform

/// The meshes of layers, and the exact maps in their place.
extension SceneBuilder {
  /// - Parameter content: the size of the content of the layer in pixels; nil is that of the layer.
  mutating func mesh(
    _ description: MeshDescription, layerSize: Size, content: PixelSize? = nil, offset: Int, at path: String
  ) throws(DocumentError) -> Mesh {
    var mesh: Mesh
    let displacement = try description.displacement.map { displacement throws(DocumentError) in
      (displacement.displacement, try map(displacement.image, at: path + ".displacement"))
    }
    switch description.source {
    case .grid: mesh = .singleFace
    case .inPlace(let given): mesh = given
    case .preset(let name, let values):
      do { mesh = try MeshDescription.mesh(preset: name, values, layerSize: layerSize) } catch {
        throw fault(error.description, offset: offset, at: path)
      }
      // Layers that share a fault have one sentence.
      if warningCount < Self.warningLimit,
        let warning = MeshDescription.warning(preset: name, values, layerSize: layerSize)
      {
        warningCount += 1
        if warnings.insert(ByteString(warning)).inserted { resources.note("\(path): \(warning)") }
      }
    case .measured(let measured):
      mesh = try self.mesh(
        of: measured, layerSize: layerSize, content: content, offset: offset, at: path + ".\(measured.key)")
    case .map(let map):
      let layer = layerSize.pixels(scale: file.canvas.scale)
      do throws(SceneResourceError) {
        mesh = try resources.mapMesh(map, content: content ?? layer, layer: layer)
      } catch {
        throw fault(error.description, offset: map.files.first?.offset ?? offset, at: path + ".map")
      }
    case .file(let reference):
      let morphable = try meshFile(reference, description.placement, layerSize, at: path + ".file")
      do { mesh = try morphable.mesh(description.morph) } catch {
        throw fault(
          "\(quoted(reference.path)): \(error)", offset: reference.offset,
          at: path + (description.morph.isRest ? ".file" : ".morph"))
      }
    }
    description.settings.apply(to: &mesh)
    if let (displacement, image) = displacement {
      do {
        mesh = try mesh.displaced(
          by: displacement, image, layerSize: layerSize, scale: file.canvas.scale)
      } catch {
        throw fault(error.description, offset: offset, at: path)
      }
    }
    return mesh
  }

  private mutating func mesh(
    of measured: MeasuredMesh, layerSize: Size, content: PixelSize?, offset: Int, at path: String
  ) throws(DocumentError) -> Mesh {
    do throws(SceneResourceError) {
      let made = try resources.measuredMesh(measured, layerSize: layerSize, content: content)
      if warningCount < Self.warningLimit, let warning = made.warning {
        warningCount += 1
        resources.note("\(measured.file?.path.excerpt ?? path): \(warning)")
      }
      return made.mesh
    } catch {
      throw fault(
        error.description, offset: measured.file?.offset ?? offset,
        at: measured.file == nil ? path : path + ".file")
    }
  }

  private mutating func meshFile(
    _ reference: SceneReference, _ placement: MeshPlacement, _ layerSize: Size, at path: String
  ) throws(DocumentError) -> MorphableMesh {
    let dependsOnLayer = placement.fit != .none || resources.meshDependsOnLayer(reference.path)
    let key = MeshKey(
      path: reference.path, placement: placement, layerSize: dependsOnLayer ? layerSize : Size(0, 0))
    if let mesh = meshes[key] { return mesh }
    let bytes: [UInt8]
    if let known = meshFiles[ByteString(reference.path)] {
      bytes = known
    } else {
      do throws(SceneResourceError) { bytes = try resources.meshFile(reference.path) } catch {
        throw fault(error.description, offset: reference.offset, at: path)
      }
      meshFiles[ByteString(reference.path)] = bytes
    }
    guard DocumentKind(of: bytes) != .scene else {
      throw fault(
        "\(quoted(reference.path)) is a scene, not a mesh; use a file with vertices and faces",
        offset: reference.offset, at: path)
    }
    do throws(DocumentError) {
      let mesh = try resources.mesh(
        bytes, reference.path, placement: placement, layerSize: layerSize)
      meshes[key] = mesh
      return mesh
    } catch { throw fault(error.description, offset: reference.offset, at: path) }
  }

  /// An image whose values are distances, not colors.
  mutating func map(_ reference: SceneReference, at path: String) throws(DocumentError) -> Image {
    let key = ByteString(reference.path)
    if let image = maps[key] { return image }
    do throws(SceneResourceError) {
      let image = try resources.displacementMap(reference.path)
      maps[key] = image
      return image
    } catch { throw fault(error.description, offset: reference.offset, at: path) }
  }

  /// Shows the image of a layer through an exact map.
  /// - Returns: false where the map's mesh is to bend the layer instead.
  func remap(
    _ layer: inout Layer, _ map: MapDescription, _ description: LayerDescription, at path: String
  ) throws(DocumentError) -> Bool {
    guard description.contents.moving != nil, case .image(let image) = layer.contents else {
      throw fault(
        "an exact map is for images; remove \"exact\", so that its mesh bends the layer",
        offset: description.offset, at: path + ".mesh.exact")
    }
    do throws(SceneResourceError) {
      guard let remapping = try resources.remapping(map, content: image.size) else { return false }
      layer.contents = .image(
        description.withFilters(remapping).applied(to: image, file.canvas.blending))
      return true
    } catch {
      throw fault(
        error.description, offset: map.files.first?.offset ?? description.offset, at: path + ".mesh.map")
    }
  }
}

extension LayerDescription {
  /// The exact map that the image of the layer goes through; nil for other layers.
  package var exactMap: MapDescription? {
    if case .map(let map)? = mesh?.source, map.isExact { map } else { nil }
  }

  /// A filter of an exact map with what the layer says about edges and sampling.
  package func withFilters(_ remapping: Remapping) -> Remapping {
    var remapping = remapping
    remapping.replicatesEdges = mesh?.settings.replicatesEdges ?? false
    (remapping.magnification, remapping.minification) = (layer.magnificationFilter, layer.minificationFilter)
    return remapping
  }
}
