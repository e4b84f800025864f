import MeshTransform

/// A texture that several sheets may show.
final class SharedTexture {
  let texture: Texture
  /// Looks the same however few texels of it are sampled.
  let isSmooth: Bool
  init(_ texture: consuming Texture, isSmooth: Bool = false) {
    self.texture = texture
    self.isSmooth = isSmooth
  }
}

/// What many layers of one scene have in common, put on the GPU once, and what one picture leaves to the next: images,
/// gradients, white, the unit square, buffers for triangles.
///
/// What a picture did not use is let go after it, so that never more is kept than one picture needs. Images count as the
/// same when they share their bytes in memory, as copies of a Swift array do.
final class SharedResources {
  private let gl: GLContext
  let blending: Canvas.Blending
  /// Whether pictures are drawn with several fragments a pixel.
  let isSupersampled: Bool
  /// Whether the picture is to be drawn with nothing left out, as ``RenderOptions/isExact`` asks.
  var isExact = false
  /// Whether triangles that nobody can see are left out of what is drawn.
  var leavesOutUnseen = true
  /// Whether backs that nobody can see are.
  var cullsUnseenBacks = true
  /// Whether it is found out where the picture's edges are.
  var looksForEdges = false
  private var textures = KeptValues<ImageKey, (image: Image, texture: SharedTexture)>()
  private var spareTextures = SpareTextures()
  private var squares: [Bool: Geometry] = [:]
  private var white: SharedTexture?
  /// Of images with straight alpha.
  private var opacities = KeptValues<ImageKey, (image: Image, isOpaque: Bool)>()
  private var gradients = KeptValues<GradientKey, SharedTexture>()
  /// Of flattened layers.
  let pictures: PicturePool
  /// Of the picture before, by their meshes' number of vertices; the first that was made stands last.
  private var spare: [Int: [Geometry]] = [:]
  private var geometries: [Geometry] = []
  /// Of this picture, and behind them those of the one before.
  private var lines: [LineDrawable] = []
  private var lineCount = 0
  private var painter: EdgePainter?
  private var devicePatterns: [Int: [SIMD2<Float>]] = [:]
  /// The share of a picture that may hold edges before all of it gets several samples.
  var edgeShare = EdgePlan.largestShare
  /// Whether samples of edge pixels are weighed by area.
  var weighsSamples = true

  private struct GradientKey: Hashable {
    let gradient: Gradient
    let size: PixelSize
  }

  private struct ImageKey: Hashable {
    let address: UnsafeRawPointer?
    let size: PixelSize
    let alpha: Image.Alpha
    var isMinified = false

    init(_ image: Image) {
      address = image.bytes.withUnsafeBytes { $0.baseAddress }
      (size, alpha) = (image.size, image.alpha)
    }
  }

  init(_ gl: GLContext, _ blending: Canvas.Blending, isSupersampled: Bool) {
    (self.gl, self.blending, self.isSupersampled) = (gl, blending, isSupersampled)
    pictures = PicturePool(gl, blending)
  }

  func texture(_ image: Image, isMinified: Bool) throws(GLError) -> SharedTexture {
    var key = ImageKey(image)
    key.isMinified = isMinified
    if let known = textures[key] { return known.texture }
    // What is decoded is better not rounded before.
    let content = blending == .linear ? image : image.premultiplied()
    let made = try makeTexture(content, isMinified: isMinified)
    try gl.check("filling a texture of \(image.size) px")
    // The image is kept, so that its memory is not another's while it is the key.
    textures[key] = (image, made)
    return made
  }

  private func makeTexture(_ image: Image, isMinified: Bool, isSmooth: Bool = false) throws(GLError)
    -> SharedTexture
  {
    if let spare = spareTextures.take(image.size, isMinified: isMinified, isSmooth: isSmooth) {
      spare.texture.fill(gl, image, blending)
      return spare
    }
    return SharedTexture(try Texture(gl, image, isMinified: isMinified, blending), isSmooth: isSmooth)
  }

  /// Whether nothing shows through an image.
  func isOpaque(_ image: Image) -> Bool {
    guard image.alpha == .straight else { return image.alpha == .opaque }
    let key = ImageKey(image)
    if let known = opacities[key] { return known.isOpaque }
    let isOpaque = image.hasOpaquePixels
    opacities[key] = (image, isOpaque)
    return isOpaque
  }

  /// Lets go of what the picture that was drawn since the last call did not use. Its textures are kept for one more, lest
  /// each frame of a film makes one.
  func endPicture() {
    spareTextures.replace(by: textures.endPicture().map(\.texture) + gradients.endPicture())
    opacities.endPicture()
    pictures.endPicture()
    for geometry in geometries { geometry.endPicture() }
    spare = Dictionary(grouping: geometries.reversed(), by: \.meshVertexCount)
    geometries.removeAll(keepingCapacity: true)
    lines.removeSubrange(lineCount...)
    lineCount = 0
  }

  /// A mesh's triangles on the GPU, in the buffers of the picture before where these fit.
  /// - `make`: the triangles, the same in the order in which they are drawn, and what pixels must know of their faces;
  ///   given a list to share indices with.
  func geometry(
    of mesh: Mesh, _ make: (TriangleList?) -> (list: TriangleList, drawn: TriangleList, faces: FaceTable?)
  ) throws(GLError) -> Geometry {
    let known = spare[mesh.vertices.count]?.popLast()
    let (list, triangles, faces) = make(known?.list)
    let geometry: Geometry
    if let known, try known.refill(gl, triangles, faces) {
      geometry = known
    } else {
      geometry = try Geometry(gl, triangles, faces, meshVertexCount: mesh.vertices.count)
    }
    geometry.list = list
    geometries.append(geometry)
    return geometry
  }

  /// A mesh's lines, in the buffers of the picture before if there are any.
  func lines(_ marks: WireframeMarks) throws(GLError) -> LineDrawable {
    if lineCount < lines.count {
      try lines[lineCount].refill(gl, marks)
    } else {
      lines.append(try LineDrawable(gl, marks))
    }
    lineCount += 1
    return lines[lineCount - 1]
  }

  /// What of a picture is to be drawn again with several samples, and how all of it is to be drawn before.
  /// - `background`: what lies under the frame.
  func edges(
    of frame: Frame, _ tiling: Tiling, _ background: Color, _ antialiasing: Antialiasing, _ passes: PassCache,
    wholeArea: Int
  ) throws(GLError) -> (EdgePainter.Job?, Antialiasing) {
    guard antialiasing.followsEdges else { return (nil, antialiasing) }
    var uniform = antialiasing
    uniform.followsEdges = false
    let device = try deviceSamples(uniform.deviceSamples)
    guard
      let plan = EdgePlan(
        frame.strata, tiling, device, widestViewport: gl.capabilities.maxViewportSize,
        wholeArea: wholeArea, share: edgeShare)
    else {
      return (nil, uniform)
    }
    let antialiasing = plan.isUniform ? uniform : .none
    if plan.isEmpty { return (nil, antialiasing) }
    let painter: EdgePainter
    if let known = self.painter {
      painter = known
    } else {
      painter = try EdgePainter(gl, blending, samples: uniform.deviceSamples, passes)
      self.painter = painter
    }
    return (EdgePainter.Job(painter, plan, over: background), antialiasing)
  }

  /// Where the device's samples lie in a pixel; empty where they are not weighed, or no shader can read them.
  private func deviceSamples(_ count: Int) throws(GLError) -> [SIMD2<Float>] {
    guard weighsSamples, gl.capabilities.resolvesByShader(samples: count) else { return [] }
    if let known = devicePatterns[count] { return known }
    let target = try Framebuffer(gl, size: PixelSize(1, 1), samples: count, hasDepth: false)
    let found = target.samplePositions()
    devicePatterns[count] = found
    return found
  }

  func hasTexture(_ gradient: Gradient, _ size: PixelSize) -> Bool {
    gradients[GradientKey(gradient: gradient, size: size)] != nil
  }

  func texture(_ gradient: Gradient, _ size: PixelSize) throws(GLError) -> SharedTexture {
    let key = GradientKey(gradient: gradient, size: size)
    if let known = gradients[key] { return known }
    let made = try makeTexture(gradient.image(size: size), isMinified: false, isSmooth: true)
    try gl.check("a gradient of \(size) px")
    gradients[key] = made
    return made
  }

  func whiteTexture() throws(GLError) -> SharedTexture {
    if let white { return white }
    let pixel = Image(size: PixelSize(1, 1), alpha: .opaque, bytes: [255, 255, 255, 255])
    let made = SharedTexture(try Texture(gl, pixel, isMinified: false))
    white = made
    return made
  }

  func square(isLit: Bool) throws(GLError) -> Geometry {
    if let known = squares[isLit] { return known }
    let made = try Geometry(gl, TriangleList(nil, inBoundsOf: Size(1, 1), lit: isLit))
    squares[isLit] = made
    return made
  }
}

@available(*, unavailable) extension SharedTexture: Sendable {}
@available(*, unavailable) extension SharedResources: Sendable {}
