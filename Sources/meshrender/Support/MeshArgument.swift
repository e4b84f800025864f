import ArgumentParser
import ImageFiles
import MeshFormats
import MeshTransform
import SceneDocument

/// A mesh on the command line: a file, a file of measurements, a map, or a preset with its parameters.
enum MeshArgument {
  case file(InputFile, MorphShape = MorphShape())
  case measured(MeasuredMesh)
  case preset(name: String, values: [String: Double])
  case map(MapDescription)

  /// Reads `ripple:waves=6`, `mesh.json`, `face.glb:smile=0.7`, `map:lens.npy,units=unit` or `-`, which is standard input.
  ///
  /// A text with a slash or a dot before its first colon names a file. Any other text names a preset, also where a file
  /// has the same name (`./wave` is the file), except that an existing file is read where no preset has its name.
  ///
  /// - `option`: the flag whose value the text is, for errors; nil for an argument.
  init(_ text: String, option: String? = nil) throws(Failure) {
    if Self.namesMap(text) {
      do { self = .map(try MapDescription(text: text, files: Self.mapFiles)) } catch {
        guard let option else { throw Failure(.usage, "\(error)") }
        throw Failure(error, of: option)
      }
      return
    }
    do {
      if let measured = try MeasuredMesh(text: text) {
        self = .measured(measured)
        return
      }
    } catch {
      guard let option else { throw Failure(.usage, "\(error)") }
      throw Failure(error, of: option)
    }
    if let corrected = Self.withColon(text), !InputFile(argument: text).isExistingFile {
      throw Failure(
        .usage,
        (option.map { "\($0): " } ?? "")
          + "the parameters of a preset follow a colon, and '\(text.excerpt)' has none; write \(corrected.excerpt)"
      )
    }
    if Self.namesFile(text) {
      self = try .file(text, option: option)
      return
    }
    do {
      let spec = try Spec.parse(mesh: text)
      let preset = try MeshPreset.named(spec.name)
      var values: [String: Double] = [:]
      for entry in spec.entries {
        let parameter = preset.parameters.first { $0.name == entry.key }
        values[entry.key] = try entry.value(of: parameter)
      }
      self = .preset(name: spec.name, values: values)
    } catch let error as MeshPresetError {
      if option == nil, !text.contains(":"), case .unknownPreset(_, let nearest) = error {
        throw Failure(
          .inputMissing,
          "there is neither a mesh file nor a preset '\(text.excerpt)'; "
            + (nearest.map { "did you mean '\($0)'?" } ?? "check the path, or see 'meshrender meshes'"))
      }
      throw Self.failure(error, option)
    } catch let error as SyntaxError {
      guard let option else { throw Failure(.usage, "\(error)") }
      throw Failure(error, of: option)
    } catch { throw Failure(.internalFault, "\(error)") }
  }

  /// Whether the text names a map.
  static func namesMap(_ text: String) -> Bool { text.hasPrefix(MapDescription.mark) }

  /// The files that a mesh on the command line names.
  static func files(of text: String) -> [String] {
    if let measured = try? MeasuredMesh(text: text) { return [measured.file?.path].compactMap { $0 } }
    guard namesMap(text) else { return [MorphShape.path(of: text)] }
    return (try? MapDescription(text: text, files: mapFiles))?.files.map(\.path) ?? []
  }

  /// The path of a map, or those of x and y with a plus between them: `x.pgm+y.pgm`. Where a file has the whole name, it
  /// is meant; else the first plus that leaves two existing files counts, or the first one.
  private static func mapFiles(_ text: String) -> [String] {
    guard text.contains("+"), !InputFile(argument: text).isExistingFile else { return [text] }
    let pairs = text.indices.filter { text[$0] == "+" }
      .map { [String(text[..<$0]), String(text[text.index(after: $0)...])] }
      .filter { !$0[0].isEmpty && !$0[1].isEmpty }
    return pairs.first { $0.allSatisfy { InputFile(argument: $0).isExistingFile } } ?? pairs.first ?? [text]
  }

  /// A file with weights of its shapes.
  static func file(_ text: String, option: String?) throws(Failure) -> MeshArgument {
    do {
      let (path, shape) = try MorphShape.parse(file: text)
      return .file(InputFile(argument: path), shape)
    } catch {
      guard let option else { throw Failure(.usage, "\(error)") }
      throw Failure(error, of: option)
    }
  }

  /// A preset whose parameters follow another mark, `wave,amplitude=0.1`, with a colon in its place; nil for other texts.
  private static func withColon(_ text: String) -> String? {
    guard let mark = text.firstIndex(where: { ",:= ".contains($0) }), text[mark] != ":", text.contains("="),
      MeshPreset.spelled(text[..<mark]) != nil
    else { return nil }
    return "\(text[..<mark]):\(text[text.index(after: mark)...].trimmingSpaces)"
  }

  /// Whether the text names a file, by the rule of ``init(_:option:)``.
  static func namesFile(_ text: String) -> Bool {
    let name = text.prefix { $0 != ":" }
    if text == "-" || name.contains(where: { $0 == "/" || $0 == "." }) { return true }
    guard MeshPreset.spelled(name.trimmingSpaces) == nil else { return false }
    return InputFile(argument: text).isExistingFile
  }

  /// A warning about a preset for a layer of this size in points, in one sentence; nil without one, and for files of all
  /// kinds, whose warnings are known once they are read.
  func warning(layerSize: Size) -> String? {
    guard case .preset(let name, let values) = self else { return nil }
    return MeshDescription.warning(preset: name, values, layerSize: layerSize)
  }

  /// A mesh, and the size of the layer that it is made for; nil for any.
  typealias Loaded = (mesh: Mesh, layerSize: Size?)

  /// - `layerSize`: in points; its aspect is that of presets with circles.
  /// - `content`: the size of the content in pixels; nil is that of the layer.
  /// - `map`: reads a map.
  /// - `warn`: receives a warning about measurements.
  func load(
    layerSize: Size, content: PixelSize? = nil, option: String? = nil,
    map: (MapDescription) throws(Failure) -> Loaded = { map throws(Failure) in (try map.meshOfItself(), nil)
    },
    warn: (String) -> Void = { _ in },
    file: (InputFile, MorphShape) throws(Failure) -> Mesh
  ) throws(Failure) -> Loaded {
    switch self {
    case .map(let description): return try map(description)
    case .file(let source, let shape): return (try file(source, shape), nil)
    case .measured(let measured):
      let output = try Self.output(of: measured, layerSize: layerSize, content: content, warn: warn)
      return (output.mesh, output.layerSize)
    case .preset(let name, let values):
      do { return (try MeshDescription.mesh(preset: name, values, layerSize: layerSize), nil) } catch {
        throw Self.failure(error, option)
      }
    }
  }

  /// The mesh of measurements.
  /// - `content`: the size of the content in pixels; nil is that of the layer.
  /// - `warn`: receives a warning about what it leaves out.
  static func output(
    of measured: MeasuredMesh, layerSize: Size, content: PixelSize? = nil, warn: (String) -> Void
  ) throws(Failure) -> MeasuredMesh.Output {
    let path = measured.file?.path
    guard path != "-" else {
      throw Failure(.usage, "\(measured.noun) is not read from standard input; use a file")
    }
    let output = try measured.output(
      from: path.map { InputFile(argument: $0) }, layerSize: layerSize, content: content)
    if let warning = output.warning { warn("\(path?.excerpt ?? measured.key): \(warning)") }
    return output
  }

  /// The failure of a preset, with a hint for a file whose name looks like that of a preset.
  static func failure(_ error: MeshPresetError, _ option: String?) -> Failure {
    let hint = if case .unknownPreset = error { " (the name of a mesh file includes .json)" } else { "" }
    return Failure(.usage, (option.map { "\($0): " } ?? "") + "\(error)\(hint)")
  }
}

extension ArgumentHelp {
  /// The mesh of a command about meshes.
  /// - `formats`: the extensions of the files.
  static func mesh(formats: String = ".json, .obj, .camesh, .warp, .data, .gltf, .glb") -> ArgumentHelp {
    ArgumentHelp(
      "The mesh: a file (\(formats)), optionally with weights of its shapes (face.glb:smile=0.7), '-' for JSON from "
        + "standard input, or a preset with its parameters, such as ripple:rows=20 (./ripple is a file with the name of a "
        + "preset).", valueName: "mesh")
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    let start = drop { $0 == " " }
    return start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
  }
}
