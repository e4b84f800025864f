import CEGL
import MeshTransform

/// Triangles on the GPU. Owns their buffers; a class because sheets share it.
final class Geometry {
  /// As they are drawn.
  private(set) var triangles: TriangleList
  /// Of the mesh, whose triangles these are.
  let meshVertexCount: Int
  /// In the order of the mesh, for the next picture's to share indices with.
  var list: TriangleList?
  let vertexArray: VertexArray
  private(set) var indexBuffer: Buffer
  private var vertexBuffer: Buffer
  private var normalBuffer: Buffer
  private var brightnessBuffer: Buffer
  private var weightBuffer: Buffer
  private var faces: FaceTexture?
  private var known: (indices: [UInt32], neighbors: TriangleNeighbors)?
  /// Of the same, found when it is asked for.
  private var outline: SheetOutline?

  /// - `faces`: what pixels must know of their faces.
  init(_ gl: GLContext, _ triangles: TriangleList, _ faces: FaceTable? = nil, meshVertexCount: Int = 0)
    throws(GLError)
  {
    (self.triangles, self.meshVertexCount) = (triangles, meshVertexCount)
    vertexArray = VertexArray()
    vertexBuffer = try Buffer(gl, target: GL_ARRAY_BUFFER, triangles.vertices)
    let stride = MemoryLayout<Mesh.Vertex>.stride
    vertexArray.floats(0, components: 2, stride: stride, offset: 0)
    vertexArray.floats(1, components: 3, stride: stride, offset: 2 * MemoryLayout<Float>.stride)
    normalBuffer = try Buffer(gl, target: GL_ARRAY_BUFFER, triangles.normals)
    if normalBuffer.count > 0 {
      vertexArray.floats(2, components: 3, stride: MemoryLayout<Mesh.Normal>.stride, offset: 0)
    }
    brightnessBuffer = try Buffer(gl, target: GL_ARRAY_BUFFER, triangles.brightness)
    if brightnessBuffer.count > 0 {
      vertexArray.floats(3, components: 1, stride: MemoryLayout<Float>.stride, offset: 0)
    }
    weightBuffer = try Buffer(gl, target: GL_ARRAY_BUFFER, triangles.weights)
    if weightBuffer.count > 0 {
      vertexArray.floats(4, components: 1, stride: MemoryLayout<Float>.stride, offset: 0)
    }
    indexBuffer = try Buffer(gl, target: GL_ELEMENT_ARRAY_BUFFER, triangles.indices)
    glBindVertexArray(0)
    switch faces {
    case .some(let faces): self.faces = try FaceTexture(gl, faces)
    case .none: self.faces = nil
    }
  }

  /// Puts other triangles into the same buffers: no memory is allocated where there is room, and indices that are those
  /// of before are not even copied.
  /// - Returns: false, with nothing changed, where triangles of that kind need other buffers.
  func refill(_ gl: GLContext, _ triangles: TriangleList, _ table: FaceTable?) throws(GLError) -> Bool {
    guard triangles.normals.isEmpty == (normalBuffer.count == 0),
      triangles.brightness.isEmpty == (brightnessBuffer.count == 0),
      triangles.weights.isEmpty == (weightBuffer.count == 0), (table == nil) == (faces == nil)
    else { return false }
    if let table, let faces, !faces.refill(gl, table) {
      self.faces = nil
      self.faces = try FaceTexture(gl, table)
    }
    // The binding of indices belongs to the vertex array that is bound, which must not be another's.
    glBindVertexArray(vertexArray.name)
    defer { glBindVertexArray(0) }
    try vertexBuffer.refill(gl, target: GL_ARRAY_BUFFER, triangles.vertices)
    try normalBuffer.refill(gl, target: GL_ARRAY_BUFFER, triangles.normals)
    try brightnessBuffer.refill(gl, target: GL_ARRAY_BUFFER, triangles.brightness)
    try weightBuffer.refill(gl, target: GL_ARRAY_BUFFER, triangles.weights)
    if !triangles.indices.isInMemory(of: self.triangles.indices) {
      try indexBuffer.refill(gl, target: GL_ELEMENT_ARRAY_BUFFER, triangles.indices)
    }
    self.triangles = triangles
    return true
  }

  /// Lets go of the vertices, which the device has, so that the next picture's take their memory. Indices stay, to be
  /// shared, unless they were sorted for this picture.
  func endPicture() {
    triangles.dropVertices()
    list?.dropVertices()
    if let list, !list.indices.isInMemory(of: triangles.indices) { triangles.indices = [] }
  }

  /// - `list`: these triangles, in any order, neighbors sharing vertices. The same indices as last time need not be sorted again.
  func neighbors(of list: TriangleList) -> TriangleNeighbors {
    if let known, known.indices.isInMemory(of: list.indices) { return known.neighbors }
    let neighbors = TriangleNeighbors(list.indices, vertexCount: list.vertices.count)
    (known, outline) = ((list.indices, neighbors), nil)
    return neighbors
  }

  /// - `list`: likewise.
  func withOutline<Value>(of list: TriangleList, _ body: (inout SheetOutline) -> Value) -> Value {
    let neighbors = neighbors(of: list)
    var outline = outline ?? SheetOutline(neighbors, list.indices)
    defer { self.outline = outline }
    return body(&outline)
  }

  /// Makes the table of faces the texture of that unit; unit 0 is the active one afterwards.
  /// - Returns: how many texels a face has in it.
  func bindFaces(unit: Int32) -> GLint {
    glActiveTexture(GLenum(GL_TEXTURE0 + unit))
    glBindTexture(GLenum(GL_TEXTURE_2D), faces?.name ?? 0)
    glActiveTexture(GLenum(GL_TEXTURE0))
    return GLint(faces?.texelsPerFace ?? 0)
  }
}

@available(*, unavailable) extension Geometry: Sendable {}
