import CEGL
import MeshTransform
import RenderGraph

extension ABufferPass {
  /// A region whose fragments are stored and blended together.
  struct Strip {
    /// The region in pixels of the framebuffer.
    let region: PixelRect
    /// Largest number of fragments.
    let capacity: Int

    /// The region and a pixel around it. The scissor only saves time: the shaders omit pixels outside the region. With
    /// several samples llvmpipe's scissor is off by a fraction of a pixel.
    var scissor: PixelRect {
      PixelRect(x: region.x - 1, y: region.y - 1, width: region.width + 2, height: region.height + 2)
    }
  }

  /// The destination of one item's fragments, and their common values.
  struct Destination {
    let strip: Strip
    /// The painter's order of the item's first triangle. It decides between fragments of equal depth.
    let firstOrder: UInt32
    /// The plane of a flat item, nil for others: its depth at pixel (x, y) of the framebuffer is x * plane.x + y *
    /// plane.y + plane.z.
    let plane: SIMD3<Float>?

    func setUniforms(_ program: borrowing ShaderProgram) {
      let region = strip.region
      glUniform4i(
        program.uniform("region"), GLint(region.x), GLint(region.y), GLint(region.width), GLint(region.height)
      )
      glUniform1ui(program.uniform("capacity"), GLuint(strip.capacity))
      glUniform1ui(program.uniform("firstOrder"), firstOrder)
      let plane = plane.map { SIMD4($0, 1) } ?? .zero
      glUniform4f(program.uniform("plane"), plane.x, plane.y, plane.z, plane.w)
    }
  }
}
