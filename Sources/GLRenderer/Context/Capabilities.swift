import CEGL
import RenderGraph

/// The properties and limits that the current context reports.
public struct Capabilities: Hashable, Sendable {
  /// `surfaceless`, or `device N` with its device file.
  public let platform: String
  /// The version of EGL, as the driver states it.
  public let eglVersion: String
  /// The vendor of the driver (`GL_VENDOR`).
  public let vendor: String
  /// The name of the device (`GL_RENDERER`).
  public let renderer: String
  /// The version of OpenGL ES, as the driver states it (`GL_VERSION`).
  public internal(set) var version: String
  /// The names of the extensions of OpenGL ES.
  public internal(set) var extensions: Set<String>
  /// The largest side of a texture in pixels.
  public let maxTextureSize: Int
  /// The largest side of an image in pixels that one texture holds; a larger one is cut into tiles.
  var maxImageSize: Int
  /// The largest side of a renderbuffer in pixels.
  public let maxRenderbufferSize: Int
  /// The largest side of a viewport in pixels; the device clamps a larger one without an error.
  var maxViewportSize: Int
  /// The largest side of a target in pixels.
  var maxTargetSize: Int { min(maxTextureSize, maxRenderbufferSize, maxViewportSize) }
  /// Samples a pixel that an RGBA8 target can have, ascending; 1 is included.
  public let sampleCounts: [Int]
  /// Further counts, ascending, which the renderer provides by several fragments a pixel.
  public var supersampledCounts: [Int] { PixelSampling.supersampledCounts(offered: sampleCounts) }
  /// Largest degree of anisotropic filtering; 1 when it is not offered.
  public let maxAnisotropy: Float

  /// Whether translucent surfaces are blended exactly however they overlap and intersect. Otherwise they are blended
  /// triangle by triangle, from back to front: where triangles intersect, the order is right only for their middles.
  ///
  /// This requires OpenGL ES 3.2 or the extensions for sample variables and geometry shaders, and buffers and
  /// multisampled depth textures for fragment shaders, which are optional in OpenGL ES 3.1.
  public var hasExactTransparency: Bool {
    let mostSamples = sampleCounts.last ?? 1
    return blendsExactly && offers("sample_variables") && offers("geometry_shader")
      && maxFragmentBuffers >= 2 && mostSamples <= min(maxDepthTextureSamples, 32)
  }
  /// Whether to use the features for exact transparency where they exist.
  var blendsExactly = true
  private let maxFragmentBuffers: Int
  private let maxDepthTextureSamples: Int

  /// Bytes of one buffer that a shader can access.
  var maxShaderBuffer: Int

  /// The formats in which the driver returns and accepts linked programs; empty where it keeps none.
  let programFormats: Set<GLenum>
  /// The multiple in bytes at which a block of uniforms may begin in a buffer.
  let uniformAlignment: Int

  /// Samples a pixel that a color texture can have; 1 where shaders cannot fetch samples.
  var maxTextureSamples: Int

  /// Whether a shader averages this many samples, instead of a blit.
  func resolvesByShader(samples: Int) -> Bool {
    deviceClass.resolvesByShader && samples > 1 && samples <= maxTextureSamples
  }

  /// Whether clip space z runs from 0 to w instead of -w to w, which keeps a reversed floating-point depth buffer
  /// precise.
  let hasZeroToOneDepth: Bool

  /// The class that decides between methods that are fast on one kind of device and slow on another.
  var deviceClass: DeviceClass
  /// Whether a software rasterizer draws, whose textures and targets are memory of this process.
  package var isSoftware: Bool { deviceClass == .software }

  /// Whether threads call the driver one at a time: ``DriverLock``.
  let locksDriver: Bool

  /// Whether shaders skip the pixels of a block in which the triangle has no visible sample.
  var skipsUncovered: Bool { deviceClass.skipsUncoveredPixels && offers("sample_variables") }

  /// Whether the context has a feature of OpenGL ES 3.2, as part of it or as an extension.
  /// - `feature`: the extension's name without `GL_OES_` or `GL_EXT_`.
  func offers(_ feature: String) -> Bool {
    isVersion32 || !extensions.isDisjoint(with: ["GL_OES_\(feature)", "GL_EXT_\(feature)"])
  }

  private var isVersion32: Bool {
    let numbers = version.split(separator: " ").compactMap { word -> (Int, Int)? in
      let parts = word.split(separator: ".").map { Int($0) }
      guard parts.count == 2, let major = parts[0], let minor = parts[1] else { return nil }
      return (major, minor)
    }
    return numbers.first.map { $0 >= (3, 2) } ?? false
  }

  /// Version of the shading language: 310, or 320 where its features have no extensions of their own.
  var shaderVersion: Int {
    let hasExtensions =
      extensions.contains("GL_OES_sample_variables")
      && !extensions.isDisjoint(with: ["GL_OES_geometry_shader", "GL_EXT_geometry_shader"])
    return isVersion32 && !hasExtensions ? 320 : 310
  }

  /// Queries the context that is current on this thread, and sets its depth range to 0...w where that is supported.
  init(_ connection: DisplayConnection) {
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
    maxImageSize = maxTextureSize
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
    // Values of 2^31 and more do not fit the plain query.
    var bytes: GLint64 = 0
    glGetInteger64v(GLenum(GL_MAX_SHADER_STORAGE_BLOCK_SIZE), &bytes)
    maxShaderBuffer = Int(bytes)
    programFormats = Capabilities.queryProgramFormats()
    maxFragmentBuffers = integer(GL_MAX_FRAGMENT_SHADER_STORAGE_BLOCKS)
    maxDepthTextureSamples = integer(GL_MAX_DEPTH_TEXTURE_SAMPLES)
    uniformAlignment = integer(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT)
    maxTextureSamples = max(1, integer(GL_MAX_COLOR_TEXTURE_SAMPLES))
    locksDriver = renderer.hasPrefix("llvmpipe")
    deviceClass = DeviceClass(renderer: renderer)
    hasZeroToOneDepth = extensions.contains("GL_EXT_clip_control") && ClipControl.setZeroToOne()
  }

  /// Whether pictures of 16 bits per channel can be drawn.
  package var offersDeepPictures: Bool { extensions.contains("GL_EXT_texture_norm16") }

  /// Requires the targets of a picture.
  func requireTargets(of format: PixelFormat) throws(GLError) {
    if format.blending == .linear { try requireHalfFloatTargets() }
    // The picture is read back as integers, whatever it is drawn in.
    guard format.depth == .eight || offersDeepPictures else {
      throw .missingExtension("GL_EXT_texture_norm16", renderer: renderer)
    }
  }

  /// Requires half-float targets, for linear light.
  func requireHalfFloatTargets() throws(GLError) {
    guard offers("color_buffer_half_float") || offers("color_buffer_float") else {
      throw .missingExtension("GL_EXT_color_buffer_half_float", renderer: renderer)
    }
  }

  /// Requires float targets, for coordinates.
  func requireFloatTargets() throws(GLError) {
    guard offers("color_buffer_float") else {
      throw .missingExtension("GL_EXT_color_buffer_float", renderer: renderer)
    }
  }

  private static func queryProgramFormats() -> Set<GLenum> {
    var count: GLint = 0
    glGetIntegerv(GLenum(GL_NUM_PROGRAM_BINARY_FORMATS), &count)
    guard count > 0 else { return [] }
    var formats = [GLint](repeating: 0, count: Int(count))
    glGetIntegerv(GLenum(GL_PROGRAM_BINARY_FORMATS), &formats)
    return Set(formats.map { GLenum(bitPattern: $0) })
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

/// GL_EXT_clip_control: clip space z from 0 to w instead of -w to w.
///
/// With z = 0 at the far end, a floating-point depth buffer has 24 bits of precision relative to the distance from that
/// end; from -w, the addition of half the range in GL loses all digits below 1/2^24.
enum ClipControl {
  private typealias Function = @convention(c) (_ origin: GLenum, _ depth: GLenum) -> Void

  /// Sets the current context to 0...w for its lifetime; y is unchanged.
  /// - Returns: false when the driver does not export the function.
  static func setZeroToOne() -> Bool {
    // EGL returns the address of every function as one without parameters; the extension's text defines the actual
    // signature, and the C calling convention is the same.
    guard let address = eglGetProcAddress("glClipControlEXT") else { return false }
    unsafeBitCast(address, to: Function.self)(GLenum(GL_LOWER_LEFT_EXT), GLenum(GL_ZERO_TO_ONE_EXT))
    return true
  }
}

extension DeviceProfile {
  /// The profile of a context, without the positions of samples.
  init(_ capabilities: Capabilities) {
    self.init(
      hasZeroToOneDepth: capabilities.hasZeroToOneDepth,
      hasExactTransparency: capabilities.hasExactTransparency,
      maxTextureSize: capabilities.maxTextureSize, maxTargetSize: capabilities.maxTargetSize,
      maxViewportSize: capabilities.maxViewportSize)
    maxImageSize = capabilities.maxImageSize
    filtersByPixel = capabilities.deviceClass.filtersByPixel
    makesGridNormals = capabilities.deviceClass.streamsVertices
  }
}
