import ImageFiles
import MeshFormats
import MeshTransform
import SceneDocument

/// Reads mesh files of all readable formats, for every command and for scenes.
struct MeshInput {
  /// The choices that a file leaves open.
  struct Options: Hashable {
    /// Nil detects it by the file's name; JSON when the name has no known extension.
    var format: MeshFormat?
    /// The units of x and y in a warp mesh.
    let coordinates: WarpFile.Coordinates
    let placement: MeshPlacement
    /// In points; a unit square where no fit depends on it.
    let layerSize: Size

    /// - `coordinates`: nil is the published form for a layer of this size.
    init(
      _ placement: MeshPlacement, layerSize: Size, as format: MeshFormat? = nil,
      coordinates: WarpFile.Coordinates? = nil
    ) {
      (self.format, self.placement) = (format, placement)
      self.coordinates = coordinates ?? .published(layerSize: layerSize)
      self.layerSize = placement.fit == .none ? Size(1, 1) : layerSize
    }

    /// For a square layer; x and y of a warp mesh reach from -1 to 1.
    static func square(_ placement: MeshPlacement) -> Options {
      Options(placement, layerSize: Size(1, 1), coordinates: .signed)
    }
  }

  static func read(
    _ bytes: [UInt8], from source: InputFile, _ options: Options
  ) throws(DocumentError) -> MeshImport {
    let format = options.format ?? self.format(of: source)
    do {
      return try format.read(
        bytes, name: source.description, warpCoordinates: options.coordinates, placement: options.placement,
        layerSize: options.layerSize)
    } catch {
      guard let kind = InputFile.binaryKind(of: bytes) else { throw error }
      throw DocumentError(
        name: source.description,
        problem:
          "this is not a mesh but looks like \(kind); use a mesh file (\(MeshFormat.readableExtensions))"
      )
    }
  }

  /// A fault that the model finds in the mesh of a file, with its line in JSON.
  static func fault(
    _ error: MeshError, in bytes: [UInt8], of source: InputFile, as format: MeshFormat? = nil
  ) -> DocumentError {
    guard (format ?? self.format(of: source)) == .json else {
      return DocumentError(name: source.description, problem: error.description)
    }
    return MeshFile.fault(error, in: bytes, name: source.description)
  }

  static func format(of source: InputFile) -> MeshFormat {
    guard let path = source.path else { return .json }
    return MeshFormat(path: path.text) ?? .json
  }

  static func bytes(of source: InputFile) throws(Failure) -> [UInt8] {
    InputList.add(source)
    return try source.readDocument(limit: MeshFile.defaultByteLimit)
  }

  /// The mesh in a file.
  ///
  /// - `lenient`: leaves out elements that can never draw, with a warning.
  /// - `warn`: receives a description of everything that is left out.
  static func mesh(
    from source: InputFile, _ options: Options, lenient: Bool, warn: (String) -> Void
  ) throws(Failure) -> Mesh {
    InputList.add(source)
    let read = try InputCache.mesh(from: source, options, isLenient: lenient) { () throws(Failure) in
      try self.mesh(from: source, options, lenient: lenient)
    }
    for note in read.notes { warn("\(source): \(note)") }
    return read.mesh
  }

  /// - Returns: the mesh, and sentences about everything that is left out.
  private static func mesh(
    from source: InputFile, _ options: Options, lenient: Bool
  ) throws(Failure) -> (mesh: Mesh, notes: [String]) {
    let bytes = try bytes(of: source)
    let read: MeshImport
    do {
      read = try self.read(bytes, from: source, options)
    } catch { throw Failure(error) }
    var notes = read.notes
    let contents = read.contents
    let mesh: Mesh
    do throws(MeshError) {
      mesh = try contents.mesh(policy: lenient ? .lenient : .strict)
    } catch {
      let hint = if case .degenerateFaces = error { " (--lenient)" } else { "" }
      throw Failure(.badData, "\(fault(error, in: bytes, of: source, as: options.format))\(hint)")
    }
    let dropped = contents.faces.count - mesh.faces.count
    if dropped > 0 {
      notes.append(
        "dropped \(dropped) \(dropped == 1 ? "face" : "faces") that can never be drawn; 'meshrender validate' lists them"
      )
    }
    return (mesh, notes)
  }
}

extension WarpFile.Coordinates {
  /// The published form for a layer of this size: x spans its width.
  static func published(layerSize: Size) -> WarpFile.Coordinates {
    let aspect = layerSize.width / layerSize.height
    return .aspect(aspect.isFinite && aspect > 0 ? aspect : 1)
  }
}
