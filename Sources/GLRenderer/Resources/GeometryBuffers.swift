import CEGL
import MeshTransform
import RenderGraph

/// The triangles of an item in buffers on the device. Owns the buffers; a class because items share the unit square.
final class GeometryBuffers {
  let vertexArray: VertexArray
  private(set) var indexBuffer: Buffer
  private var vertexBuffer: Buffer
  private var normalBuffer: Buffer
  private var brightnessBuffer: Buffer
  private var weightBuffer: Buffer
  private var faces: FaceDataTexture?
  /// The indices in the buffer where the next frame may have the same; else empty.
  private var indices: [UInt32] = []

  convenience init(_ gl: GLContext, _ command: DrawCommand) throws(GLError) {
    try self.init(gl, command.triangles, command.faces)
    keepIndices(of: command)
  }

  init(_ gl: GLContext, _ triangles: TriangleList, _ faces: FaceData? = nil) throws(GLError) {
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
    case .some(let faces): self.faces = try FaceDataTexture(gl, faces)
    case .none: self.faces = nil
    }
  }

  /// Replaces the triangles. No memory is allocated where they fit, and unchanged indices are not copied.
  /// - Returns: false, with nothing changed, where such triangles need other buffers.
  func refill(_ gl: GLContext, _ command: DrawCommand) throws(GLError) -> Bool {
    let (triangles, table) = (command.triangles, command.faces)
    guard triangles.normals.isEmpty == (normalBuffer.count == 0),
      triangles.brightness.isEmpty == (brightnessBuffer.count == 0),
      triangles.weights.isEmpty == (weightBuffer.count == 0), (table == nil) == (faces == nil)
    else { return false }
    if let table, let faces, !faces.refill(gl, table) {
      self.faces = nil
      self.faces = try FaceDataTexture(gl, table)
    }
    // The index binding belongs to the bound vertex array, which must be the one of these buffers.
    glBindVertexArray(vertexArray.name)
    defer { glBindVertexArray(0) }
    try vertexBuffer.refill(gl, target: GL_ARRAY_BUFFER, triangles.vertices)
    try normalBuffer.refill(gl, target: GL_ARRAY_BUFFER, triangles.normals)
    try brightnessBuffer.refill(gl, target: GL_ARRAY_BUFFER, triangles.brightness)
    try weightBuffer.refill(gl, target: GL_ARRAY_BUFFER, triangles.weights)
    if !triangles.indices.isInMemory(of: indices) {
      indices = []
      try indexBuffer.refill(gl, target: GL_ELEMENT_ARRAY_BUFFER, triangles.indices)
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
