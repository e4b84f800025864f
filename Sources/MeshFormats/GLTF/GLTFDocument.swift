/// The JSON of a glTF file with one mesh.
struct GLTFDocument {
  let text: String

  init(_ buffer: GLTFBuffer, _ options: GLTFFile.Options, isBinary: Bool) {
    var members = ["\"asset\": {\"version\": \"2.0\", \"generator\": \"meshrender\"}"]
    if options.isUnlit { members.append("\"extensionsUsed\": [\"KHR_materials_unlit\"]") }
    members += [
      "\"scene\": 0", "\"scenes\": [{\"nodes\": [0]}]", "\"nodes\": [{\"mesh\": 0, \"name\": \"layer\"}]",
      "\"meshes\": [{\"primitives\": [{\"attributes\": {\(buffer.attributes.joined(separator: ", "))}, "
        + "\"indices\": \(buffer.indexAccessor), \"material\": 0}]}]",
      "\"materials\": [{\(Self.material(options))}]",
    ]
    if let view = buffer.imageView {
      members += [
        "\"textures\": [{\"sampler\": 0, \"source\": 0}]",
        "\"images\": [{\"bufferView\": \(view), \"mimeType\": \"image/png\"}]",
        // Linear with mipmaps; clamp to edge.
        "\"samplers\": [{\"magFilter\": 9729, \"minFilter\": 9987, \"wrapS\": 33071, \"wrapT\": 33071}]",
      ]
    }
    members += [
      Self.list("accessors", buffer.accessors), Self.list("bufferViews", buffer.views),
      "\"buffers\": [{\"byteLength\": \(buffer.bytes.count)"
        + (isBinary ? "" : ", \"uri\": \"data:application/octet-stream;base64,\(base64(buffer.bytes))\"")
        + "}]",
    ]
    text = "{\n  " + members.joined(separator: ",\n  ") + "\n}\n"
  }

  private static func material(_ options: GLTFFile.Options) -> String {
    var surface = options.texture == nil ? [] : ["\"baseColorTexture\": {\"index\": 0}"]
    surface += ["\"metallicFactor\": 0", "\"roughnessFactor\": 1"]
    var members = [
      "\"name\": \"content\"", "\"doubleSided\": true",
      "\"pbrMetallicRoughness\": {\(surface.joined(separator: ", "))}",
    ]
    if options.texture?.hasTransparency == true { members.append("\"alphaMode\": \"BLEND\"") }
    if options.isUnlit { members.append("\"extensions\": {\"KHR_materials_unlit\": {}}") }
    return members.joined(separator: ", ")
  }

  private static func list(_ name: String, _ elements: [String]) -> String {
    "\"\(name)\": [\n    \(elements.joined(separator: ",\n    "))\n  ]"
  }
}

/// RFC 4648, section 4.
package func base64(_ bytes: [UInt8]) -> String {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var out: [UInt8] = []
  out.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let rest = min(3, bytes.count - start)
    let word = (0..<3).reduce(UInt32(0)) { $0 << 8 | ($1 < rest ? UInt32(bytes[start + $1]) : 0) }
    for i in 0..<4 {
      out.append(i <= rest ? letters[Int(word >> (18 - 6 * UInt32(i)) & 63)] : UInt8(ascii: "="))
    }
  }
  return String(decoding: out, as: UTF8.self)
}
