import MeshTransform
import RenderGraph

/// The textures and render targets of offscreen passes, kept from frame to frame: without them each pass would make six
/// GL objects a frame. Objects that a frame does not use are freed after it, except the textures that
/// ``OffscreenCache`` keeps. Passes share the textures that no later frame shows.
struct OffscreenTextureCache {
  private let gl: GLContext
  private let format: PixelFormat
  private var textures = FrameCached<OffscreenTexture.ID, Entry>()
  /// The textures that later passes may draw into, each with whether the present frame has used it.
  private var spare: [(entry: Entry, isUsed: Bool)] = []
  private var targets = FrameCached<TargetKey, RenderTargets>()
  private var targetArea = 0
  /// The depths of passes that draw into their textures, one after the other; at most one buffer, of that size.
  private var depths = FrameCached<PixelSize, DepthBuffer>()

  private struct TargetKey: Hashable {
    let size: PixelSize
    let sampling: PixelSampling
    let hasDepth: Bool
  }

  struct Entry {
    let texture: SharedTexture
    /// The target for filter passes.
    var target: TextureTarget?
    /// The targets for offscreen passes that draw into the texture itself, and their depths.
    var targets: RenderTargets?
    var depth: DepthBuffer?
    /// Four renderings half a pixel apart, in quadrants.
    var oversampled: SharedTexture?
  }

  /// Pixels that several targets may have together: those of four targets of 1024 x 1024.
  private static let areaLimit = 1 << 22

  init(_ gl: GLContext, _ format: PixelFormat) { (self.gl, self.format) = (gl, format) }

  /// The textures that a pass of this frame, or of an earlier one, has drawn.
  subscript(texture: OffscreenTexture) -> Entry? { mutating get { textures[texture.id] } }

  /// The texture that a pass draws; its content is undefined.
  mutating func texture(for pass: OffscreenPass) throws(GLError) -> SharedTexture {
    let shared = try texture(pass.texture, needsMipmaps: pass.needsMipmaps, mayBeLarger: pass.mayBeLarger)
    let key = pass.texture.id
    if pass.quadrant == nil, var known = textures[key], known.oversampled != nil {
      known.oversampled = nil
      textures[key] = known
    }
    return shared
  }

  private mutating func texture(
    _ texture: OffscreenTexture, needsMipmaps: Bool, mayBeLarger: Bool
  ) throws(GLError) -> SharedTexture {
    let (key, size) = (texture.id, texture.size)
    func fits(_ entry: Entry) -> Bool {
      let known = entry.texture.texture.size
      return entry.texture.texture.hasMipmaps == needsMipmaps
        && (mayBeLarger ? size.fits(in: known) : known == size)
    }
    if let known = textures[key], fits(known) { return known.texture }
    // The old memory is freed before new memory is allocated.
    textures[key] = nil
    let fitting = spare.indices.filter { fits(spare[$0].entry) }
    if let place = fitting.min(by: {
      spare[$0].entry.texture.texture.size.area < spare[$1].entry.texture.texture.size.area
    }) {
      let found = spare.remove(at: place).entry
      textures[key] = found
      return found.texture
    }
    let limit = gl.capabilities.maxTextureSize
    let made = SharedTexture(
      try Texture(
        gl, empty: mayBeLarger ? size.roundedUp(limit: limit) : size, needsMipmaps: needsMipmaps, format))
    textures[key] = Entry(texture: made)
    return made
  }

  /// The target for a pass that draws into the texture itself; its content is undefined.
  mutating func target(for pass: FilterPass) throws(GLError) -> TextureTarget {
    let texture = pass.texture
    let shared = try self.texture(texture, needsMipmaps: false, mayBeLarger: pass.mayBeLarger)
    // llvmpipe compiles code for framebuffers with depths and for those without: a known buffer makes them alike.
    let depth = knownDepth(for: shared.texture.size)
    if let target = textures[texture.id]?.target, target.depth === depth { return target }
    let made = try TextureTarget(gl, shared, depth)
    var entry = Entry(texture: shared)
    entry.target = made
    textures[texture.id] = entry
    return made
  }

  /// The oversampled texture beside the texture of a pass; its content is undefined.
  mutating func oversampledTexture(for pass: OffscreenPass) throws(GLError) -> SharedTexture? {
    let key = pass.texture.id
    guard pass.quadrant != nil, var known = textures[key] else { return nil }
    let size = PixelSize(2 * pass.texture.size.width, 2 * pass.texture.size.height)
    if let texture = known.oversampled, texture.texture.size == size { return texture }
    known.oversampled = nil
    textures[key] = known
    let made = SharedTexture(try Texture(gl, empty: size, needsMipmaps: false, format))
    known.oversampled = made
    textures[key] = known
    return made
  }

  /// Targets for a pass that draws into its texture itself, with one sample a pixel.
  mutating func targets(into texture: SharedTexture, for pass: OffscreenPass, _ passes: PassCache)
    throws(GLError) -> RenderTargets
  {
    let depth = pass.pass.needsDepth ? depth(for: texture.texture.size) : nil
    var entry = textures[pass.texture.id] ?? Entry(texture: texture)
    if let known = entry.targets, depth == nil || entry.depth === depth { return known }
    let made = try RenderTargets(gl, into: texture, depth: depth, format, passes)
    (entry.targets, entry.depth) = (made, depth)
    textures[pass.texture.id] = entry
    return made
  }

  private mutating func knownDepth(for size: PixelSize) -> DepthBuffer? {
    let fitting = depths.keys.first { size.width <= $0.width && size.height <= $0.height }
    return fitting.flatMap { depths[$0] }
  }

  private mutating func depth(for size: PixelSize) -> DepthBuffer {
    if let known = knownDepth(for: size) { return known }
    let largest = depths.keys.reduce(size) { PixelSize(max($0.width, $1.width), max($0.height, $1.height)) }
    let made = DepthBuffer(size: largest, samples: 1, isReadable: gl.capabilities.hasExactTransparency)
    depths = FrameCached()
    depths[largest] = made
    return made
  }

  /// Targets for the tiles of a pass; passes of similar sizes share them.
  mutating func targets(for pass: RenderPass, _ passes: PassCache) throws(GLError) -> RenderTargets {
    let (size, sampling, hasDepth) = (pass.tiling.tileSize, pass.sampling, pass.needsDepth)
    let fitting = targets.keys.filter {
      $0.sampling == sampling && ($0.hasDepth || !hasDepth) && size.fits(in: $0.size)
    }
    if let key = fitting.min(by: { $0.size.area < $1.size.area }), let known = targets[key] { return known }
    let limit = gl.capabilities.maxTargetSize / sampling.supersamplingFactor
    let rounded = size.roundedUp(limit: limit)
    let key = TargetKey(size: rounded, sampling: sampling, hasDepth: hasDepth)
    if targetArea + rounded.area > Self.areaLimit { (targets, targetArea) = (FrameCached(), 0) }
    let made = try RenderTargets(
      gl, size: rounded, sampling, depth: hasDepth ? .float : .none, format, passes)
    targets[key] = made
    targetArea += rounded.area
    return made
  }

  /// Gives a texture the place of one of its versions, without the targets that draw it.
  /// - Returns: whether there is such a texture.
  mutating func move(_ texture: OffscreenTexture.ID, to version: Int) -> Bool {
    guard let known = textures[texture] else { return false }
    var moved = Entry(texture: known.texture)
    moved.oversampled = known.oversampled
    textures[texture] = nil
    textures[texture.version(version)] = moved
    return true
  }

  mutating func remove(_ texture: OffscreenTexture.ID) { textures[texture] = nil }

  /// Lets later passes draw into a texture that no later pass of the frame reads.
  mutating func release(_ texture: OffscreenTexture.ID) {
    guard let entry = textures[texture] else { return }
    textures[texture] = nil
    spare.append((entry, true))
  }

  /// - `shown`: the textures that the frame has shown.
  /// - `kept`: the textures that stay although it has not.
  mutating func endFrame(shown: Set<OffscreenTexture.ID>, kept: [OffscreenTexture.ID]) {
    for texture in shown { _ = textures[texture] }
    for texture in kept { _ = textures[texture] }
    textures.endFrame()
    spare.removeAll { !$0.isUsed }
    for index in spare.indices { spare[index].isUsed = false }
    targets.endFrame()
    depths.endFrame()
    targetArea = targets.keys.reduce(0) { $0 + $1.size.area }
  }
}

/// A target for the first level of a texture. Keeps the texture, and its depths.
final class TextureTarget {
  private let texture: SharedTexture
  let depth: DepthBuffer?
  let framebuffer: Framebuffer

  init(_ gl: GLContext, _ texture: SharedTexture, _ depth: DepthBuffer?) throws(GLError) {
    (self.texture, self.depth) = (texture, depth)
    framebuffer = try Framebuffer(gl, into: texture.texture, depth: depth)
  }
}

@available(*, unavailable) extension TextureTarget: Sendable {}
@available(*, unavailable) extension OffscreenTextureCache: Sendable {}

extension PixelSize {
  /// Sides rounded up to multiples of 64, and at most `limit`. A power of two becomes 16 larger, since llvmpipe compiles
  /// other code for textures with such sides.
  fileprivate func roundedUp(limit: Int) -> PixelSize {
    func side(_ length: Int) -> Int {
      let rounded = (length + 63) / 64 * 64
      return min(rounded & (rounded - 1) == 0 ? rounded + 16 : rounded, limit)
    }
    return PixelSize(side(width), side(height))
  }

  /// Whether this size fits in `other`, and `other` is not much larger.
  fileprivate func fits(in other: PixelSize) -> Bool {
    width <= other.width && height <= other.height
      && other.area <= max(2 * roundedUp(limit: .max).area, 128 * 128)
  }
}
