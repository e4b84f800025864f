import MeshFormats
import MeshTransform
import SceneDocument

/// A glTF file made by hand: each list of numbers becomes a view and an accessor.
struct GLTFSample {
  var data: [UInt8] = []
  var views: [String] = [], accessors: [String] = []
  /// The other members of the top object.
  var members: [String] = []

  /// - Returns: the index of the accessor.
  @discardableResult
  mutating func add(_ numbers: [Float], _ type: String, count: Int? = nil, more: String = "") -> Int {
    let words = numbers.flatMap { number in (0..<4).map { UInt8(number.bitPattern >> (8 * $0) & 255) } }
    let widths = ["SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4]
    return add(words, 5126, type, count: count ?? numbers.count / widths[type, default: 1], more: more)
  }

  @discardableResult
  mutating func add(
    _ bytes: [UInt8], _ component: Int, _ type: String, count: Int, more: String = "", stride: Int? = nil
  ) -> Int {
    let view = addView(bytes, stride: stride)
    accessors.append(
      "{\"bufferView\": \(view), \"componentType\": \(component), \"count\": \(count), \"type\": \"\(type)\"\(more)}"
    )
    return accessors.count - 1
  }

  mutating func addView(_ bytes: [UInt8], stride: Int? = nil) -> Int {
    views.append(
      "{\"buffer\": 0, \"byteOffset\": \(data.count), \"byteLength\": \(bytes.count)"
        + (stride.map { ", \"byteStride\": \($0)" } ?? "") + "}")
    data += bytes
    return views.count - 1
  }

  /// The JSON, its data in the buffer of this description, or embedded.
  func text(buffer: String? = nil) -> String {
    let own =
      "{\"byteLength\": \(data.count), \"uri\": \"data:application/octet-stream;base64,\(base64(data))\"}"
    let lists = [
      "\"asset\": {\"version\": \"2.0\"}", "\"accessors\": [\(accessors.joined(separator: ","))]",
      "\"bufferViews\": [\(views.joined(separator: ","))]", "\"buffers\": [\(buffer ?? own)]",
    ]
    return "{" + (lists + members).joined(separator: ",\n") + "}"
  }

  /// A binary file.
  var binary: [UInt8] {
    func word(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (8 * $0) & 255) } }
    var json = bytes(text(buffer: "{\"byteLength\": \(data.count)}"))
    while json.count % 4 != 0 { json.append(0x20) }
    var chunk = data
    while chunk.count % 4 != 0 { chunk.append(0) }
    return bytes("glTF") + word(2) + word(28 + json.count + chunk.count) + word(json.count) + bytes("JSON")
      + json
      + word(chunk.count) + bytes("BIN\0") + chunk
  }

  /// The unit square of the scene, x right and y up about the origin, with two targets and key frames of their weights.
  static func square(
    attributes: String = "\"POSITION\": 0, \"TEXCOORD_0\": 1", primitive: String = ", \"indices\": 2",
    node: String = "\"mesh\": 0", more: [String] = []
  ) -> GLTFSample {
    var sample = GLTFSample()
    sample.add([-0.5, 0.5, 0, 0.5, 0.5, 0, 0.5, -0.5, 0, -0.5, -0.5, 0], "VEC3")
    sample.add([0, 0, 1, 0, 1, 1, 0, 1], "VEC2")
    sample.add([0, 3, 2, 2, 1, 0], 5121, "SCALAR", count: 6)
    sample.members =
      [
        "\"scenes\": [{\"nodes\": [0]}], \"nodes\": [{\(node)}]",
        "\"meshes\": [{\"primitives\": [{\"attributes\": {\(attributes)}\(primitive)}]}]",
      ] + more
    return sample
  }

  func read(
    _ placement: MeshPlacement = MeshPlacement(), size: Size = Size(1, 1)
  ) throws(DocumentError) -> MeshFile.Contents {
    try GLTFFile.read(bytes(text()), name: "m.gltf", placement: placement, layerSize: size).contents
  }

  /// The sentence of the error.
  var fault: String { words { () throws(DocumentError) in try read() } }
}
