import CEGL
import RenderGraph

/// The lights of the current draw command, in a buffer that shaders read as a block of uniforms: `Lights` of
/// light.glsl.
///
/// As plain uniforms they would take 256 vectors; OpenGL ES 3.1 guarantees 224 for a fragment shader.
final class LightBlock {
  private let name: GLuint
  /// The lights in the buffer.
  private var lights: [LightingUniforms.Parameters] = []

  init(_ gl: GLContext) {
    var name: GLuint = 0
    glGenBuffers(1, &name)
    self.name = name
    gl.statistics.buffers += 1
    let size = LightingUniforms.capacity * MemoryLayout<LightingUniforms.Parameters>.stride
    glBindBuffer(GLenum(GL_UNIFORM_BUFFER), name)
    glBufferData(GLenum(GL_UNIFORM_BUFFER), size, nil, GLenum(GL_DYNAMIC_DRAW))
  }

  /// Uploads the lights if they differ from those in the buffer, and binds the buffer for the programs.
  /// - `variant`: the variant that draws; see ``MeshVariant/lightSize``.
  func bind(_ gl: GLContext, _ lights: [LightingUniforms.Parameters], _ variant: MeshVariant) {
    if lights != self.lights {
      glBindBuffer(GLenum(GL_UNIFORM_BUFFER), name)
      if gl.capabilities.deviceClass.usesUniformBlocks {
        upload(gl, lights.flatMap { $0.fields.prefix(variant.lightSize).map(\.value) })
      } else {
        upload(gl, lights)
      }
      self.lights = lights
    }
    glBindBufferBase(GLenum(GL_UNIFORM_BUFFER), 0, name)
  }

  private func upload<Element>(_ gl: GLContext, _ values: [Element]) {
    values.withUnsafeBytes {
      glBufferSubData(GLenum(GL_UNIFORM_BUFFER), 0, $0.count, $0.baseAddress)
      gl.statistics.uploadedBytes += $0.count
    }
  }

  deinit { withUnsafePointer(to: name) { glDeleteBuffers(1, $0) } }
}

@available(*, unavailable) extension LightBlock: Sendable {}
