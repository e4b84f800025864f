import MeshTransform

/// A texture that several sheets may show.
final class SharedTexture {
  let texture: Texture
  init(_ texture: consuming Texture) { self.texture = texture }
}

/// What many layers of one scene have in common, put on the GPU once: images, white, the unit square.
///
/// Images count as the same when they share their bytes in memory, as copies of a Swift array do.
final class SharedResources {
  private let gl: GLContext
  let blending: Canvas.Blending
  /// Whether pictures are drawn with several fragments a pixel.
  let isSupersampled: Bool
  private var textures: [ImageKey: (image: Image, texture: SharedTexture)] = [:]
  private var squares: [Bool: Geometry] = [:]
  private var white: SharedTexture?
  /// By the original's memory.
  private var premultiplied: [ImageKey: (original: Image, image: Image)] = [:]
  private var gradients: [GradientKey: SharedTexture] = [:]

  private struct GradientKey: Hashable {
    let gradient: Gradient
    let size: PixelSize
  }

  private struct ImageKey: Hashable {
    let address: UnsafeRawPointer?
    let size: PixelSize
    var isMinified = false

    init(_ image: Image) {
      address = image.bytes.withUnsafeBytes { $0.baseAddress }
      size = image.size
    }
  }

  init(_ gl: GLContext, _ blending: Canvas.Blending, isSupersampled: Bool) {
    (self.gl, self.blending, self.isSupersampled) = (gl, blending, isSupersampled)
  }

  func texture(_ image: Image, isMinified: Bool) throws(GLError) -> SharedTexture {
    var key = ImageKey(image)
    key.isMinified = isMinified
    if let known = textures[key] { return known.texture }
    let made = try makeTexture(image, isMinified: isMinified)
    try gl.check("filling a texture of \(image.size) px")
    // The image is kept, so that its memory is not another's before the picture is done.
    textures[key] = (image, made)
    return made
  }

  private func makeTexture(_ image: Image, isMinified: Bool) throws(GLError) -> SharedTexture {
    switch blending {
    case .encoded: SharedTexture(try Texture(gl, image, isMinified: isMinified))
    case .linear: SharedTexture(try Texture(gl, linear: image, isMinified: isMinified))
    }
  }

  func premultiplied(_ image: Image) -> Image {
    guard image.alpha == .straight else { return image }
    let key = ImageKey(image)
    if let known = premultiplied[key] { return known.image }
    let made = image.premultiplied()
    premultiplied[key] = (image, made)
    return made
  }

  func hasTexture(_ gradient: Gradient, _ size: PixelSize) -> Bool {
    gradients[GradientKey(gradient: gradient, size: size)] != nil
  }

  func texture(_ gradient: Gradient, _ size: PixelSize) throws(GLError) -> SharedTexture {
    let key = GradientKey(gradient: gradient, size: size)
    if let known = gradients[key] { return known }
    let made = try makeTexture(gradient.image(size: size), isMinified: false)
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
