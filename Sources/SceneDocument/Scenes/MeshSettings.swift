import MeshTransform

/// Rendering settings of a mesh besides its source. Nil keeps the mesh's own setting.
public struct MeshSettings: Hashable, Sendable {
  /// Whether edge texels continue beyond the content.
  public var replicatesEdges: Bool?
  /// Values below -1 count as -1, automatic.
  public var subdivisionSteps: Int?
  /// The interpolation of the content within a face.
  public var faceInterpolation: Mesh.FaceInterpolation?

  /// Settings with the given values.
  public init(
    replicatesEdges: Bool? = nil, subdivisionSteps: Int? = nil,
    faceInterpolation: Mesh.FaceInterpolation? = nil
  ) {
    (self.replicatesEdges, self.subdivisionSteps) = (replicatesEdges, subdivisionSteps)
    self.faceInterpolation = faceInterpolation
  }

  /// Replaces the mesh's settings by those that are not nil.
  public func apply(to mesh: inout Mesh) {
    if let replicatesEdges { mesh.replicatesEdges = replicatesEdges }
    if let subdivisionSteps { mesh.subdivisionSteps = max(subdivisionSteps, Mesh.automaticSubdivision) }
    if let faceInterpolation { mesh.faceInterpolation = faceInterpolation }
  }
}

extension MeshSettings {
  static let keys = ["subdivisionSteps", "replicatesEdges", "faceInterpolation"]

  init(of contents: MeshFile.Contents, given: Set<String>) {
    self.init(
      replicatesEdges: given.contains("replicatesEdges") ? contents.replicatesEdges : nil,
      subdivisionSteps: given.contains("subdivisionSteps") ? contents.subdivisionSteps : nil,
      faceInterpolation: given.contains("faceInterpolation") ? contents.faceInterpolation : nil)
  }

  var members: [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = []
    if let subdivisionSteps { members.append(("subdivisionSteps", .number(Double(subdivisionSteps)))) }
    if let replicatesEdges { members.append(("replicatesEdges", .boolean(replicatesEdges))) }
    if let faceInterpolation { members.append(("faceInterpolation", .string(faceInterpolation.rawValue))) }
    return members
  }
}
