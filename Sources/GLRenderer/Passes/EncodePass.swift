import CEGL
import MeshTransform
import RenderGraph
import Shaders

/// Encodes a picture of linear light, pixel by pixel.
final class EncodePass {
  private let pass: ScreenPass

  init(_ gl: GLContext) throws(GLError) {
    pass = try ScreenPass(
      gl, fragment: ShaderSource(file: "encode.frag.glsl", text: Shaders.encodeFragment))
  }

  /// Fills the bound framebuffer from its first pixel, to the size of `tile`.
  func draw(_ picture: borrowing Texture, _ tile: PixelRect) {
    pass.draw(tile.size, .init(name: "picture", texture: picture.name))
  }
}

@available(*, unavailable) extension EncodePass: Sendable {}
