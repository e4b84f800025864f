import SceneDocument

/// A mesh read from a file of another format.
public struct MeshImport: Hashable, Sendable {
  /// The mesh before validation.
  public var contents: MeshFile.Contents
  /// The properties of the file that a mesh cannot hold, one sentence each.
  public var notes: [String]

  /// Contents with sentences about everything that they do not hold.
  public init(_ contents: MeshFile.Contents, notes: [String] = []) {
    (self.contents, self.notes) = (contents, notes)
  }
}
