import CEGL

/// What the current context says of itself.
public struct Capabilities: Hashable, Sendable {
  /// `surfaceless`, or `device N` with its device file.
  public let platform: String
  public let eglVersion: String
  public let vendor: String
  public let renderer: String
  public let version: String
  public let extensions: Set<String>
  /// Pixels a side.
  public let maxTextureSize: Int
  public let maxRenderbufferSize: Int
  /// Pixels a side of a viewport; the device clamps a larger one without an error.
  var maxViewportSize: Int
  /// Pixels a side of what can be drawn at once.
  var maxTargetSize: Int { min(maxTextureSize, maxRenderbufferSize, maxViewportSize) }
  /// Samples a pixel that an RGBA8 target can have, ascending, 1 among them.
  public let sampleCounts: [Int]
  /// Further counts, ascending, which the renderer reaches by drawing several fragments a pixel.
  public var supersampledCounts: [Int] { Antialiasing.supersampledCounts(offered: sampleCounts) }
  /// 1 when anisotropic filtering is not offered.
  public let maxAnisotropy: Float

  /// Whether translucent surfaces may overlap and cross in any way and are still blended exactly. Else they are blended
  /// triangle by triangle, from back to front: where triangles cross, the order is right for their middles only.
  ///
  /// It takes OpenGL ES 3.2 or GL_OES_sample_variables and GL_OES_geometry_shader, and buffers and multisampled depth
  /// textures that fragment shaders can use, which OpenGL ES 3.1 leaves open.
  public let hasExactTransparency: Bool

  /// Bytes that a shader can reach in one buffer.
  let maxShaderBuffer: Int

  /// Of a multisampled texture.
  private let maxTextureSamples: Int

  /// Whether so many samples are averaged by a shader instead of a blit.
  func resolvesByShader(samples: Int) -> Bool {
    drawsOnCPU && samples > 1 && samples <= maxTextureSamples
  }

  /// Whether clip space z runs from 0 to w instead of -w to w, which keeps a reversed floating-point depth buffer
  /// precise.
  let hasZeroToOneDepth: Bool

  /// Whether the CPU draws. What a driver makes ready by itself then takes long: it compiles code for it.
  let drawsOnCPU: Bool

  /// Whether threads go into the driver one at a time: ``DriverTurn``.
  let takesTurns: Bool

  /// Whether shaders should find out which pixels of a block no sample of theirs will reach.
  ///
  /// llvmpipe shades blocks of 4 x 4 pixels, and with several samples a pixel also those that lie behind what has been
  /// drawn. Thin triangles reach few pixels of their blocks: where a sheet folds, to skip the others saves a third of the
  /// time that their rows of samples take (`Benchmarks/frames.sh --works W2aa`: 61 ms of shading a frame become 55).
  var skipsUnseen: Bool { drawsOnCPU && extensions.contains("GL_OES_sample_variables") }

  /// Reads the context that is current on this thread, and gives it the range of depths said above.
  init(_ connection: DisplayConnection, blendsExactly: Bool, drawsOnCPU: Bool) {
    func text(_ name: Int32) -> String { glGetString(GLenum(name)).map { String(cString: $0) } ?? "" }
    func integer(_ name: Int32) -> Int {
      var value: GLint = 0
      glGetIntegerv(GLenum(name), &value)
      return Int(value)
    }
    platform = connection.platform
    eglVersion = connection.version
    (vendor, renderer, version) = (text(GL_VENDOR), text(GL_RENDERER), text(GL_VERSION))
    let names = (0..<integer(GL_NUM_EXTENSIONS)).compactMap {
      glGetStringi(GLenum(GL_EXTENSIONS), GLuint($0)).map { String(cString: $0) }
    }
    extensions = Set(names)
    maxTextureSize = integer(GL_MAX_TEXTURE_SIZE)
    maxRenderbufferSize = integer(GL_MAX_RENDERBUFFER_SIZE)
    var viewport: (GLint, GLint) = (0, 0)
    withUnsafeMutableBytes(of: &viewport) {
      glGetIntegerv(GLenum(GL_MAX_VIEWPORT_DIMS), $0.bindMemory(to: GLint.self).baseAddress)
    }
    maxViewportSize = Int(min(viewport.0, viewport.1))
    sampleCounts = Capabilities.querySampleCounts()
    var anisotropy: GLfloat = 1
    if extensions.contains("GL_EXT_texture_filter_anisotropic") {
      glGetFloatv(GLenum(GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT), &anisotropy)
    }
    maxAnisotropy = anisotropy
    maxShaderBuffer = integer(GL_MAX_SHADER_STORAGE_BLOCK_SIZE)
    hasExactTransparency =
      blendsExactly && extensions.isSuperset(of: ["GL_OES_sample_variables", "GL_OES_geometry_shader"])
      && integer(GL_MAX_FRAGMENT_SHADER_STORAGE_BLOCKS) >= 2
      && integer(GL_MAX_DEPTH_TEXTURE_SAMPLES) >= sampleCounts.last ?? 1 && sampleCounts.last ?? 1 <= 32
    takesTurns = renderer.hasPrefix("llvmpipe")
    self.drawsOnCPU = drawsOnCPU && takesTurns
    maxTextureSamples = integer(GL_MAX_COLOR_TEXTURE_SAMPLES)
    hasZeroToOneDepth = extensions.contains("GL_EXT_clip_control") && ClipControl.setZeroToOne()
  }

  /// For linear light.
  func requireHalfFloatTargets() throws(GLError) {
    let names = ["GL_EXT_color_buffer_half_float", "GL_EXT_color_buffer_float"]
    guard !extensions.isDisjoint(with: names) || version.contains("OpenGL ES 3.2") else {
      throw .missingExtension(names[0], renderer: renderer)
    }
  }

  private static func querySampleCounts() -> [Int] {
    let (target, format) = (GLenum(GL_RENDERBUFFER), GLenum(GL_RGBA8))
    var count: GLint = 0
    glGetInternalformativ(target, format, GLenum(GL_NUM_SAMPLE_COUNTS), 1, &count)
    guard count > 0 else { return [1] }
    var values = [GLint](repeating: 0, count: Int(count))
    glGetInternalformativ(target, format, GLenum(GL_SAMPLES), count, &values)
    return Set(values.map(Int.init)).union([1]).filter { $0 > 0 }.sorted()
  }
}
