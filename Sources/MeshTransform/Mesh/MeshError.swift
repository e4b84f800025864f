/// Why a ``Mesh`` cannot be made, changed or combined. Indices count from zero.
public enum MeshError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A vertex with a coordinate that is NaN or infinite.
  case nonFinite(vertex: Int, Mesh.Vertex)
  /// A corner that refers to no vertex.
  case indexOutOfRange(face: Int, corner: Int, index: Int, vertexCount: Int)
  /// A crease that is NaN or below 0.
  case invalidCrease(face: Int, corner: Int, value: Float)
  /// The first of the `count` faces without a triangle of three different vertices.
  case degenerateFaces([Int], count: Int)
  /// A number of subdivision steps below -1.
  case invalidSubdivisionSteps(Int)
  /// `vertices` is the number after the steps, or the largest `Int` if it is larger; `largestSteps` is within the
  /// limit.
  case subdivisionTooLarge(steps: Int, vertices: Int, limit: Int, largestSteps: Int)
  /// More faces of a scene's meshes after subdivision than the limit: those up to this mesh.
  case tooManyFacesInAll(Int, limit: Int)
  /// A number of brightness values that differs from the number of vertices.
  case brightnessCount(Int, vertexCount: Int)
  /// A brightness that is not finite or below 0.
  case invalidBrightness(vertex: Int, value: Float)
  /// A grid without rows or without columns.
  case emptyGrid(rows: Int, columns: Int)
  /// A grid with more vertices than the limit.
  case gridTooLarge(rows: Int, columns: Int, limit: Int)
  /// A number of vertices or faces that is negative or exceeds the limit.
  case invalidCount(vertices: Int, faces: Int, limit: Int)
  /// An index of no vertex.
  case noSuchVertex(Int, vertexCount: Int)
  /// An index of no face.
  case noSuchFace(Int, faceCount: Int)
  /// The first of the `count` faces that use the vertex.
  case vertexInUse(vertex: Int, faces: [Int], count: Int)
  /// A fraction between two meshes that is not finite.
  case invalidFraction(Double)
  /// Two meshes that differ in more than the positions of their vertices.
  case incompatible(Mesh.Difference)

  /// Location, value and allowed values.
  public var description: String {
    switch self {
    case .nonFinite(let i, let vertex): "vertices[\(i)] is \(vertex); make every coordinate finite"
    case .indexOutOfRange(let face, let corner, let index, let count):
      count == 0
        ? "faces[\(face)][\(corner)] is \(index), but there are no vertices; add some, or remove the face"
        : "faces[\(face)][\(corner)] is \(index), but "
          + (count == 1 ? "there is 1 vertex; use 0" : "there are \(count) vertices; use 0..<\(count)")
    case .invalidCrease(let face, let corner, let value):
      "the crease faces[\(face)][\(corner)] is \(value); use 0 (smooth) or more (10 is always sharp)"
    case .degenerateFaces(let faces, let count):
      "\(list("faces", faces, count)) \(count == 1 ? "has" : "have") no triangle with three different vertices "
        + "and can never be drawn; remove \(count == 1 ? "it" : "them") or use the lenient policy"
    case .invalidSubdivisionSteps(let steps):
      "subdivisionSteps is \(steps); use 0 (the mesh unchanged) or more, or -1 to choose the number by the size of the picture"
    case .subdivisionTooLarge(let steps, let vertices, let limit, let largest):
      "\(steps) subdivision steps would give \(vertices == .max ? "more than 9e18" : "\(vertices)") vertices, "
        + "but the limit is \(limit); use \(largest) or fewer, or raise the limit"
    case .tooManyFacesInAll(let count, let limit):
      "with this mesh, the scene's meshes have \(count) faces after subdivision, but the limit is \(limit); "
        + "use fewer subdivision steps or fewer meshes, or raise the limit"
    case .brightnessCount(let count, let vertices):
      "there are \(count) values of brightness for \(vertices) vertices; use one per vertex, or none"
    case .invalidBrightness(let vertex, let value):
      "brightness[\(vertex)] is \(value); use a finite number of 0 or more (1 leaves the content unchanged)"
    case .emptyGrid(let rows, let columns):
      "a grid of \(rows) rows and \(columns) columns has no faces; use 1 or more of each"
    case .gridTooLarge(let rows, let columns, let limit):
      "a grid of \(rows) rows and \(columns) columns has more than \(limit) vertices, the limit; "
        + "use fewer rows and columns or raise the limit"
    case .invalidCount(let vertices, let faces, let limit):
      "a mesh of \(vertices) vertices and \(faces) faces was requested; use 0...\(limit) of each "
        + "or change the limit"
    case .noSuchVertex(let index, let count):
      "there is no vertex \(index): the mesh has \(count) vertices, counted from 0"
    case .noSuchFace(let index, let count):
      "there is no face \(index): the mesh has \(count) faces, counted from 0"
    case .vertexInUse(let vertex, let faces, let count):
      "vertices[\(vertex)] is used by \(list("faces", faces, count)); remove \(count == 1 ? "it" : "them") "
        + "first, or with the vertex"
    case .invalidFraction(let fraction):
      "the fraction between two meshes is \(fraction); use a finite number (0 is the first, 1 the second)"
    case .incompatible(let difference): "the meshes can't be interpolated: \(difference)"
    }
  }

  /// All faces without a drawable triangle; the first `limit` are named.
  static func degenerateFaces(of faces: [Mesh.Face], naming limit: Int) -> MeshError {
    var (named, count): ([Int], Int) = ([], 0)
    for (i, face) in faces.enumerated() where !face.isDrawable {
      if named.count < limit { named.append(i) }
      count += 1
    }
    return .degenerateFaces(named, count: count)
  }
}

/// `faces[3]`, `faces[3] and faces[5]`, `faces[3], faces[5] and 7 more`: the named elements of `count`.
func list(_ array: String, _ indices: [Int], _ count: Int) -> String {
  var parts = indices.map { "\(array)[\($0)]" }
  if count > indices.count { parts.append("\(count - indices.count) more") }
  guard let last = parts.popLast() else { return array }
  return parts.isEmpty ? last : parts.joined(separator: ", ") + " and " + last
}

extension Mesh.Vertex: CustomStringConvertible {
  /// The five numbers as in a mesh file.
  public var description: String { "[\(fromX), \(fromY), \(toX), \(toY), \(toZ)]" }
}
