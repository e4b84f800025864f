import CEGL
import MeshTransform
import RenderGraph
import Shaders

/// Computes the bands of a contact shadow, blurs them, or adds them.
final class ContactShadowPass {
  private let pass: ScreenPass

  /// What the pass computes.
  enum Step: String, CaseIterable { case band, blur, sum }

  init(_ gl: GLContext, _ step: Step) throws(GLError) {
    pass = try ScreenPass(
      gl, fragment: ShaderSource(file: "contact-shadow.frag.glsl", text: Shaders.contactShadowFragment),
      defines: [step.rawValue.uppercased()], constants: ["BANDS": ContactShadow.bands])
  }

  /// Fills the bound framebuffer with the part of a shape near one height.
  /// - `shapeSize`: of the shape and the heights in their textures.
  /// - `factor`: pixels a side of the squares whose means are computed.
  func draw(
    _ band: Int, of shape: borrowing Texture, heights: borrowing Texture, _ shapeSize: PixelSize,
    by factor: Int, _ size: PixelSize
  ) {
    pass.draw(
      size, .init(name: "shape", shape), .init(name: "heights", heights)
    ) { program in
      glUniform2i(program.uniform("shapeSize"), GLint(shapeSize.width), GLint(shapeSize.height))
      glUniform1f(program.uniform("band"), Float(band))
      glUniform1i(program.uniform("factor"), GLint(factor))
    }
  }

  /// Fills the bound framebuffer with a band, blurred along one axis.
  /// - `sourceSize`: of the band in its texture, in texels.
  /// - `sigma`: the standard deviation in pixels.
  /// - `margin`: texels before the band along the axis.
  func draw(
    _ source: borrowing Texture, _ sourceSize: PixelSize, sigma: Double, isDown: Bool, _ margin: Int,
    _ size: PixelSize
  ) {
    pass.draw(size, .init(name: "source", source)) { program in
      glUniform2i(program.uniform("sourceSize"), GLint(sourceSize.width), GLint(sourceSize.height))
      glUniform1i(program.uniform("isDown"), isDown ? 1 : 0)
      // A Gaussian so narrow lies in one pixel.
      glUniform1f(program.uniform("sigma"), Float(max(sigma, 1e-3)))
      glUniform1i(program.uniform("margin"), GLint(margin))
    }
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
        glUniform2f(program.uniform("size\(index + 1)"), Float(size.width), Float(4 * size.height))
      }
    }
  }
}

@available(*, unavailable) extension ContactShadowPass: Sendable {}
