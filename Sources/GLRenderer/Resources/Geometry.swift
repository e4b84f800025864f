import CEGL
import MeshTransform

/// Triangles on the GPU. Owns their buffers; a class because sheets share it.
final class Geometry {
  /// As they are drawn.
  private(set) var triangles: TriangleList
  /// In the order of the mesh, for the next picture's to share indices with.
  var list: TriangleList?
  let vertexArray: VertexArray
  let indexBuffer: Buffer
  private let vertexBuffer: Buffer
  private let normalBuffer: Buffer
  private let brightnessBuffer: Buffer
  private let weightBuffer: Buffer
  private let faces: FaceTexture?

  /// - `faces`: what pixels must know of their faces.
  init(_ gl: GLContext, _ triangles: TriangleList, _ faces: FaceTable? = nil) throws(GLError) {
    self.triangles = triangles
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

  /// Puts other triangles into the same buffers, where they fit exactly: no memory is allocated, and indices that are
  /// those of before are not even copied.
  /// - Returns: false, with nothing changed, where they do not fit.
  func refill(_ gl: GLContext, _ triangles: TriangleList) -> Bool {
    guard faces == nil, triangles.interpolation == .triangles, triangles.vertices.count == vertexBuffer.count,
      triangles.normals.count == normalBuffer.count, triangles.brightness.count == brightnessBuffer.count,
      triangles.weights.count == weightBuffer.count, triangles.indices.count == indexBuffer.count
    else { return false }
    // The binding of indices belongs to the vertex array that is bound, which must not be another's.
    glBindVertexArray(vertexArray.name)
    vertexBuffer.refill(gl, target: GL_ARRAY_BUFFER, triangles.vertices)
    normalBuffer.refill(gl, target: GL_ARRAY_BUFFER, triangles.normals)
    brightnessBuffer.refill(gl, target: GL_ARRAY_BUFFER, triangles.brightness)
    weightBuffer.refill(gl, target: GL_ARRAY_BUFFER, triangles.weights)
    if !triangles.indices.isInMemory(of: self.triangles.indices) {
      indexBuffer.refill(gl, target: GL_ELEMENT_ARRAY_BUFFER, triangles.indices)
    }
    glBindVertexArray(0)
    self.triangles = triangles
    return true
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
