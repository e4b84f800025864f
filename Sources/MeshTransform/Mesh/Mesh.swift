/// A quad mesh that bends a flat picture: each vertex says where one point of the content lands.
///
/// - `vertices`: V of them, every coordinate finite. `from` is in unit layer space, `to` in unit layer space with
///   depth.
/// - `faces`: F of them, four indices in `0..<V` each, at least one of the triangles 0-1-2 and 2-3-0 with three
///   different vertices; creases are 0 or more.
/// - z grows toward the viewer. Points outside 0...1 are legal.
///
/// The initializers check all that once, and every change keeps it true, so that no later stage has to look again.
/// A mesh without faces is legal and draws nothing. Where two faces give an edge that they share different
/// creases, the larger one counts.
public struct Mesh: Hashable, Sendable {
  public internal(set) var vertices: [Vertex]
  public internal(set) var faces: [Face]
  /// How many points one unit of `to.z` is.
  public var depthNormalization: DepthNormalization
  /// Catmull-Clark steps that refine the mesh before it is drawn, its vertices then being control points of a smooth
  /// surface: 0 for the mesh as it stands, -1 (``automaticSubdivision``) for as many as the eye can see.
  public package(set) var subdivisionSteps: Int
  /// Whether the content's edge texels continue where `from` leaves 0...1; otherwise it is transparent there.
  public var replicatesEdges: Bool
  /// How the content lies inside a face.
  public var faceInterpolation = FaceInterpolation.triangles
  /// Factors that the content's colors are multiplied by, one for each vertex, finite and 0 or more; empty where the
  /// content keeps its brightness. Alpha stays.
  public internal(set) var brightness: [Float] = []
  /// Of a surface made by subdivision: its exact normals in unit layer space, one for each vertex, of any length, on
  /// the content's front; empty for any other mesh. They are lost when the vertices or faces change.
  public internal(set) var limitNormals: [Normal] = []

  /// The value of ``subdivisionSteps`` that leaves their number to the renderer.
  public static let automaticSubdivision = -1

  /// A mesh without vertices and faces, to be built by ``addVertex(_:)`` and ``addFace(_:)``.
  public init() {
    (vertices, faces) = ([], [])
    (depthNormalization, subdivisionSteps, replicatesEdges) = (.none, 0, false)
  }

  /// Checks every coordinate, index and crease.
  ///
  /// - Parameters:
  ///   - subdivisionSteps: -1 or more.
  ///   - brightness: empty, or one for each vertex.
  ///   - policy: what to do about faces that can never draw: refuse them, or leave them out.
  /// - Throws: ``MeshError`` for the first element at fault; ``validate(vertices:faces:limit:)`` finds them all.
  /// - Complexity: O(V + F).
  public init(
    vertices: [Vertex], faces: [Face], depthNormalization: DepthNormalization = .none,
    subdivisionSteps: Int = 0, replicatesEdges: Bool = false,
    faceInterpolation: FaceInterpolation = .triangles, brightness: [Float] = [],
    policy: ValidationPolicy = .strict
  ) throws(MeshError) {
    guard subdivisionSteps >= Self.automaticSubdivision else {
      throw .invalidSubdivisionSteps(subdivisionSteps)
    }
    if let error = Self.error(of: brightness, vertexCount: vertices.count) { throw error }
    for (i, vertex) in vertices.enumerated() where !vertex.isFinite { throw .nonFinite(vertex: i, vertex) }
    var drawable = 0
    for (i, face) in faces.enumerated() {
      if let error = face.error(at: i, vertexCount: vertices.count) { throw error }
      if face.isDrawable { drawable += 1 }
    }
    self.vertices = vertices
    switch policy {
    case .strict:
      guard drawable == faces.count else { throw .degenerateFaces(of: faces, naming: 10) }
      self.faces = faces
    case .lenient:
      self.faces = drawable == faces.count ? faces : faces.filter(\.isDrawable)
    }
    (self.depthNormalization, self.subdivisionSteps) = (depthNormalization, subdivisionSteps)
    self.replicatesEdges = replicatesEdges
    (self.faceInterpolation, self.brightness) = (faceInterpolation, brightness)
  }

  /// Takes arrays that are correct by construction.
  init(unchecked vertices: [Vertex], _ faces: [Face], depthNormalization: DepthNormalization = .none) {
    (self.vertices, self.faces, self.depthNormalization) = (vertices, faces, depthNormalization)
    (subdivisionSteps, replicatesEdges) = (0, false)
  }

  /// What an initializer does with faces that can never draw.
  public enum ValidationPolicy: Hashable, Sendable {
    /// Throws ``MeshError/degenerateFaces(_:count:)``.
    case strict
    /// Leaves them out; ``Mesh/validate(vertices:faces:limit:)`` says which those are.
    case lenient
  }
}

extension Mesh.Face {
  /// Whether one of the triangles 0-1-2 and 2-3-0 has three different vertices.
  ///
  /// Both triangles contain the corners 0 and 2, so these must differ, and one of 1 and 3 must differ from both.
  public var isDrawable: Bool {
    let i = indices
    return i.x != i.z && ((i.y != i.x && i.y != i.z) || (i.w != i.x && i.w != i.z))
  }

  /// The first index or crease that is out of range, the face being `faces[position]` of a mesh.
  func error(at position: Int, vertexCount: Int) -> MeshError? {
    let i = indices
    // One comparison for the face that is right, which nearly all are.
    if max(max(i.x, i.y), max(i.z, i.w)) >= vertexCount {
      let corner = (0..<4).first { i[$0] >= vertexCount } ?? 0
      return .indexOutOfRange(
        face: position, corner: corner, index: Int(i[corner]), vertexCount: vertexCount)
    }
    let c = creases
    // Written so that NaN fails, too.
    if c.x >= 0 && c.y >= 0 && c.z >= 0 && c.w >= 0 { return nil }
    let corner = (0..<4).first { !(c[$0] >= 0) } ?? 0
    return .invalidCrease(face: position, corner: corner, value: c[corner])
  }
}
