import MeshTransform

/// The mesh of a layer: a preset with its parameters, a file, a map, or an inline mesh; an image may displace it.
public struct MeshDescription: Sendable {
  /// The origin of the vertices.
  public enum Source: Sendable {
    /// Parameters that are not given have their defaults; the default `aspect` is that of the layer.
    case preset(String, [String: Double])
    /// A mesh file.
    case file(SceneReference)
    /// Measurements: of a lens, of points or of a page.
    case measured(MeasuredMesh)
    /// A mesh in the scene file itself.
    case inPlace(Mesh)
    /// A map of positions.
    case map(MapDescription)
    /// A flat grid, for a displacement.
    case grid
  }

  /// The origin of the vertices.
  public var source: Source
  /// The place of the model of a file on the layer; of no effect for other sources.
  public var placement: MeshPlacement
  /// The settings that replace those of the source.
  public var settings: MeshSettings
  /// The shape of a mesh file with morph targets or deform keys. Default: as the file says.
  public var morph: MorphShape
  /// Moves the vertices after the source has placed them. Default nil, none.
  public var displacement: DisplacementDescription?

  /// A description with the given values.
  public init(
    _ source: Source, placement: MeshPlacement = MeshPlacement(), settings: MeshSettings = MeshSettings(),
    displacement: DisplacementDescription? = nil, morph: MorphShape = MorphShape()
  ) {
    self.morph = morph
    (self.source, self.placement) = (source, placement)
    (self.settings, self.displacement) = (settings, displacement)
  }
}

extension MeshDescription {
  /// A preset's mesh for a layer of this size.
  ///
  /// The `aspect` of presets with circles defaults to the layer's.
  public static func mesh(
    preset name: String, _ values: [String: Double], layerSize: Size
  ) throws(MeshPresetError) -> Mesh {
    try presetMesh(preset: name, values, layerSize: layerSize).mesh()
  }

  /// A warning about a preset's mesh for a layer of this size in points, in one sentence; nil without one.
  public static func warning(preset name: String, _ values: [String: Double], layerSize: Size) -> String? {
    guard let made = try? presetMesh(preset: name, values, layerSize: layerSize),
      let preset = try? MeshPreset.named(name), let warning = preset.warning(made.values)
    else { return nil }
    let first = preset.parameters.first.flatMap {
      $0.names.isEmpty ? nil : $0.text(of: values[$0.name] ?? $0.defaultValue)
    }
    return "the mesh \(name)\(first.map { ":\($0)" } ?? "") \(warning)"
  }

  /// The preset with its parameters for a layer of this size.
  static func presetMesh(
    preset name: String, _ values: [String: Double], layerSize: Size
  ) throws(MeshPresetError) -> PresetMesh {
    let preset = try MeshPreset.named(name)
    var values = values
    if let aspect = preset.parameters.first(where: { $0.name == "aspect" }), values["aspect"] == nil {
      let proportion = layerSize.width / layerSize.height
      // A layer with an empty side has no aspect; the preset's default applies.
      if proportion.isFinite {
        values["aspect"] = min(max(proportion, aspect.range.lowerBound), aspect.range.upperBound)
      }
    }
    return PresetMesh(name, values)
  }

  /// Reads an object whose keys, in any order, determine its kind.
  init(_ reader: inout JSONReader) throws(DocumentError) {
    reader.skipSpaces()
    let start = reader.offset
    var contents = MeshFile.Contents()
    var (name, file): (String?, SceneReference?) = (nil, nil)
    var values: [String: Double] = [:]
    var offsets: [String: Int] = [:]
    var (placement, shape) = (MeshPlacement(), MorphShape())
    var measured: MeasuredMesh?
    var (map, distances): (SceneReference?, Displacement) = (nil, Displacement())
    var positions: MapDescription?
    let isMap = reader.valueOffset(ofKey: "map") != nil
    let probableName = reader.lookaheadPreset()
    try reader.readObject(
      "a mesh: {\"preset\": ...}, {\"file\": ...}, {\"lens\": ...}, {\"points\": ...}, {\"page\": ...}, "
        + "{\"map\": ...}, {\"displacement\": ...} or one with vertices and faces"
    ) {
      reader, key throws(DocumentError) in
      if try reader.readComment(key) { return }
      let offset = reader.keyOffset
      switch key {
      case _ where isMap && MapDescription.keys.contains(key):
        var described = positions ?? MapDescription([])
        try described.read(key, &reader)
        positions = described
      case "preset":
        reader.skipSpaces()
        let start = reader.offset
        let text = try reader.readString("the name of a preset")
        do { name = try MeshPreset.named(text).name } catch { throw reader.error(at: start, "\(error)") }
      case "lens", "points", "page": measured = try MeasuredMesh(key, &reader)
      case "file": file = try SceneReference(&reader, "the path of a mesh file")
      case "morph" where name == nil: shape = try reader.readMorphShape()
      case "axes" where name == nil: placement.axes = try reader.readAxes()
      case "fit" where name == nil: placement.fit = try reader.readChoice()
      case "displacement": map = try SceneReference(&reader, "the path of an image")
      default:
        if let field = Self.distances.first(where: { $0.name == key }) {
          try field.read(&reader, &distances)
          break
        }
        if try contents.read(key, &reader) { break }
        guard let parameter = Self.parameter(key, of: name) else {
          if MapDescription.keys.contains(key), name ?? probableName == nil {
            throw reader.error(at: offset, "this key needs a map; add \"map\": \"lens.npy\"")
          }
          throw reader.unknownKey(
            key,
            among: Self.keys(
              name: name ?? probableName, isFile: file != nil, measured: measured?.key, isMap: isMap))
        }
        values[key] = try reader.readValue(of: parameter)
      }
      offsets[key] = offset
    }
    let isInPlace = offsets["vertices"] != nil || offsets["bezier"] != nil
    let own =
      Self.keys(name: name, isFile: file != nil, measured: measured?.key, isMap: isMap)
      + (map == nil ? [] : DisplacementDescription.keys)
    if isInPlace, let offset = offsets["displacement"] {
      throw reader.error(
        at: offset, key: "displacement",
        "an inline mesh cannot be displaced; write it to a file, and use \"file\"")
    }
    if let key = DisplacementDescription.keys.first(where: { offsets[$0] != nil }), map == nil {
      throw reader.error(
        at: offsets[key], key: key,
        "this key needs a displacement; add \"displacement\": \"image.png\"")
    }
    (self.placement, morph) = (placement, shape)
    displacement = map.map { DisplacementDescription($0, distances) }
    let kinds = [name != nil, file != nil, measured != nil, isMap, isInPlace].filter { $0 }.count
    for (key, offset) in offsets.sorted(by: { $0.value < $1.value }) where !own.contains(key) {
      let problem =
        kinds == 0
        ? (MeshPlacement.keys + ["morph"]).contains(key)
          ? "this key needs a mesh file; add \"file\"" : "this key needs a preset; add \"preset\""
        : "this key does not apply to "
          + (isMap
            ? "a map"
            : name.map { "the preset \($0)" }
              ?? (file != nil ? "a file" : measured?.kind ?? "vertices"))
          + "; \(NearestName.hint(key, among: own))"
      throw reader.error(at: offset, key: key, problem)
    }
    settings = MeshSettings(of: contents, given: Set(offsets.keys))
    if let name {
      source = .preset(name, values)
      do { _ = try Self.mesh(preset: name, values, layerSize: Size(1, 1)) } catch {
        throw Self.fault(error, values, offsets, reader, at: start)
      }
    } else if let positions {
      source = .map(positions)
    } else if let file {
      source = .file(file)
    } else if let measured {
      source = .measured(measured)
    } else if map != nil, kinds == 0 {
      source = .grid
    } else {
      guard !offsets.isEmpty else {
        throw reader.error(
          at: start,
          "the mesh is empty; add a \"preset\", a \"file\", a \"map\", a \"displacement\", \"bezier\", or \"vertices\" and "
            + "\"faces\"")
      }
      try contents.complete(Set(offsets.keys), reader)
      do throws(MeshError) {
        source = .inPlace(try contents.mesh())
      } catch {
        if let limit = reader.recovery?.limit {
          let report = Mesh.validate(vertices: contents.vertices, faces: contents.faces, limit: limit)
          for error in report.errors { try reader.keep(reader.error(at: start, error.description)) }
        }
        throw reader.error(at: start, error.description)
      }
      settings = MeshSettings()
    }
  }

  static let distances = Displacement.properties.map { JSONField($0, of: Displacement()) }

  /// The parameter of the preset, or of any preset while the preset is unknown.
  private static func parameter(_ key: String, of name: String?) -> MeshPreset.Parameter? {
    MeshPreset.all.lazy.filter { name == nil || $0.name == name }.flatMap(\.parameters).first {
      $0.name == key
    }
  }

  private static func keys(name: String?, isFile: Bool, measured: String?, isMap: Bool) -> [String] {
    if isMap { return MapDescription.keys + MeshSettings.keys }
    if let preset = MeshPreset.all.first(where: { $0.name == name }) {
      return ["preset"] + MeshSettings.keys + preset.parameters.map(\.name)
    }
    if let measured, !isFile { return [measured] + MeshSettings.keys }
    return isFile
      ? ["file", "morph"] + MeshPlacement.keys + MeshSettings.keys
      : ["preset", "file", "lens", "points", "page", "map", "displacement"] + MeshFile.Contents.keys
  }

  /// The preset's error, at the value that caused it.
  private static func fault(
    _ error: MeshPresetError, _ values: [String: Double], _ offsets: [String: Int], _ reader: JSONReader,
    at start: Int
  ) -> DocumentError {
    switch error {
    case .outOfRange(let parameter, _, _), .notInteger(let parameter, _, _):
      reader.error(at: offsets[parameter.name], key: parameter.name, error.description)
    default: reader.error(at: start, error.description)
    }
  }

  var json: JSONValue {
    var members: [(key: String, value: JSONValue)]
    switch source {
    case .preset(let name, let values):
      members = [("preset", .string(name))]
      // In the order of the preset's parameters.
      for parameter in MeshPreset.all.first(where: { $0.name == name })?.parameters ?? [] {
        if let value = values[parameter.name] { members.append((parameter.name, parameter.json(value))) }
      }
    case .file(let reference):
      members = [("file", .string(reference.path))] + placement.members
      if !morph.isRest {
        members.append(("morph", .object(morph.members.map { ($0.name, .number($0.value)) })))
      }
    case .measured(let measured): members = [(measured.key, measured.json)]
    case .map(let map): members = map.members
    case .grid: members = []
    case .inPlace(var mesh):
      settings.apply(to: &mesh)
      return .text(String(decoding: MeshFile.encode(mesh).dropLast(), as: UTF8.self))
    }
    members += settings.members + (displacement?.members ?? [])
    return .object(members)
  }
}

extension MeshPreset.Parameter {
  fileprivate func json(_ value: Double) -> JSONValue {
    names.isEmpty ? .number(value) : .string(text(of: value))
  }
}

extension JSONReader {
  /// The name of the preset of the next object; nil where it names none. Does not advance the reader.
  fileprivate func lookaheadPreset() -> String? {
    guard let place = valueOffset(ofKey: "preset") else { return nil }
    var ahead = self
    ahead.offset = place
    return (try? ahead.readString()).flatMap { name in MeshPreset.all.first { $0.name == name }?.name }
  }

  fileprivate mutating func readAxes() throws(DocumentError) -> MeshAxes {
    skipSpaces()
    let start = offset
    let text = try readString("the axes that point right, up and toward the viewer, such as \"x,z,-y\"")
    do { return try MeshAxes.parse(text) } catch { throw self.error(at: start, error.description) }
  }

  /// A number, an angle or the name of a value; the range is checked with the other parameters.
  fileprivate mutating func readValue(of parameter: MeshPreset.Parameter) throws(DocumentError) -> Double {
    if parameter.isAngle { return try readDegrees(in: NumberRange(-1e9...1e9, .degrees)) }
    if parameter.names.isEmpty { return try readNumber() }
    let name = try readName(among: parameter.names)
    guard let value = parameter.value(named: name) else {
      preconditionFailure("the name is one of the names")
    }
    return value
  }
}
