import MeshTransform

extension MeshFile {
  /// A fault that the model finds in the mesh of a file, at the line of its element.
  /// - Parameter bytes: the file as JSON.
  package static func fault(_ error: MeshError, in bytes: [UInt8], name: String) -> DocumentError {
    let place = bytes.withUnsafeBufferPointer { buffer in
      let json = JSONScanner(buffer)
      return error.paths.lazy.compactMap { json.value(atPath: $0)?.lowerBound }.first
    }
    guard let place else { return DocumentError(name: name, problem: error.description) }
    // The sentence begins with the path.
    return DocumentError(name: name, in: bytes, at: place, path: "", problem: error.description)
  }
}

extension MeshError {
  /// The paths that the element at fault may have in a file; empty for a fault of the whole mesh.
  fileprivate var paths: [String] {
    switch self {
    case .indexOutOfRange(let face, let corner, _, _):
      ["faces[\(face)][\(corner)]", "faces[\(face)].indices[\(corner)]"]
    case .invalidCrease(let face, let corner, _): ["faces[\(face)].creases[\(corner)]"]
    case .degenerateFaces(let faces, _): faces.first.map { ["faces[\($0)]"] } ?? []
    case .invalidBrightness(let vertex, _): ["brightness[\(vertex)]"]
    case .brightnessCount: ["brightness"]
    case .invalidSubdivisionSteps, .subdivisionTooLarge: ["subdivisionSteps"]
    default: []
    }
  }
}
