import CEGL
import MeshTransform
import RenderGraph
import Shaders

/// Computes the bands of a contact shadow, or their sum.
final class ContactShadowPass {
  private let pass: ScreenPass

  /// - `makesBand`: whether the pass computes a band; else the sum.
  init(_ gl: GLContext, makesBand: Bool) throws(GLError) {
    pass = try ScreenPass(
      gl, fragment: ShaderSource(file: "contact-shadow.frag.glsl", text: Shaders.contactShadowFragment),
      defines: makesBand ? ["BAND"] : [], constants: ["BANDS": ContactShadow.bands])
  }

  /// Fills the bound framebuffer with the part of a shape near one height.
  func draw(
    _ band: Int, of shape: borrowing Texture, heights: borrowing Texture, _ size: PixelSize
  ) {
    pass.draw(
      size, .init(name: "shape", texture: shape.name), .init(name: "heights", texture: heights.name)
    ) { program in glUniform1f(program.uniform("band"), Float(band)) }
  }

  /// Fills the bound framebuffer with the sum of bands.
  /// - `underside`: the least heights of the surface.
  /// - `lift`: the height of the shadow as a share of the largest.
  /// - `texture`: the name of an offscreen texture.
  func draw(
    _ bands: [FilterPass.PlacedTexture], underside: FilterPass.PlacedTexture, lift: Double, _ size: PixelSize,
    _ texture: (OffscreenTexture) throws(GLError) -> GLuint
  ) throws(GLError) {
    var inputs = [ScreenPass.Input(name: "underside", texture: try texture(underside.texture))]
    for (index, band) in bands.enumerated() {
      inputs.append(.init(name: "band\(index + 1)", texture: try texture(band.texture)))
    }
    pass.draw(size, inputs) { program in
      glUniform4f(
        program.uniform("undersideArea"), Float(underside.x), Float(underside.y),
        Float(underside.texture.size.width), Float(underside.texture.size.height))
      glUniform1f(program.uniform("lift"), Float(lift))
      for (index, band) in bands.enumerated() {
        let size = band.texture.size
        glUniform3f(
          program.uniform("place\(index + 1)"), Float(band.x), Float(band.y), Float(band.scale))
        glUniform2f(program.uniform("size\(index + 1)"), Float(size.width), Float(size.height))
      }
    }
  }
}

@available(*, unavailable) extension ContactShadowPass: Sendable {}
