import SceneDocument

/// A mesh read from a file of another format.
public struct MeshImport: Hashable, Sendable {
  public var contents: MeshFile.Contents
  /// The properties of the file that a mesh cannot hold, one sentence each.
  public var notes: [String]

  public init(_ contents: MeshFile.Contents, notes: [String] = []) {
    (self.contents, self.notes) = (contents, notes)
  }
}
