import ImageFiles
import MeshTransform
import SceneDocument

/// One of the two meshes of `--from` and `--to`.
enum MorphEnd {
  /// The flat shape of the other end.
  case flat
  case file(InputFile, MorphShape)
  case measured(MeasuredMesh)
  case preset(Preset)
  case map(MapDescription)

  /// - `option`: the flag whose value the text is.
  init(_ text: String, option: String) throws(Failure) {
    if text == "flat" {
      self = .flat
      return
    }
    switch try MeshArgument(text, option: option) {
    case .file(let file, let shape): self = .file(file, shape)
    case .measured(let measured): self = .measured(measured)
    case .map(let map): self = .map(map)
    case .preset(let name, let values): self = .preset(Preset(name: name, values: values, option: option))
    }
  }

  /// A preset with the parameters that are given.
  struct Preset {
    let name: String
    var values: [String: Double]
    let option: String

    var parameters: [MeshPreset.Parameter] {
      MeshPreset.all.first { $0.name == name }?.parameters ?? []
    }

    func value(_ parameter: MeshPreset.Parameter) -> Double {
      values[parameter.name] ?? parameter.defaultValue
    }
  }

  /// Makes the meshes of the ends.
  struct Reader {
    /// In points.
    let layerSize: Size
    let placement: MeshPlacement
    let limits: LimitOptions
    let isLenient: Bool
    let warn: (String) -> Void

    /// Nil for `flat`.
    func mesh(_ end: MorphEnd) throws(Failure) -> Mesh? {
      switch end {
      case .flat: return nil
      case .file(let file, let shape):
        return try MeshInput.mesh(
          from: file, shape, MeshInput.Options(placement, layerSize: layerSize), lenient: isLenient,
          warn: warn)
      case .measured(let measured):
        return try MeshArgument.output(of: measured, layerSize: layerSize, warn: warn).mesh
      case .map(let map):
        let size = layerSize.pixels(scale: 1)
        let read = try MapInput.mesh(
          map, map.inputs, content: size, layer: size, limits: limits.image,
          vertexLimit: limits.maxVertices)
        read.notes.forEach(warn)
        return read.value
      case .preset(let preset):
        do {
          return try MeshDescription.mesh(preset: preset.name, preset.values, layerSize: layerSize)
        } catch { throw MeshArgument.failure(error, preset.option) }
      }
    }
  }

  /// Gives the grids of two presets the same numbers of rows and columns, unless they are given.
  static func useCommonGrid(_ start: inout MorphEnd, _ end: inout MorphEnd) {
    guard case .preset(var first) = start, case .preset(var second) = end else { return }
    for name in ["rows", "columns"] {
      guard let a = first.parameters.first(where: { $0.name == name }),
        let b = second.parameters.first(where: { $0.name == name })
      else { continue }
      switch (first.values[name], second.values[name]) {
      case (nil, nil):
        let count = max(a.defaultValue, b.defaultValue)
        (first.values[name], second.values[name]) = (count, count)
      case (let count?, nil): second.values[name] = count
      case (nil, let count?): first.values[name] = count
      case (_?, _?): break
      }
    }
    (start, end) = (.preset(first), .preset(second))
  }
}
