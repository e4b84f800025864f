import CEGL
import MeshTransform
import RenderGraph
import Shaders

/// Replaces the colors of pixels that an edge crosses by the means of the colors on both sides.
final class EdgePixelPass {
  private let program: ShaderProgram
  private let format: PixelFormat
  private var buffer: GLuint = 0

  /// Invocations in a work group of the shader.
  private static let groupSize = 128
  /// The most work groups that every device can start.
  private static let mostGroups = 65535
  private static let betweenStages = GL_SHADER_STORAGE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT
  /// The picture is drawn into, shown, copied or read back.
  private static let afterwards =
    GL_FRAMEBUFFER_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT

  init(_ gl: GLContext, _ format: PixelFormat) throws(GLError) {
    self.format = format
    program = try ShaderProgram(
      gl, compute: ShaderSource(file: "edge-pixels.comp.glsl", text: Shaders.edgePixelsCompute),
      defines: format.blending == .linear ? ["LINEAR"] : [],
      constants: ["BITS": format == .standard ? 8 : 16])
    glGenBuffers(1, &buffer)
  }

  /// Blends pixels of a picture that has been drawn.
  /// - `pixels`: all of them, and those whose colors they take, are in the tile.
  /// - `picture`: the texture of the tile, with one sample a pixel.
  func draw(_ pixels: [BlendedPixel], _ tile: PixelRect, in picture: GLuint) {
    let (target, texture) = (GLenum(GL_SHADER_STORAGE_BUFFER), GLenum(GL_TEXTURE_2D))
    glBindBuffer(target, buffer)
    pixels.withUnsafeBytes { glBufferData(target, $0.count, $0.baseAddress, GLenum(GL_STREAM_DRAW)) }
    glBindBufferBase(target, 0, buffer)
    glActiveTexture(GLenum(GL_TEXTURE0))
    glBindTexture(texture, picture)
    // llvmpipe would compute beside the drawing.
    glMemoryBarrier(GLbitfield(Self.afterwards))
    glBindImageTexture(
      0, picture, 0, GLboolean(GL_FALSE), 0, GLenum(GL_WRITE_ONLY),
      GLenum(format == .standard ? GL_R32UI : GL_RGBA16UI))
    glUseProgram(program.name)
    glUniform1i(program.uniform("picture"), 0)
    glUniform2i(program.uniform("origin"), GLint(tile.x), GLint(tile.y))
    let groups = GLuint(min((pixels.count + Self.groupSize - 1) / Self.groupSize, Self.mostGroups))
    for (stage, barriers) in [Self.betweenStages, Self.afterwards].enumerated() {
      glUniform1i(program.uniform("stage"), GLint(stage))
      glDispatchCompute(groups, 1, 1)
      glMemoryBarrier(GLbitfield(barriers))
    }
    glBindImageTexture(0, 0, 0, GLboolean(GL_FALSE), 0, GLenum(GL_WRITE_ONLY), GLenum(GL_R32UI))
    glBindTexture(texture, 0)
  }

  deinit { withUnsafePointer(to: buffer) { glDeleteBuffers(1, $0) } }
}

@available(*, unavailable) extension EdgePixelPass: Sendable {}
