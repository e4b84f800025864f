import MeshTransform

extension AnimationClause {
  /// A preset with its parameters, `ripple:amplitude=0.1,waves=6`, or the path of a mesh file.
  func takeMesh(_ cursor: inout TextCursor) throws(SyntaxError) -> MeshDescription {
    let start = cursor.offset
    // A comma continues the mesh only before another parameter.
    let text = cursor.takeWord { rest in
      let key = rest.prefix {
        (0x41...0x5A).contains($0 & 0xDF) || (0x30...0x39).contains($0) || $0 == 0x20 || $0 == 0x5F
      }
      return !key.isEmpty && rest.dropFirst(key.count).first == UInt8(ascii: "=")
    }
    guard !text.isEmpty else {
      throw cursor.error("found \(cursor.found); use a mesh preset such as ripple:waves=6, or a mesh file")
    }
    // A preset's name has no slash or dot before its parameters.
    if text.prefix(while: { $0 != ":" }).contains(where: { $0 == "/" || $0 == "." }) {
      let (path, shape): (String, MorphShape)
      do { (path, shape) = try MorphShape.parse(file: text) } catch {
        throw cursor.error(at: start, of: error)
      }
      return MeshDescription(.file(SceneReference(path)), morph: shape)
    }
    do { return try preset(text) } catch { throw cursor.error(at: start, of: error) }
  }

  private func preset(_ text: String) throws(SyntaxError) -> MeshDescription {
    let spec = try Spec.parse(mesh: text)
    let preset: MeshPreset
    do { preset = try MeshPreset.named(spec.name) } catch {
      throw spec.error(at: spec.nameColumn, "\(error)")
    }
    return MeshDescription(.preset(preset.name, try values(of: spec, preset)))
  }

  private func values(of spec: Spec, _ preset: MeshPreset) throws(SyntaxError) -> [String: Double] {
    try spec.allow(keys: preset.parameters.map(\.name), of: preset.name)
    var values: [String: Double] = [:]
    for entry in spec.entries {
      guard let parameter = preset.parameters.first(where: { $0.name == entry.key }) else { continue }
      let value = try entry.value(of: parameter)
      guard parameter.range.contains(value), !parameter.isInteger || value == value.rounded() else {
        throw entry.error(allowed: parameter.range.words + (parameter.isInteger ? ", a whole number" : ""))
      }
      values[entry.key] = value
    }
    return values
  }
}
