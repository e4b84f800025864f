import CEGL
import MeshTransform
import Shaders
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// What drivers are free to lack is done without, or asked for by its other names.
struct DriverLimitTests {
  /// Parts with edges are averaged by a blit where shaders cannot fetch samples.
  @Test func withoutMultisampledTextures() throws {
    // What is averaged cannot be weighed.
    let usual = try Renderer.any(tuning: Tuning(edgeShare: 1, weightsSamples: false))
    let lesser = try Renderer.any(tuning: Tuning(edgeShare: 1)) { $0.maxTextureSamples = 1 }
    for (name, scene) in try EdgeScenes.named().suffix(13) {
      let difference = ImageDifference(
        try scene.rendered(by: lesser), try scene.rendered(by: usual))
      // A mean of means is rounded twice.
      #expect(difference.isWithin(.within(max: 2, mean: 0.05)), "\(name): \(difference)")
    }
  }

  /// Features of OpenGL ES 3.2 are extensions of 3.1, by either name, or part of the version.
  @Test func featuresByAnyName() throws {
    let renderer = try Renderer.any()
    let all = renderer.capabilities
    try #require(all.hasExactTransparency)
    var capabilities = all
    capabilities.version = "OpenGL ES 3.1 Some Driver 7.5"
    #expect(capabilities.hasExactTransparency)
    #expect(capabilities.shaderVersion == 310)
    capabilities.extensions.subtract(["GL_OES_geometry_shader", "GL_EXT_geometry_shader"])
    #expect(!capabilities.hasExactTransparency)
    capabilities.extensions.insert("GL_EXT_geometry_shader")
    #expect(capabilities.hasExactTransparency)
    capabilities.extensions = []
    #expect(!capabilities.hasExactTransparency)
    #expect(throws: GLError.self) { try capabilities.requireFloatTargets() }
    for version in ["OpenGL ES 3.2 Mesa 22.3.6", "OpenGL ES 3.2 V@0502.0", "OpenGL ES 3.10 x"] {
      capabilities.version = version
      #expect(capabilities.hasExactTransparency, "\(version)")
      #expect(capabilities.shaderVersion == 320, "\(version)")
      try capabilities.requireFloatTargets()
      try capabilities.requireHalfFloatTargets()
    }
  }

  /// The shaders compile as those of version 3.20, too, to the same pictures.
  @Test func shadersOfThreeTwenty() throws {
    let usual = try Renderer.any()
    try #require(usual.capabilities.version.contains("OpenGL ES 3.2"))
    let core = try Renderer.any {
      $0.extensions.remove("GL_OES_geometry_shader")
      $0.extensions.remove("GL_EXT_geometry_shader")
    }
    #expect(core.capabilities.shaderVersion == 320)
    for (name, scene) in try EdgeScenes.named().suffix(12) {
      for samples in [1, 4] {
        #expect(
          try scene.rendered(by: core, samples: samples) == scene.rendered(by: usual, samples: samples),
          "\(name)")
      }
    }
  }

  @Test func sizesOfBuffersBeyondTwoGigabytes() throws {
    let renderer = try Renderer.any()
    var bytes: GLint64 = 0
    glGetInteger64v(GLenum(GL_MAX_SHADER_STORAGE_BLOCK_SIZE), &bytes)
    #expect(renderer.capabilities.maxShaderBuffer == Int(bytes))
  }

  /// Many lights are no plain uniforms, of which a fragment shader need not have more than 224 vectors.
  @Test func lightsAreABlock() throws {
    let renderer = try Renderer.any()
    var variant = MeshVariant(isLit: true, hasHighlights: true, hasPositionalLights: true)
    variant.isTinted = true
    let program = try ShaderProgram(
      renderer.gl, vertex: ShaderSource(file: "mesh.vert.glsl", text: Shaders.meshVertex),
      fragment: ShaderSource(file: "mesh.frag.glsl", text: Shaders.meshFragment),
      defines: variant.defines(renderer.capabilities), constants: variant.constants(renderer.capabilities))
    #expect(program.uniform("lights[0].diffuse") == -1)
    #expect(program.uniform("lights[63].diffuse") == -1)
  }

  /// Light of 64 sources is the sum of them.
  @Test func sixtyFourLightsAddUp() throws {
    let renderer = try Renderer.any()
    func scene(_ count: Int) throws -> Scene {
      var light = Light.directional(Point3D(0.3, 0.2, -1))
      light.intensity = 1 / Double(count)
      return Scene.oneLayer(
        .solid(1, 1, Pixel(200, 150, 90, 255)), size: Size(40, 40),
        mesh: try .grid(rows: 6, columns: 6) { SIMD3($0.x, $0.y, 0.5 * $0.x * $0.x) },
        surface: Surface(specular: 0.5), lights: Array(repeating: light, count: count))
    }
    let difference = ImageDifference(
      try scene(64).rendered(by: renderer, samples: 1), try scene(1).rendered(by: renderer, samples: 1))
    #expect(difference.max <= 1, "\(difference)")
    // Others, and the first again: what is in the block is not taken for what was.
    let two = try scene(2).rendered(by: renderer, samples: 1)
    #expect(ImageDifference(two, try scene(64).rendered(by: renderer, samples: 1)).max <= 1)
  }

  /// Memory that cannot be had is an error, and no list that begins with garbage.
  @Test func buffersThatCannotBeMapped() throws {
    let renderer = try Renderer.any()
    var buffer = ShaderBuffer()
    try buffer.reserve(renderer.gl, bytes: 64)
    try buffer.zero(renderer.gl, bytes: 64, onDevice: false)
    #expect(try buffer.word(renderer.gl, 3) == 0)
    // Beyond its end, which no driver maps.
    #expect(throws: GLError.self) { try buffer.word(renderer.gl, 1 << 20) }
    #expect(throws: GLError.self) { try buffer.zero(renderer.gl, bytes: 1 << 20, onDevice: false) }
    #expect(throws: GLError.self) { try buffer.zero(renderer.gl, bytes: 1 << 20, onDevice: true) }
    #expect(glGetError() == GLenum(GL_NO_ERROR))
  }
}
