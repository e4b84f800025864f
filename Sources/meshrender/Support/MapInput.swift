import ImageFiles
import MapFiles
import MeshTransform
import SceneDocument

/// Reads maps as meshes, for every command and for scenes.
enum MapInput {
  /// The mesh of a map.
  struct Loaded: Sendable {
    var mesh: Mesh
    /// In pixels: the size of the map, or, for a map from the content, that of the picture to which its positions refer.
    var layer: PixelSize
    var notes: [String]
  }

  /// Everything besides the files that determines a mesh.
  struct Options: Hashable {
    let overrides: MapOverrides
    let tolerance: Double
    /// The size of the content, and that of the layer in pixels; nil is that of the map.
    let content: PixelSize?, layer: PixelSize?
    let vertexLimit: Int
  }

  /// - Parameters:
  ///   - files: as many as the description has.
  ///   - content: the size of the content in pixels; nil is that of the map.
  ///   - layer: the size of the layer in pixels, for maps from the content; nil is that of the map.
  static func mesh(
    _ map: MapDescription, _ files: [InputFile], content: PixelSize?, layer: PixelSize?, limits: ImageLimits,
    vertexLimit: Int = Mesh.vertexLimit
  ) throws(Failure) -> Loaded {
    files.forEach(InputList.add)
    let options = Options(
      overrides: map.overrides, tolerance: map.tolerance, content: content, layer: layer,
      vertexLimit: vertexLimit)
    return try InputCache.map(from: files, options) { () throws(Failure) in
      try read(files, options, limits: limits)
    }
  }

  private static func read(
    _ files: [InputFile], _ options: Options, limits: ImageLimits
  ) throws(Failure) -> Loaded {
    let name = files[0].description.excerpt
    let (measured, warnings): (MeasuredMap, [MapWarning])
    do {
      (measured, warnings) = try MapFile.read(
        files, overrides: options.overrides, limits: limits.now(for: name))
    } catch { throw Failure(error) }
    let direction = measured.convention.direction
    let picture = (direction == .canvasToContent ? options.content : options.layer) ?? measured.size
    // Positions, the lattice with its errors, and the numbers of the vertices.
    try MemoryBudget.current.require(32 &* measured.size.area, for: "the mesh of the map \(name)")
    do {
      let mesh = try measured.coordinates(picture: picture).mesh(
        picture: picture, direction: direction, tolerance: options.tolerance, limit: options.vertexLimit)
      return Loaded(
        mesh: mesh, layer: direction == .canvasToContent ? measured.size : picture,
        notes: warnings.map(\.description))
    } catch {
      let hint = if case .tooManyVertices = error { " (tolerance=..., --max-vertices)" } else { "" }
      throw Failure(.badData, "\(name): \(error)\(hint)")
    }
  }
}

extension MapDescription {
  /// The files of a map on the command line.
  var inputs: [InputFile] { files.map { InputFile(argument: $0.path) } }

  /// The mesh of a map for commands about meshes, which have no content: positions in pixels refer to a picture of the
  /// size of the map.
  func meshOfItself() throws(Failure) -> Mesh {
    try MapInput.mesh(self, inputs, content: nil, layer: nil, limits: .standard).mesh
  }
}

extension Failure {
  init(_ error: MapFileError) {
    switch error {
    case .input(let error): self.init(error)
    case .output(let error): self.init(error)
    case .image(let error): self.init(error)
    case .convention, .pictureTooLarge: self.init(.usage, error.description)
    case .unknownFormat, .broken, .noPositions, .secondFileMissing, .secondFileUnneeded, .differentFormats,
      .differentSizes:
      self.init(.badData, error.description)
    }
  }
}
