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
  private var known: (indices: [UInt32], neighbors: TriangleNeighbors)?

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
  func refill(_ triangles: TriangleList) -> Bool {
    guard faces == nil, triangles.interpolation == .triangles, triangles.vertices.count == vertexBuffer.count,
      triangles.normals.count == normalBuffer.count, triangles.brightness.count == brightnessBuffer.count,
      triangles.weights.count == weightBuffer.count, triangles.indices.count == indexBuffer.count
    else { return false }
    // The binding of indices belongs to the vertex array that is bound, which must not be another's.
    glBindVertexArray(vertexArray.name)
    vertexBuffer.refill(triangles.vertices, target: GL_ARRAY_BUFFER)
    normalBuffer.refill(triangles.normals, target: GL_ARRAY_BUFFER)
    brightnessBuffer.refill(triangles.brightness, target: GL_ARRAY_BUFFER)
    weightBuffer.refill(triangles.weights, target: GL_ARRAY_BUFFER)
    if !triangles.indices.isInMemory(of: self.triangles.indices) {
      indexBuffer.refill(triangles.indices, target: GL_ELEMENT_ARRAY_BUFFER)
    }
    glBindVertexArray(0)
    self.triangles = triangles
    return true
  }

  /// - `list`: these triangles, in any order. The same indices as last time need not be sorted again.
  func neighbors(of list: TriangleList) -> TriangleNeighbors {
    if let known, known.indices.isInMemory(of: list.indices) { return known.neighbors }
    let indices = list.interpolation == .triangles ? list.indices : TriangleNeighbors.weldedIndices(of: list)
    let neighbors = TriangleNeighbors(indices, vertexCount: list.vertices.count)
    known = (list.indices, neighbors)
    return neighbors
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
