import CEGL
import MeshTransform

/// Triangles on the GPU. Owns their buffers; a class because sheets share it.
final class Geometry {
  let triangles: TriangleList
  let vertexArray: VertexArray
  let indexBuffer: Buffer
  private let vertexBuffer: Buffer
  private let normalBuffer: Buffer

  init(_ gl: GLContext, _ triangles: TriangleList) throws(GLError) {
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
    indexBuffer = try Buffer(gl, target: GL_ELEMENT_ARRAY_BUFFER, triangles.indices)
    glBindVertexArray(0)
  }
}

@available(*, unavailable) extension Geometry: Sendable {}
