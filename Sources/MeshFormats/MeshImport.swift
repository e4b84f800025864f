import SceneDocument

/// What a file of another format says of a mesh.
public struct MeshImport: Hashable, Sendable {
  public var contents: MeshFile.Contents
  /// What the file has and a mesh has not, a sentence each.
  public var notes: [String]

  public init(_ contents: MeshFile.Contents, notes: [String] = []) {
    (self.contents, self.notes) = (contents, notes)
  }
}
