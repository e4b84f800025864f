import ImageFiles
import MapFiles
import MeshTransform
import SceneDocument

/// Reads maps as meshes and as exact maps, for every command and for scenes.
enum MapInput {
  /// A map that has been read, as a mesh or as the filter of an exact map.
  struct Loaded<Value: Sendable>: Sendable {
    var value: Value
    /// In pixels: the size of the map, or, for a map from the content, that of the picture to which its positions refer.
    var layer: PixelSize
    var notes: [String]
  }

  /// Everything besides the files on which the mesh or the filter depends.
  struct Options: Hashable {
    let overrides: MapOverrides
    /// The largest error of the mesh in pixels; nil for an exact map, which has none.
    let tolerance: Double?
    /// The size of the content, and that of the layer in pixels; nil is that of the map.
    let content: PixelSize?, layer: PixelSize?
    let vertexLimit: Int
  }

  /// The mesh of a map.
  /// - Parameters:
  ///   - files: as many as the description has.
  ///   - content: the size of the content in pixels; nil is that of the map.
  ///   - layer: the size of the layer in pixels, for maps from the content; nil is that of the map.
  static func mesh(
    _ map: MapDescription, _ files: [InputFile], content: PixelSize?, layer: PixelSize?, limits: ImageLimits,
    vertexLimit: Int = Mesh.vertexLimit
  ) throws(Failure) -> Loaded<Mesh> {
    let options = Options(
      overrides: map.overrides, tolerance: map.tolerance, content: content, layer: layer,
      vertexLimit: vertexLimit)
    // Positions, the lattice with its errors, and the numbers of the vertices.
    return try load(files, options, bytesPerPixel: 32, limits, byteCount: \.memory) {
      measured, picture throws(Failure) in
      do throws(MapMeshError) {
        return try measured.coordinates(picture: picture).mesh(
          picture: picture, direction: measured.convention.direction, tolerance: map.tolerance,
          limit: vertexLimit)
      } catch {
        let hint = if case .tooManyVertices = error { " (tolerance=..., --max-vertices)" } else { "" }
        throw Failure(.badData, "\(files[0].description.excerpt): \(error)\(hint)")
      }
    }
  }

  /// The filter of an exact map.
  /// - Parameters:
  ///   - files: as many as the description has.
  ///   - content: the size of the content in pixels.
  static func remapping(
    _ map: MapDescription, _ files: [InputFile], content: PixelSize, limits: ImageLimits
  ) throws(Failure) -> Loaded<Remapping> {
    let options = Options(
      overrides: map.overrides, tolerance: nil, content: content, layer: nil, vertexLimit: 0)
    // Positions, and the picture.
    return try load(files, options, bytesPerPixel: 16, limits, byteCount: \.memory) {
      measured, picture throws(Failure) in
      guard measured.convention.direction == .canvasToContent else {
        throw Failure(
          .usage,
          "\(files[0].description.excerpt): an exact map has for each pixel of the picture its place in the content, and "
            + "this one leads forward; use it without exact")
      }
      return Remapping(measured.coordinates(picture: picture), of: picture)
    }
  }

  /// - Parameters:
  ///   - bytesPerPixel: the memory for a pixel of the map.
  ///   - make: receives the map, and the size of the picture to which its positions refer.
  private static func load<Value: Sendable>(
    _ files: [InputFile], _ options: Options, bytesPerPixel: Int, _ limits: ImageLimits,
    byteCount: (Value) -> Int, make: (MeasuredMap, PixelSize) throws(Failure) -> Value
  ) throws(Failure) -> Loaded<Value> {
    files.forEach(InputList.add)
    return try InputCache.map(from: files, options, byteCount: byteCount) { () throws(Failure) in
      let name = files[0].description.excerpt
      let (measured, warnings): (MeasuredMap, [MapWarning])
      do throws(MapFileError) {
        (measured, warnings) = try MapFile.read(
          files, overrides: options.overrides, limits: limits.now(for: name))
      } catch { throw Failure(error) }
      let isBackward = measured.convention.direction == .canvasToContent
      let picture = (isBackward ? options.content : options.layer) ?? measured.size
      try MemoryBudget.current.require(bytesPerPixel &* measured.size.area, for: "the map \(name)")
      return Loaded(
        value: try make(measured, picture), layer: isBackward ? measured.size : picture,
        notes: warnings.map(\.description))
    }
  }
}

extension Remapping {
  /// Bytes of its positions.
  fileprivate var memory: Int { map.values.count * MemoryLayout<Float>.stride }
}

extension MapDescription {
  /// The files of a map on the command line.
  var inputs: [InputFile] { files.map { InputFile(argument: $0.path) } }

  /// The mesh of a map for commands about meshes, which have no content: positions in pixels refer to a picture of the
  /// size of the map.
  func meshOfItself() throws(Failure) -> Mesh {
    try MapInput.mesh(self, inputs, content: nil, layer: nil, limits: .standard).value
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
