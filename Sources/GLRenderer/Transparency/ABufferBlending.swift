import CEGL
import MeshTransform
import RenderGraph
import Shaders

/// Sorts and blends the fragments of each pixel of a strip, and blends the result over the framebuffer.
final class ABufferBlending {
  /// The output of one run of the shader.
  enum Variant: Hashable {
    /// A pixel with one sample.
    case singleSampled
    /// All samples of a pixel, where they are equal.
    case perPixel
    /// One sample of a pixel that `perPixel` left out: over the whole strip, or as points where such pixels are few.
    case perSample, perSampleOfPoints

    var defines: [String] {
      switch self {
      case .singleSampled: []
      case .perPixel: ["MULTISAMPLED"]
      case .perSample: ["MULTISAMPLED", "PER_SAMPLE"]
      case .perSampleOfPoints: ["MULTISAMPLED", "PER_SAMPLE", "POINTS"]
      }
    }
  }

  /// The strip that is blended, and the target's properties.
  struct Input {
    let strip: ABufferPass.Strip
    /// The part of the framebuffer that is drawn into, from its first pixel.
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
      gl, vertex: ShaderSource(file: "a-buffer.vert.glsl", text: Shaders.aBufferVertex),
      fragment: ShaderSource(file: "a-buffer.frag.glsl", text: Shaders.aBufferFragment),
      defines: variant.defines)
  }

  /// Blends the whole strip into the bound framebuffer.
  func draw(_ input: Input) {
    begin(input)
    glBindVertexArray(vertexArray.name)
    glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
    end(input)
  }

  /// Blends the listed pixels, whose samples differ, into the bound framebuffer.
  func draw(_ input: Input, mixedPixels: borrowing ShaderBuffer, count: Int) {
    begin(input)
    glUniform2f(
      program.uniform("pixelsToClip"), 2 / Float(input.viewport.width), 2 / Float(input.viewport.height))
    glBindVertexArray(vertexArray.name)
    mixedPixels.bindAsAttribute(0)
    glDrawArrays(GLenum(GL_POINTS), 0, GLsizei(count))
    end(input)
  }

  private func begin(_ input: Input) {
    let region = input.strip.region
    var pipeline = PipelineState(size: input.viewport)
    pipeline.scissor = input.strip.scissor
    pipeline.blending = .over
    state.set(pipeline)
    glUseProgram(program.name)
    glUniform4i(
      program.uniform("region"), GLint(region.x), GLint(region.y), GLint(region.width), GLint(region.height))
    glActiveTexture(GLenum(GL_TEXTURE0))
    glBindTexture(input.textureTarget, input.depths)
    glUniform1i(program.uniform("depths"), 0)
    glUniform1i(program.uniform("hasDepths"), input.depths == 0 ? 0 : 1)
    glUniform1i(program.uniform("sampleCount"), GLint(input.samples))
    glUniform1ui(program.uniform("mixedCapacity"), GLuint(input.mixedCapacity))
    setOffsets(input.samples)
  }

  private func end(_ input: Input) {
    glBindVertexArray(0)
    glBindTexture(input.textureTarget, 0)
  }

  /// Sets the positions of the samples in the bound framebuffer, relative to the center of the pixel.
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

extension ABufferBlending.Input {
  fileprivate var textureTarget: GLenum { GLenum(samples > 1 ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D) }
}
