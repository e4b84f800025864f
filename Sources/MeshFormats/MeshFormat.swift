import MeshTransform
import SceneDocument

/// The file formats of meshes.
public enum MeshFormat: String, CaseIterable, Hashable, Sendable, NamedByEnding {
  /// The only lossless format: ``MeshFile`` of SceneDocument.
  case json
  /// Paul Bourke's warp meshes for projectors and domes.
  case warp
  /// Wavefront OBJ.
  case obj
  /// Vertices and faces in the text form of Core Animation's meshes.
  case coreAnimation = "camesh"
  /// glTF 2.0 in one JSON file, with its data inside, or in a file beside it.
  case gltf
  /// glTF 2.0 in one binary file.
  case glb

  /// Finds the format by the extension of a file's name; nil for an unknown extension.
  public init?(path: String) {
    guard let format = Self.format(ofPath: path) else { return nil }
    self = format
  }

  /// The extensions of its file names.
  public var endings: [String] {
    self == .warp ? [".warp", ".data", ".map", ".xyuv"] : [".\(rawValue)"]
  }

  /// Whether files of the format hold the drawn surface, in triangles with normals, rather than its control mesh.
  public var isSurface: Bool { self == .gltf || self == .glb }

  /// The extensions that ``init(path:)`` accepts, for messages.
  public static let extensions = ".json, .obj, .camesh, .warp, .data, .map, .xyuv, .gltf or .glb"

  /// The name in messages.
  public var title: String {
    switch self {
    case .json: "JSON"
    case .warp: "a warp mesh file"
    case .obj: "Wavefront OBJ"
    case .coreAnimation: "Core Animation's mesh text"
    case .gltf, .glb: "glTF"
    }
  }
}
