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

    /// The same content, drawn half a pixel farther left, up, or both, as the quadrant says.
    func moved(_ quadrant: Quadrant) -> Content {
      Content(
        layer: layer, size: size,
        toPixels: toPixels * .translation(-0.5 * Double(quadrant.column), -0.5 * Double(quadrant.row)),
        scale: scale)
    }
  }

  /// Which of the four pictures half a pixel apart, of which a finer one is made.
  struct Quadrant: Hashable, CaseIterable {
    let column: Int, row: Int
    var index: Int { column + 2 * row }
    static let first = Quadrant(column: 0, row: 0)
    static let allCases = (0..<4).map { Quadrant(column: $0 & 1, row: $0 >> 1) }
  }

  /// Pixels that were drawn for a picture, those of pictures within it included.
  struct Cost {
    var pixels = 0
    /// Of finer pictures beside, in which they are the first quarter.
    var finePixels = 0
  }

  private struct TargetKey: Hashable {
    let size: PixelSize
    let antialiasing: Antialiasing
  }

  private final class KeptPicture {
    let texture: SharedTexture
    /// Four pictures half a pixel apart, in quadrants.
    var fine: SharedTexture?
    /// Nil while it is drawn.
    var content: Content?
    var cost = Cost()

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

  /// The picture of a layer that has not changed, the finer one where that is asked for, and what was drawn for it.
  func picture(of content: Content, at path: [Int], isMinified: Bool, isOversampled: Bool)
    -> (texture: SharedTexture, fine: SharedTexture?, cost: Cost)?
  {
    guard let kept = pictures[path], kept.texture.texture.hasMipmaps || !isMinified,
      kept.fine != nil || !isOversampled, kept.content == content
    else { return nil }
    return (kept.texture, isOversampled ? kept.fine : nil, kept.cost)
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

  /// For the finer picture of a layer whose picture is being drawn; what is in it is to be overwritten.
  func fineTexture(_ size: PixelSize, at path: [Int]) throws(GLError) -> SharedTexture? {
    guard let kept = pictures[path] else { return nil }
    let size = PixelSize(2 * size.width, 2 * size.height)
    if let fine = kept.fine, fine.texture.size == size { return fine }
    kept.fine = nil
    let made = SharedTexture(try Texture(gl, empty: size, isMinified: false, blending))
    kept.fine = made
    return made
  }

  /// Tells what has been drawn into the textures of that place.
  /// - `isAgain`: drawn before for the same picture of the scene, without a finer one; that was paid for.
  func keep(_ content: Content, at path: [Int], cost: Cost, isAgain: Bool, isOversampled: Bool) {
    guard let kept = pictures[path] else { return }
    kept.content = content
    if isAgain { kept.cost.finePixels += cost.finePixels } else { kept.cost = cost }
    if !isOversampled { kept.fine = nil }
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
