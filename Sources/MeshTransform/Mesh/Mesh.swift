/// A quad mesh that deforms a flat picture: each vertex maps a point of the content to a position.
///
/// - `vertices`: V vertices with finite coordinates. `from` is in unit layer space, `to` in unit layer space with
///   depth.
/// - `faces`: F faces of four indices in `0..<V`; one of the triangles 0-1-2 and 2-3-0, or both, with three different
///   vertices; creases of 0 or more.
/// - z grows toward the viewer. Points outside 0...1 are allowed.
///
/// The initializers check this once, and every change preserves it, for all later stages. A mesh without faces is valid
/// and draws nothing. If two faces give different creases to a shared edge, the larger one counts.
public struct Mesh: Hashable, Sendable {
  /// The mapped points of the content.
  public internal(set) var vertices: [Vertex]
  /// The quadrilaterals between them; later ones are drawn later where depths are equal.
  public internal(set) var faces: [Face] {
    get { storedFaces.list }
    set { storedFaces = .list(newValue) }
    _modify {
      // The list is held once while it changes, so that nothing is copied.
      var list = storedFaces.list
      storedFaces = .list([])
      defer { storedFaces = .list(list) }
      yield &list
    }
  }
  /// The number of faces. Unlike `faces.count`, it needs no list of them.
  public var faceCount: Int { storedFaces.count }
  package var storedFaces: FaceStorage
  /// The number of points per unit of `to.z`.
  public var depthNormalization: DepthNormalization
  /// The number of Catmull-Clark steps before drawing, with the vertices as control points of a smooth surface: 0 for
  /// the mesh itself, -1 (``automaticSubdivision``) for a number that depends on the size on the canvas.
  public package(set) var subdivisionSteps: Int
  /// Whether the content's edge texels continue where `from` leaves 0...1; otherwise it is transparent there.
  public var replicatesEdges: Bool
  /// The interpolation of the content within a face.
  public var faceInterpolation = FaceInterpolation.triangles
  /// Factors of the content's colors, one for each vertex, finite and 0 or more; empty for factors of 1. Alpha is
  /// unchanged.
  public internal(set) var brightness: [Float] = []
  /// The exact normals of a surface made by subdivision, in unit layer space, one for each vertex, of any length, on
  /// the content's front; empty for any other mesh. A change of vertices or faces discards them.
  public internal(set) var limitNormals: [Normal] = []

  /// The value of ``subdivisionSteps`` for a number of steps that the renderer determines.
  public static let automaticSubdivision = -1

  /// A mesh without vertices and faces, for ``addVertex(_:)`` and ``addFace(_:)``.
  public init() {
    (vertices, storedFaces) = ([], .list([]))
    (depthNormalization, subdivisionSteps, replicatesEdges) = (.none, 0, false)
  }

  /// Checks every coordinate, index and crease.
  ///
  /// - Parameters:
  ///   - subdivisionSteps: -1 or more.
  ///   - brightness: empty, or one for each vertex.
  ///   - policy: whether faces without a drawable triangle are an error or are left out.
  /// - Throws: ``MeshError`` for the first invalid element; ``validate(vertices:faces:limit:)`` reports all of them.
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
      storedFaces = .list(faces)
    case .lenient:
      storedFaces = .list(drawable == faces.count ? faces : faces.filter(\.isDrawable))
    }
    (self.depthNormalization, self.subdivisionSteps) = (depthNormalization, subdivisionSteps)
    self.replicatesEdges = replicatesEdges
    (self.faceInterpolation, self.brightness) = (faceInterpolation, brightness)
  }

  /// Takes arrays that are valid by construction.
  init(unchecked vertices: [Vertex], _ faces: [Face], depthNormalization: DepthNormalization = .none) {
    self.init(unchecked: vertices, .list(faces), depthNormalization: depthNormalization)
  }

  /// Takes elements that are valid by construction.
  init(unchecked vertices: [Vertex], _ faces: FaceStorage, depthNormalization: DepthNormalization = .none) {
    (self.vertices, storedFaces, self.depthNormalization) = (vertices, faces, depthNormalization)
    (subdivisionSteps, replicatesEdges) = (0, false)
  }

  /// The treatment of faces without a drawable triangle in an initializer.
  public enum ValidationPolicy: Hashable, Sendable {
    /// Throws ``MeshError/degenerateFaces(_:count:)``.
    case strict
    /// Leaves them out; ``Mesh/validate(vertices:faces:limit:)`` lists them.
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

  /// The first index or crease out of range, for the face `faces[position]` of a mesh.
  func error(at position: Int, vertexCount: Int) -> MeshError? {
    let i = indices
    // One comparison for valid faces.
    if max(max(i.x, i.y), max(i.z, i.w)) >= vertexCount {
      let corner = (0..<4).first { i[$0] >= vertexCount } ?? 0
      return .indexOutOfRange(
        face: position, corner: corner, index: Int(i[corner]), vertexCount: vertexCount)
    }
    let c = creases
    // The negated form rejects NaN as well.
    if c.x >= 0 && c.y >= 0 && c.z >= 0 && c.w >= 0 { return nil }
    let corner = (0..<4).first { !(c[$0] >= 0) } ?? 0
    return .invalidCrease(face: position, corner: corner, value: c[corner])
  }
}
