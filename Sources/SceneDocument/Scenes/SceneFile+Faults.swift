import MeshTransform

extension SceneFile {
  /// A fault that is found after the file has been parsed, at the value of a path.
  ///
  /// - Parameters:
  ///   - offset: in bytes of the file, for a path without a value of its own; nil for none.
  ///   - path: such as `layers[0].mesh.file`.
  package func fault(_ problem: String, offset: Int? = nil, at path: String) -> DocumentError {
    guard !source.isEmpty, let place = self.offset(of: path) ?? offset else {
      return DocumentError(name: name, path: path, problem: problem)
    }
    return overridden.attributed(
      DocumentError(name: name, in: source, at: place, path: path, problem: problem))
  }

  /// The offset of the value at a path; nil where the file has none.
  private func offset(of path: String) -> Int? {
    path.isEmpty ? nil : source.withUnsafeBufferPointer { JSONScanner($0).value(atPath: path)?.lowerBound }
  }

  /// Whether the file states the vertices of a layer's mesh, itself or in another file: faces of presets and of
  /// displacements are made, and may be anything.
  package func statesMesh(of layer: LayerPath) -> Bool {
    var (siblings, mesh) = (layers, MeshDescription?.none)
    for index in layer.indices {
      guard siblings.indices.contains(index) else { return false }
      (mesh, siblings) = (siblings[index].mesh, siblings[index].sublayers)
    }
    guard let mesh, mesh.displacement == nil else { return false }
    switch mesh.source {
    case .file, .measured, .inPlace: return true
    case .preset, .map, .grid: return false
    }
  }

  /// The path of a layer in the file, in which a mask and a back have keys of their own. For a part of a split text it is
  /// that of the text's layer.
  func path(of layer: LayerPath) -> String {
    var (siblings, path) = (layers, "layers")
    for (level, index) in layer.indices.enumerated() {
      guard siblings.indices.contains(index) else { return level > 0 ? path : layer.description }
      if level > 0 { path += ".sublayers" }
      path = siblings[index].path(at: index, among: path)
      siblings = siblings[index].sublayers
    }
    return path
  }
}

extension LayerDescription {
  /// The path of the layer in the file.
  /// - Parameter siblings: the path of the array, `layers` or `layers[0].sublayers`.
  func path(at index: Int, among siblings: String) -> String {
    guard key != .sublayers else { return "\(siblings)[\(index)]" }
    return siblings.dropLast(Key.sublayers.rawValue.count) + key.rawValue
  }
}
