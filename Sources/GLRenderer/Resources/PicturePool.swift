import MeshTransform

/// Where the pictures of flattened layers are drawn and kept, from one picture of a scene to the next.
///
/// In an animation most of what is flattened stays as it is while the layer moves or bends: then its picture stays, too,
/// and nothing is drawn. What changes is drawn anew in the same memory; without that each layer made six GL objects a
/// frame. What a picture did not use is let go after it, so that never more is kept than one picture needs.
final class PicturePool {
  private let gl: GLContext
  private let blending: Canvas.Blending
  /// By the layers' places in the tree.
  private var pictures = KeptValues<[Int], KeptPicture>()
  private var targets = KeptValues<TargetKey, RenderTargets>()
  private var targetArea = 0
  private var options: RenderOptions?

  /// All that decides what a flattened layer's picture shows, beside the options.
  struct Content: Equatable {
    /// As ``MeshTransform/Layer/pictured``.
    let layer: Layer
    /// Of the picture.
    let size: PixelSize
    /// Layer points to pixels of the picture.
    let toPixels: Transform3D
    /// Pixels per point for meshes in it.
    let scale: Double
  }

  private struct TargetKey: Hashable {
    let size: PixelSize
    let antialiasing: Antialiasing
  }

  private final class KeptPicture {
    let texture: SharedTexture
    /// Nil while it is drawn.
    var content: Content?
    /// Pixels that were drawn for it, those of pictures within it included.
    var area = 0

    init(_ texture: SharedTexture) { self.texture = texture }
  }

  /// Pixels that targets of several sizes may have together: as many as four of 1024 x 1024.
  private static let areaLimit = 1 << 22

  init(_ gl: GLContext, _ blending: Canvas.Blending) { (self.gl, self.blending) = (gl, blending) }

  /// Forgets what pictures show if they were drawn with other options.
  func begin(_ options: RenderOptions) {
    if options != self.options { pictures = KeptValues() }
    self.options = options
  }

  /// The picture of a layer that has not changed, and how many pixels were drawn for it.
  func picture(of content: Content, at path: [Int], isMinified: Bool) -> (texture: SharedTexture, area: Int)?
  {
    guard let kept = pictures[path], kept.texture.texture.hasMipmaps == isMinified, kept.content == content
    else { return nil }
    return (kept.texture, kept.area)
  }

  /// For a layer's picture; what is in it is to be overwritten.
  /// - `mayBeLarger`: whether a texture with room to spare will do. Pictures on the canvas's own pixels change their size
  ///   with every frame in which the layer moves.
  func texture(_ size: PixelSize, at path: [Int], isMinified: Bool, mayBeLarger: Bool = false)
    throws(GLError) -> SharedTexture
  {
    if let kept = pictures[path], kept.texture.texture.hasMipmaps == isMinified,
      mayBeLarger ? size.fits(in: kept.texture.texture.size) : kept.texture.texture.size == size
    {
      kept.content = nil
      return kept.texture
    }
    // Its memory goes before other is asked for.
    pictures[path] = nil
    let side = gl.capabilities.maxTextureSize
    let made = SharedTexture(
      try Texture(
        gl, empty: mayBeLarger ? size.roundedUp(limit: side) : size, isMinified: isMinified, blending))
    pictures[path] = KeptPicture(made)
    return made
  }

  /// Tells what has been drawn into the texture of that place.
  func keep(_ content: Content, at path: [Int], area: Int) {
    guard let kept = pictures[path] else { return }
    (kept.content, kept.area) = (content, area)
  }

  /// What tiles of that size are drawn into; pictures of similar sizes share them.
  func targets(_ size: PixelSize, _ antialiasing: Antialiasing, _ passes: PassCache)
    throws(GLError) -> RenderTargets
  {
    let fitting = targets.keys.filter { $0.antialiasing == antialiasing && size.fits(in: $0.size) }
    if let key = fitting.min(by: { $0.size.area < $1.size.area }), let known = targets[key] { return known }
    let limit = gl.capabilities.maxTargetSize / antialiasing.fineness
    let size = size.roundedUp(limit: limit)
    let key = TargetKey(size: size, antialiasing: antialiasing)
    if targetArea + size.area > Self.areaLimit { (targets, targetArea) = (KeptValues(), 0) }
    let made = try RenderTargets(gl, size: size, antialiasing, blending, passes)
    targets[key] = made
    targetArea += size.area
    return made
  }

  /// Lets go of what was not used since the last call.
  func endPicture() {
    pictures.endPicture()
    targets.endPicture()
    targetArea = targets.keys.reduce(0) { $0 + $1.size.area }
  }
}

@available(*, unavailable) extension PicturePool: Sendable {}

extension PixelSize {
  /// To multiples of 64, where they are no more than `limit`.
  fileprivate func roundedUp(limit: Int) -> PixelSize {
    PixelSize(min((width + 63) / 64 * 64, limit), min((height + 63) / 64 * 64, limit))
  }

  /// Whether there is room for it, and not much more.
  fileprivate func fits(in other: PixelSize) -> Bool {
    width <= other.width && height <= other.height
      && other.area <= max(2 * roundedUp(limit: .max).area, 128 * 128)
  }
}

extension Layer {
  /// Without all that only places, bends, fades and lights the layer's picture, and never shows in it.
  var pictured: Layer {
    var layer = self
    (layer.name, layer.position, layer.zPosition, layer.transform) = (nil, .zero, 0, .identity)
    (layer.mesh, layer.opacity, layer.surface) = (nil, 1, Surface())
    (layer.isDoubleSided, layer.rasterizationScale) = (true, nil)
    return layer
  }
}
