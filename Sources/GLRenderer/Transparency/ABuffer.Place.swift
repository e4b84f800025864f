import CEGL
import MeshTransform

extension ABuffer {
  /// Where one item's fragments go and what they have in common.
  struct Place {
    let room: Room
    /// Of the item's first triangle: the order in which things are painted that lie in one plane.
    let firstOrder: UInt32
    /// Of a flat item, its depth at pixel (x, y) of the framebuffer: x * plane.x + y * plane.y + plane.z.
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
