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

/// What a software rasterizer compiles into the code of a fragment shader besides its source.
///
/// llvmpipe keeps that code on disk under a hash of the shader, and changes the shader when it compiles it. Code for a
/// second state of the same program is therefore found again only where the code for the first one was compiled too,
/// and not where it was read from disk: pictures get faster from one process to the next several times. Programs that
/// have one state each are found at once.
struct FragmentState: Hashable {
  private let target: DrawTarget
  private let blending: PipelineState.Blending
  private let depthTest: PipelineState.DepthTest
  private let writes: SIMD2<UInt8>
  private let isPowerOfTwo: SIMD2<UInt8>
  private let hasMipmaps: Bool

  /// - `texture`: the texture of the first unit.
  init(_ target: DrawTarget, _ pipeline: PipelineState, _ texture: borrowing Texture) {
    self.target = target
    (blending, depthTest) = (pipeline.blending, pipeline.depthTest)
    writes = SIMD2(pipeline.writesColor ? 1 : 0, pipeline.writesDepth ? 1 : 0)
    let (width, height) = (texture.size.width, texture.size.height)
    isPowerOfTwo = SIMD2(width & (width - 1) == 0 ? 1 : 0, height & (height - 1) == 0 ? 1 : 0)
    hasMipmaps = texture.hasMipmaps
  }
}

/// The buffers of a framebuffer that is drawn into.
struct DrawTarget: Hashable {
  /// Samples of a fragment.
  let samples: Int
  let hasDepth: Bool
}
