import CEGL
import MeshTransform

extension ABuffer {
  /// The destination of one item's fragments, and their common values.
  struct Place {
    let room: Room
    /// The order of the item's first triangle. Triangles in one plane are painted in this order.
    let firstOrder: UInt32
    /// The plane of a flat item, nil for others: its depth at pixel (x, y) of the framebuffer is x * plane.x + y *
    /// plane.y + plane.z.
    let plane: SIMD3<Float>?

    func setUniforms(_ program: borrowing ShaderProgram) {
      let region = room.region
      glUniform4i(
        program.uniform("region"), GLint(region.x), GLint(region.y), GLint(region.width), GLint(region.height)
      )
      glUniform1ui(program.uniform("capacity"), GLuint(room.capacity))
      glUniform1ui(program.uniform("firstOrder"), firstOrder)
      let plane = plane.map { SIMD4($0, 1) } ?? .zero
      glUniform4f(program.uniform("plane"), plane.x, plane.y, plane.z, plane.w)
    }
  }
}
