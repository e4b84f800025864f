import SceneDocument

/// The file formats of meshes.
public enum MeshFormat: String, CaseIterable, Hashable, Sendable {
  /// The only lossless format: ``MeshFile`` of SceneDocument.
  case json
  /// Paul Bourke's warp meshes for projectors and domes.
  case warp
  /// Wavefront OBJ.
  case obj
  /// Vertices and faces in the text form of Core Animation's meshes.
  case coreAnimation = "camesh"
  /// glTF 2.0 in one JSON file, its data embedded. Written only.
  case gltf
  /// glTF 2.0 in one binary file. Written only.
  case glb

  /// Finds the format by the extension of a file's name; nil for an unknown extension.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[dot...].lowercased()
    guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else { return nil }
    self = format
  }

  /// The extensions of its file names.
  public var endings: [String] {
    self == .warp ? [".warp", ".data", ".map", ".xyuv"] : [".\(rawValue)"]
  }

  /// Whether files of the format can be read; glTF is only written.
  public var canBeRead: Bool { self != .gltf && self != .glb }

  /// The extensions that ``init(path:)`` accepts, for messages.
  public static let extensions = ".json, .obj, .camesh, .warp, .data, .map, .xyuv, .gltf or .glb"
  /// The file extensions of all formats that are read, for error messages.
  package static let readableExtensions = ".json, .obj, .camesh, .warp, .data, .map or .xyuv"

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
