import CEGL
import MeshTransform
import RenderGraph
import Shaders

/// Sorts and blends the fragments of each pixel of a region, and blends the result over what is there.
final class ABufferBlending {
  /// What one run of the shader makes.
  enum Variant: Hashable {
    /// A pixel that is one sample.
    case single
    /// All samples of a pixel, where they do not differ.
    case perPixel
    /// One sample of a pixel that the pass before left out: all over the region, or pixel by pixel where they are few.
    case perSample, perSampleOfPoints

    var defines: [String] {
      switch self {
      case .single: []
      case .perPixel: ["MULTISAMPLED"]
      case .perSample: ["MULTISAMPLED", "PER_SAMPLE"]
      case .perSampleOfPoints: ["MULTISAMPLED", "PER_SAMPLE", "POINTS"]
      }
    }
  }

  /// What is blended, and over what.
  struct Job {
    let region: PixelRect
    let viewport: PixelSize
    let samples: Int
    /// The texture with the depths of what is opaque; 0 for none.
    let depths: GLuint
    /// So many pixels whose samples differ have a place in the list of them.
    let mixedCapacity: Int
  }

  private let program: ShaderProgram
  /// Without attributes: the shader makes the corners itself.
  private let vertexArray = VertexArray()

  init(_ gl: GLContext, _ variant: Variant) throws(GLError) {
    program = try ShaderProgram(
      gl, vertex: ShaderSource(file: "lists.vert.glsl", text: Shaders.listsVertex),
      fragment: ShaderSource(file: "lists.frag.glsl", text: Shaders.listsFragment), defines: variant.defines)
  }

  /// All of the region, into the framebuffer that is bound.
  func draw(_ job: Job) {
    begin(job)
    glBindVertexArray(vertexArray.name)
    glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
    end(job)
  }

  /// The pixels in the list of those whose samples differ, into the framebuffer that is bound.
  func draw(_ job: Job, mixed: borrowing ShaderBuffer, count: Int) {
    begin(job)
    glUniform2f(
      program.uniform("pixelsToClip"), 2 / Float(job.viewport.width), 2 / Float(job.viewport.height))
    glBindVertexArray(vertexArray.name)
    mixed.bindAsAttribute(0)
    glDrawArrays(GLenum(GL_POINTS), 0, GLsizei(count))
    end(job)
  }

  private func begin(_ job: Job) {
    glUseProgram(program.name)
    glDisable(GLenum(GL_DEPTH_TEST))
    glDisable(GLenum(GL_CULL_FACE))
    glEnable(GLenum(GL_BLEND))
    glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    let region = job.region
    glUniform4i(
      program.uniform("region"), GLint(region.x), GLint(region.y), GLint(region.width), GLint(region.height))
    glActiveTexture(GLenum(GL_TEXTURE0))
    glBindTexture(job.textureTarget, job.depths)
    glUniform1i(program.uniform("depths"), 0)
    glUniform1i(program.uniform("hasDepths"), job.depths == 0 ? 0 : 1)
    glUniform1i(program.uniform("sampleCount"), GLint(job.samples))
    glUniform1ui(program.uniform("mixedCapacity"), GLuint(job.mixedCapacity))
    setOffsets(job.samples)
  }

  private func end(_ job: Job) {
    glBindVertexArray(0)
    glBindTexture(job.textureTarget, 0)
  }

  /// Where the samples of a pixel are, from its middle: in the framebuffer that is bound.
  private func setOffsets(_ samples: Int) {
    guard samples > 1 else { return }
    var (offsets, reach): ([GLfloat], SIMD2<GLfloat>) = ([], .zero)
    for sample in 0..<samples {
      var place = SIMD2<GLfloat>.zero
      withUnsafeMutableBytes(of: &place) {
        glGetMultisamplefv(
          GLenum(GL_SAMPLE_POSITION), GLuint(sample), $0.bindMemory(to: GLfloat.self).baseAddress)
      }
      let offset = place - 0.5
      offsets += [offset.x, offset.y]
      reach = pointwiseMax(reach, pointwiseMax(offset, -offset))
    }
    glUniform2fv(program.uniform("offsets[0]"), GLsizei(samples), offsets)
    glUniform2f(program.uniform("reach"), reach.x, reach.y)
  }
}

@available(*, unavailable) extension ABufferBlending: Sendable {}

extension ABufferBlending.Job {
  fileprivate var textureTarget: GLenum { GLenum(samples > 1 ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D) }
}
