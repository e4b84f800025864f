import MeshTransform
import SceneDocument

extension GLTFFile {
  /// The most values of the JSON, which take memory each; the numbers of a mesh are not among them, but in its data.
  private static let valueLimit = 2_000_000

  /// Reads the mesh of a .gltf or .glb file: the triangles of its default scene, joined.
  ///
  /// The inverse of ``encode(_:name:binary:options:)``: the layer's center is the origin, y points up, and the longer side
  /// of the layer is one metre. Texture coordinates are `from`; morph targets become the targets of the contents, with
  /// the names in `extras.targetNames` or their numbers. Materials, lights and cameras are ignored.
  ///
  /// - Parameters:
  ///   - name: the file's name, for errors.
  ///   - placement: the place of the model on the layer; by default as in a file that is written.
  ///   - layerSize: the size of the layer in points; only the proportion of its sides counts.
  ///   - readFile: reads a .bin file in the folder of a .gltf file; nil where there is no folder.
  /// - Throws: `DocumentError` for the first fault.
  public static func read(
    _ bytes: [UInt8], name: String, placement: MeshPlacement = MeshPlacement(), layerSize: Size = Size(1, 1),
    byteLimit: Int = MeshFile.defaultByteLimit, readFile: FileReader? = nil
  ) throws(DocumentError) -> MeshImport {
    guard bytes.count <= byteLimit else {
      throw DocumentError(
        name: name, problem: "the file has \(bytes.count) bytes; use \(byteLimit) at most or raise the limit")
    }
    let container = try GLTFContainer(bytes, name: name)
    guard !container.hasMoreValues(than: valueLimit) else {
      throw DocumentError(
        name: name,
        problem: "the JSON of the file has more than \(valueLimit) values; export a part of the model")
    }
    try JSONReader.check(container.json, name: name)
    let source = Source(bytes: bytes, name: name, isBinary: container.isBinary, readFile: readFile)
    let result: Result<MeshImport, DocumentError> = container.json.withUnsafeBufferPointer { buffer in
      Result { () throws(DocumentError) in
        var model = try GLTFModel(
          GLTFJSON(buffer, name: name), data: container.data, of: source, placement: placement,
          layerSize: layerSize, byteLimit: byteLimit)
        return try model.read()
      }
    }
    return try result.get()
  }
}
