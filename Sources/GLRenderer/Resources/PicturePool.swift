import MeshTransform

/// Where the pictures of flattened layers are drawn and kept, from one picture of a scene to the next: the layers of an
/// animation's frames are drawn anew, but in the same memory. Without it each layer made six GL objects a frame.
///
/// What a picture did not use is let go after it, so that never more is kept than one picture needs.
final class PicturePool {
  private let gl: GLContext
  private let blending: Canvas.Blending
  /// In the order in which they are asked for, which is that of the picture before unless layers come or go.
  private var textures: [SharedTexture] = []
  private var usedCount = 0
  private var targets = KeptValues<PixelSize, RenderTargets>()
  private var targetArea = 0
  private var antialiasing: Antialiasing?

  /// Pixels that targets of several sizes may have together: as many as four of 1024 x 1024.
  private static let areaLimit = 1 << 22

  init(_ gl: GLContext, _ blending: Canvas.Blending) { (self.gl, self.blending) = (gl, blending) }

  /// For the next flattened layer; what is in it is to be overwritten.
  func texture(_ size: PixelSize, isMinified: Bool) throws(GLError) -> SharedTexture {
    if usedCount < textures.count {
      let known = textures[usedCount]
      if known.texture.size == size, known.texture.hasMipmaps == isMinified {
        usedCount += 1
        return known
      }
      // Its memory goes before other is asked for.
      textures.remove(at: usedCount)
    }
    let made = SharedTexture(try Texture(gl, empty: size, isMinified: isMinified, blending))
    textures.insert(made, at: usedCount)
    usedCount += 1
    return made
  }

  /// What tiles of that size are drawn into.
  func targets(_ size: PixelSize, _ antialiasing: Antialiasing, _ passes: PassCache)
    throws(GLError) -> RenderTargets
  {
    if antialiasing != self.antialiasing { removeTargets() }
    self.antialiasing = antialiasing
    if let known = targets[size] { return known }
    if targetArea + size.area > Self.areaLimit { removeTargets() }
    let made = try RenderTargets(gl, size: size, antialiasing, blending, passes)
    targets[size] = made
    targetArea += size.area
    return made
  }

  private func removeTargets() { (targets, targetArea) = (KeptValues(), 0) }

  /// Lets go of what was not used since the last call.
  func endPicture() {
    textures.removeSubrange(usedCount...)
    usedCount = 0
    targets.endPicture()
    targetArea = targets.keys.reduce(0) { $0 + $1.area }
  }
}

@available(*, unavailable) extension PicturePool: Sendable {}
