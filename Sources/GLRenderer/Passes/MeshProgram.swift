import CEGL
import RenderGraph
import Shaders

/// The linked program of a mesh pass, with the locations of its uniforms.
final class MeshProgram {
  let program: ShaderProgram
  let locations: DrawUniformLocations
  /// The location of the uniform with the tile's origin in canvas pixels; nil if the shader has none.
  let tileOrigin: GLint?

  init(_ gl: GLContext, _ variant: MeshVariant) throws(GLError) {
    program = try ShaderProgram(
      gl, vertex: ShaderSource(file: "mesh.vert.glsl", text: Shaders.meshVertex),
      fragment: ShaderSource(file: "mesh.frag.glsl", text: Shaders.meshFragment),
      defines: variant.defines(gl.capabilities), constants: variant.constants(gl.capabilities))
    locations = DrawUniformLocations(program)
    tileOrigin = variant.needsTileOrigin ? program.uniform("tileOrigin") : nil
  }
}

@available(*, unavailable) extension MeshProgram: Sendable {}

/// The state for which a software rasterizer compiles the fragment shader of a mesh pass; see ``StatePrograms``.
struct FragmentState: Hashable {
  private let target: DrawTarget
  private let blending: PipelineState.Blending
  private let depthTest: PipelineState.DepthTest
  private let writes: SIMD2<UInt8>
  private let texture: TextureState

  /// - `texture`: the texture of the first unit.
  init(_ target: DrawTarget, _ pipeline: PipelineState, _ texture: borrowing Texture) {
    (self.target, self.texture) = (target, TextureState(texture))
    (blending, depthTest) = (pipeline.blending, pipeline.depthTest)
    writes = SIMD2(pipeline.writesColor ? 1 : 0, pipeline.writesDepth ? 1 : 0)
  }
}

/// The buffers of a framebuffer that is drawn into.
struct DrawTarget: Hashable {
  /// Samples of a fragment.
  let samples: Int
  let hasDepth: Bool
}
