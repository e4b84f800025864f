import CEGL
import MeshTransform
import RenderGraph

/// The triangles of an item in buffers on the device. Owns the buffers; a class because items share the unit square.
final class GeometryBuffers {
  private(set) var indexBuffer: Buffer
  private let vertices: any VertexSource
  private var faces: FaceDataTexture?
  /// The indices in the buffer where the next frame may have the same; else empty.
  private var indices: [UInt32] = []

  /// The name of the vertex array to draw with in the current frame.
  var vertexArray: GLuint { vertices.vertexArray }
  /// The grid whose normals the vertex shader computes; nil where normals are in a buffer, or there are none.
  var normalGrid: NormalGrid? { vertices.grid }

  /// - `isStreamed`: whether the vertices are replaced in every frame, on a device behind a bus.
  convenience init(_ gl: GLContext, _ command: DrawCommand, isStreamed: Bool) throws(GLError) {
    let indexBuffer = try Buffer(gl, target: GL_COPY_WRITE_BUFFER, command.triangles.indices)
    let name = indexBuffer.name
    try self.init(
      gl, indexBuffer,
      isStreamed
        ? StreamedVertices(gl, command, indexBuffer: name)
        : PackedVertices(gl, command.triangles, indexBuffer: name), command.faces)
    keepIndices(of: command)
  }

  /// Triangles that are not replaced.
  convenience init(_ gl: GLContext, _ triangles: TriangleList, _ faces: FaceData? = nil) throws(GLError) {
    let indexBuffer = try Buffer(gl, target: GL_COPY_WRITE_BUFFER, triangles.indices)
    let name = indexBuffer.name
    try self.init(gl, indexBuffer, PackedVertices(gl, triangles, indexBuffer: name), faces)
  }

  private init(
    _ gl: GLContext, _ indexBuffer: consuming Buffer, _ vertices: any VertexSource, _ faces: FaceData?
  ) throws(GLError) {
    self.indexBuffer = indexBuffer
    self.vertices = vertices
    switch faces {
    case .some(let faces): self.faces = try FaceDataTexture(gl, faces)
    case .none: self.faces = nil
    }
  }

  /// Replaces the triangles. No memory is allocated where they fit, and unchanged indices are not copied.
  /// - Returns: false where such triangles need other buffers; the content of these is then undefined.
  func refill(_ gl: GLContext, _ command: DrawCommand) throws(GLError) -> Bool {
    let table = command.faces
    guard (table == nil) == (faces == nil), try vertices.refill(gl, command) else { return false }
    if let table, let faces, !faces.refill(gl, table) {
      self.faces = nil
      self.faces = try FaceDataTexture(gl, table)
    }
    if !command.triangles.indices.isInMemory(of: indices) {
      indices = []
      // Not the index binding, which belongs to the bound vertex array.
      try indexBuffer.refill(gl, target: GL_COPY_WRITE_BUFFER, command.triangles.indices)
    }
    keepIndices(of: command)
    return true
  }

  /// Keeps the indices for the next frame, unless they were sorted for this one.
  private func keepIndices(of command: DrawCommand) {
    let isInOrder = command.triangles.indices.isInMemory(of: command.triangulation.list.indices)
    indices = isInOrder ? command.triangles.indices : []
  }

  /// Binds the face data texture to a texture unit; unit 0 is active afterwards.
  /// - Returns: the number of texels a face.
  func bindFaces(unit: Int32) -> GLint {
    glActiveTexture(GLenum(GL_TEXTURE0 + unit))
    glBindTexture(GLenum(GL_TEXTURE_2D), faces?.name ?? 0)
    glActiveTexture(GLenum(GL_TEXTURE0))
    return GLint(faces?.texelsPerFace ?? 0)
  }
}

@available(*, unavailable) extension GeometryBuffers: Sendable {}

/// The vertices of an item on the device.
protocol VertexSource: AnyObject {
  /// The name of the vertex array to draw with in the current frame, with the buffer of the indices.
  var vertexArray: GLuint { get }
  /// See ``GeometryBuffers/normalGrid``.
  var grid: NormalGrid? { get }
  /// Replaces the vertices.
  /// - Returns: false where such vertices need other buffers; the content of these is then undefined.
  func refill(_ gl: GLContext, _ command: DrawCommand) throws(GLError) -> Bool
}

/// Vertices as they lie in memory, all values together.
final class PackedVertices: VertexSource {
  private let array = VertexArray()
  private var vertexBuffer: Buffer
  private var normalBuffer: Buffer
  private var brightnessBuffer: Buffer
  private var weightBuffer: Buffer

  var vertexArray: GLuint { array.name }
  var grid: NormalGrid? { nil }

  /// - `indexBuffer`: the buffer of the triangles' indices, which outlives this.
  init(_ gl: GLContext, _ triangles: TriangleList, indexBuffer: GLuint) throws(GLError) {
    glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), indexBuffer)
    vertexBuffer = try Buffer(gl, target: GL_ARRAY_BUFFER, triangles.vertices)
    let stride = MemoryLayout<Mesh.Vertex>.stride
    array.floats(0, components: 2, stride: stride, offset: 0)
    array.floats(1, components: 3, stride: stride, offset: 2 * MemoryLayout<Float>.stride)
    normalBuffer = try Buffer(gl, target: GL_ARRAY_BUFFER, triangles.normals)
    if normalBuffer.count > 0 {
      array.floats(2, components: 3, stride: MemoryLayout<Mesh.Normal>.stride, offset: 0)
    }
    brightnessBuffer = try Buffer(gl, target: GL_ARRAY_BUFFER, triangles.brightness)
    if brightnessBuffer.count > 0 {
      array.floats(3, components: 1, stride: MemoryLayout<Float>.stride, offset: 0)
    }
    weightBuffer = try Buffer(gl, target: GL_ARRAY_BUFFER, triangles.weights)
    if weightBuffer.count > 0 {
      array.floats(4, components: 1, stride: MemoryLayout<Float>.stride, offset: 0)
    }
    glBindVertexArray(0)
  }

  func refill(_ gl: GLContext, _ command: DrawCommand) throws(GLError) -> Bool {
    let triangles = command.triangles
    guard triangles.normals.isEmpty == (normalBuffer.count == 0),
      triangles.brightness.isEmpty == (brightnessBuffer.count == 0),
      triangles.weights.isEmpty == (weightBuffer.count == 0)
    else { return false }
    try vertexBuffer.refill(gl, target: GL_ARRAY_BUFFER, triangles.vertices)
    try normalBuffer.refill(gl, target: GL_ARRAY_BUFFER, triangles.normals)
    try brightnessBuffer.refill(gl, target: GL_ARRAY_BUFFER, triangles.brightness)
    try weightBuffer.refill(gl, target: GL_ARRAY_BUFFER, triangles.weights)
    return true
  }
}

@available(*, unavailable) extension PackedVertices: Sendable {}
