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
    /// In points; the proportions, with a height of 1, where no fit depends on it.
    let layerSize: Size

    /// - `coordinates`: nil is the published form for a layer of this size.
    init(
      _ placement: MeshPlacement, layerSize: Size, as format: MeshFormat? = nil,
      coordinates: WarpFile.Coordinates? = nil
    ) {
      (self.format, self.placement) = (format, placement)
      self.coordinates = coordinates ?? .published(layerSize: layerSize)
      let aspect = layerSize.width / layerSize.height
      let proportions = Size(aspect.isFinite && aspect > 0 ? aspect : 1, 1)
      self.layerSize = placement.fit == .none ? proportions : layerSize
    }

    /// For a square layer; x and y of a warp mesh reach from -1 to 1.
    static func square(_ placement: MeshPlacement) -> Options {
      Options(placement, layerSize: Size(1, 1), coordinates: .signed)
    }
  }

  /// - `failed`: receives the failure of a file beside the mesh file, before the error that is thrown.
  static func read(
    _ bytes: [UInt8], from source: InputFile, _ options: Options,
    failed: @escaping (Failure) -> Void = { _ in }
  ) throws(DocumentError) -> MeshImport {
    let format = options.format ?? self.format(of: source)
    do {
      return try format.read(
        bytes, name: source.description, warpCoordinates: options.coordinates, placement: options.placement,
        layerSize: options.layerSize, readFile: reader(beside: source, failed))
    } catch {
      guard let kind = InputFile.binaryKind(of: bytes) else { throw error }
      throw DocumentError(
        name: source.description,
        problem: "this is not a mesh but looks like \(kind); use a mesh file (\(MeshFormat.extensions))"
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
  /// - `shape`: of a file with morph targets or deform keys.
  /// - `lenient`: leaves out elements that can never draw, with a warning.
  /// - `warn`: receives a description of everything that is left out.
  static func mesh(
    from source: InputFile, _ shape: MorphShape, _ options: Options, lenient: Bool, warn: (String) -> Void
  ) throws(Failure) -> Mesh {
    InputList.add(source)
    let read = try InputCache.mesh(from: source, options, isLenient: lenient) { () throws(Failure) in
      try self.mesh(from: source, options, lenient: lenient)
    }
    for note in read.notes { warn("\(source): \(note)") }
    do { return try read.mesh.mesh(shape) } catch { throw Failure(error, of: source) }
  }

  /// - Returns: the mesh, and sentences about everything that is left out.
  private static func mesh(
    from source: InputFile, _ options: Options, lenient: Bool
  ) throws(Failure) -> (mesh: MorphableMesh, notes: [String]) {
    let bytes = try bytes(of: source)
    let read = try contents(bytes, from: source, options)
    var notes = read.notes
    let contents = read.contents
    let mesh: MorphableMesh
    do throws(MeshError) {
      mesh = try contents.morphable(policy: lenient ? .lenient : .strict)
    } catch {
      let hint = if case .degenerateFaces = error { " (--lenient)" } else { "" }
      throw Failure(.badData, "\(fault(error, in: bytes, of: source, as: options.format))\(hint)")
    }
    let dropped = contents.faces.count - mesh.base.faces.count
    if dropped > 0 {
      notes.append(
        "dropped \(dropped) \(dropped == 1 ? "face" : "faces") that can never be drawn; 'meshrender validate' lists them"
      )
    }
    return (mesh, notes)
  }
}

extension MeshInput {
  /// The contents of a file, with the failure that has the exit code of a file beside it.
  static func contents(
    _ bytes: [UInt8], from source: InputFile, _ options: Options
  ) throws(Failure) -> MeshImport {
    var failure: Failure?
    do { return try read(bytes, from: source, options, failed: { failure = $0 }) } catch {
      throw failure.map { Failure($0.kind, error.description) } ?? Failure(error)
    }
  }

  /// Reads the files that a glTF file names, in its folder: below the folders that a scene may read where the scene names
  /// the glTF file, else below that folder.
  private static func reader(
    beside source: InputFile, _ failed: @escaping (Failure) -> Void
  ) -> GLTFFile.FileReader? {
    guard let path = source.path else { return nil }
    let folder = path.directory
    let own = ReadScope(folders: [folder.isEmpty ? FilePath(".") : folder], allowed: [])
    let scope = if case .confined(_, let scope) = source { scope } else { own }
    return { name, limit throws(DocumentError) in
      let file = InputFile.confined(folder.reaching(FilePath(name)), to: scope)
      InputList.add(file)
      do throws(InputFileError) { return try file.readAll(limit: limit) } catch {
        let failure = Failure(error)
        failed(failure)
        throw DocumentError(name: source.description, problem: "its data cannot be read: \(failure.sentence)")
      }
    }
  }
}

extension Failure {
  /// A shape that a mesh file does not have.
  init(_ error: MorphError, of source: InputFile) {
    let kind: Kind = if case .mesh = error { .badData } else { .usage }
    self.init(kind, "\(source): \(error)")
  }
}

extension WarpFile.Coordinates {
  /// The published form for a layer of this size: x spans its width.
  static func published(layerSize: Size) -> WarpFile.Coordinates {
    let aspect = layerSize.width / layerSize.height
    return .aspect(aspect.isFinite && aspect > 0 ? aspect : 1)
  }
}
