import CEGL
import MeshTransform
import RenderGraph

/// A texture that several items may show.
final class SharedTexture {
  let texture: Texture
  /// The framebuffer from which the first level is copied; nil before the first copy.
  private var source: Framebuffer?

  init(_ texture: consuming Texture) { self.texture = texture }

  /// The name of the framebuffer from which the first level is copied, made at the first call.
  func sourceName(_ gl: GLContext) throws(GLError) -> GLuint {
    switch source {
    case .some(let source): return source.name
    case .none: break
    }
    let made = try Framebuffer(gl, into: texture)
    let name = made.name
    source = consume made
    return name
  }
}

/// The textures of images and gradients, kept from frame to frame. Textures that a frame does not use are reused for
/// other content in the next, and then freed; after ``keep()`` they stay until ``discard(unusedFor:)`` frees them.
///
/// Images are the same when they share their bytes in memory, as copies of a Swift array do.
struct TextureCache {
  private let gl: GLContext
  private let format: PixelFormat
  private var images = FrameCached<ImageKey, (image: Image, texture: SharedTexture)>()
  private var tiled = FrameCached<ImageKey, (image: Image, texture: TiledTexture)>()
  private var gradients = FrameCached<OffscreenCache.GradientKey, SharedTexture>()
  private var spare = TexturePool()
  private var white: SharedTexture?

  init(_ gl: GLContext, _ format: PixelFormat) { (self.gl, self.format) = (gl, format) }

  mutating func texture(_ image: Image, needsMipmaps: Bool) throws(GLError) -> SharedTexture {
    var key = ImageKey(image)
    // A texture with mipmaps also serves without them, see ``Texture/setFilter(usesMipmaps:)``.
    key.needsMipmaps = true
    if let known = images[key] { return known.texture }
    key.needsMipmaps = needsMipmaps
    if let known = images[key] { return known.texture }
    let made = try makeTexture(content(of: image), needsMipmaps: needsMipmaps)
    try gl.check("filling a texture of \(image.size) px")
    // The image is kept, so that no other image takes its memory while that is the key.
    images[key] = (image, made)
    return made
  }

  /// The tiles of an image that exceeds the limit of textures.
  mutating func texture(_ image: Image, _ tiling: ImageTiling, needsMipmaps: Bool) throws(GLError)
    -> TiledTexture
  {
    var key = ImageKey(image)
    key.needsMipmaps = needsMipmaps
    if let known = tiled[key] { return known.texture }
    let (width, height) = (tiling.size.width >> tiling.levels, tiling.size.height >> tiling.levels)
    let rest =
      needsMipmaps
      ? SharedTexture(
        try Texture(gl, empty: PixelSize(max(1, width), max(1, height)), needsMipmaps: true, format))
      : nil
    let made = try TiledTexture(
      gl, content(of: image), tiling, format, rest: rest, white: whiteTexture())
    tiled[key] = (image, made)
    return made
  }

  /// The image as textures are filled with it.
  private func content(of image: Image) -> Image {
    // Linear light is decoded from the image itself, since premultiplied bytes are already rounded.
    format.blending == .linear ? image : image.converted(to: format.depth).premultiplied()
  }

  mutating func texture(_ gradient: Gradient, _ size: PixelSize) throws(GLError) -> SharedTexture {
    let key = OffscreenCache.GradientKey(gradient, size)
    if let known = gradients[key] { return known }
    let made = try makeTexture(gradient.image(size: size, depth: format.depth), needsMipmaps: false)
    try gl.check("a gradient of \(size) px")
    gradients[key] = made
    return made
  }

  mutating func whiteTexture() throws(GLError) -> SharedTexture {
    if let white { return white }
    let pixel = Image(size: PixelSize(1, 1), alpha: .opaque, bytes: [255, 255, 255, 255])
    let made = SharedTexture(try Texture(gl, pixel, needsMipmaps: false))
    white = made
    return made
  }

  private mutating func makeTexture(_ image: Image, needsMipmaps: Bool) throws(GLError) -> SharedTexture {
    if let spare = spare.take(image.size, needsMipmaps: needsMipmaps) {
      spare.texture.fill(gl, image, format)
      return spare
    }
    return SharedTexture(try Texture(gl, image, needsMipmaps: needsMipmaps, format))
  }

  /// Keeps all present textures while no frame uses them.
  mutating func keep() {
    images.keep()
    tiled.keep()
    gradients.keep()
  }

  /// The ages of all textures, with the bytes of their images in memory and on the device.
  var ages: [CacheAge] {
    images.ages { $0.image.bytes.count + $0.texture.byteCount(format) }
      + tiled.ages { $0.image.bytes.count + format.bytesPerPixel * 4 * $0.image.size.area / 3 }
      + gradients.ages { $0.byteCount(format) }
  }

  /// Frees the textures that were last used that many frames ago, or earlier.
  mutating func discard(unusedFor frames: Int) {
    images.discard(unusedFor: frames)
    tiled.discard(unusedFor: frames)
    gradients.discard(unusedFor: frames)
  }

  mutating func endFrame() {
    tiled.endFrame()
    spare.replace(by: images.endFrame().map(\.texture) + gradients.endFrame())
  }
}

extension SharedTexture {
  /// Bytes of all levels.
  fileprivate func byteCount(_ format: PixelFormat) -> Int {
    let area = texture.size.area
    return format.bytesPerPixel * (area + (texture.hasMipmaps ? area / 3 : 0))
  }
}

@available(*, unavailable) extension SharedTexture: Sendable {}
@available(*, unavailable) extension TextureCache: Sendable {}

/// Textures that no picture shows any more, for other content of the same size: the next frame of a film, or of a
/// gradient whose colors move.
struct TexturePool {
  private struct Kind: Hashable {
    let size: PixelSize
    let needsMipmaps: Bool
  }

  private var kept: [Kind: [SharedTexture]] = [:]

  /// Removes a texture, whose whole content must then be replaced. Returns nil when there is none of this kind; all
  /// others are then freed, before new memory is allocated.
  mutating func take(_ size: PixelSize, needsMipmaps: Bool) -> SharedTexture? {
    let kind = Kind(size: size, needsMipmaps: needsMipmaps)
    if let spare = kept[kind]?.popLast() { return spare }
    kept = [:]
    return nil
  }

  /// Replaces the pool by these textures, and frees its previous ones.
  mutating func replace(by textures: [SharedTexture]) {
    if textures.isEmpty, kept.isEmpty { return }
    kept = Dictionary(grouping: textures) {
      Kind(size: $0.texture.size, needsMipmaps: $0.texture.hasMipmaps)
    }
  }
}
