import CEGL
import MeshTransform
import RenderGraph
import Shaders

/// Sorts and blends the fragments of each pixel of a region, and blends the result over the framebuffer.
final class ABufferBlending {
  /// The output of one run of the shader.
  enum Variant: Hashable {
    /// A pixel with one sample.
    case single
    /// All samples of a pixel, where they are equal.
    case perPixel
    /// One sample of a pixel that `perPixel` left out: over the whole region, or as points where such pixels are few.
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

  /// The region that is blended, and the target's properties.
  struct Job {
    let region: PixelRect
    let viewport: PixelSize
    let samples: Int
    /// The texture with the depths of opaque items; 0 for none.
    let depths: GLuint
    /// Capacity of the list of pixels whose samples differ.
    let mixedCapacity: Int
  }

  private let state: StateCache
  private let program: ShaderProgram
  /// The shader makes the corners of a region itself; only points have an attribute.
  private let vertexArray = VertexArray()

  init(_ gl: GLContext, _ variant: Variant) throws(GLError) {
    state = gl.state
    program = try ShaderProgram(
      gl, vertex: ShaderSource(file: "lists.vert.glsl", text: Shaders.listsVertex),
      fragment: ShaderSource(file: "lists.frag.glsl", text: Shaders.listsFragment), defines: variant.defines)
  }

  /// Blends the whole region into the bound framebuffer.
  func draw(_ job: Job) {
    begin(job)
    glBindVertexArray(vertexArray.name)
    glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
    end(job)
  }

  /// Blends the listed pixels, whose samples differ, into the bound framebuffer.
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
    let region = job.region
    var pipeline = PipelineState(size: job.viewport)
    pipeline.scissor = region.outset(by: 1)
    pipeline.blending = .over
    state.set(pipeline)
    glUseProgram(program.name)
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

  /// Sets the positions of the samples in the bound framebuffer, relative to the middle of the pixel.
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
