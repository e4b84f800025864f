import MeshTransform

/// Textures that no picture shows any more, for other content of the same size: the next frame of a film, or of a
/// gradient whose colors move.
struct TexturePool {
  private struct Kind: Hashable {
    let size: PixelSize
    let needsMipmaps: Bool
    let isSmooth: Bool
  }

  private var kept: [Kind: [SharedTexture]] = [:]

  /// Removes a texture, whose whole content must then be replaced. Returns nil when there is none of this kind; all
  /// others are then freed, before new memory is allocated.
  mutating func take(_ size: PixelSize, needsMipmaps: Bool, isSmooth: Bool) -> SharedTexture? {
    let kind = Kind(size: size, needsMipmaps: needsMipmaps, isSmooth: isSmooth)
    if let spare = kept[kind]?.popLast() { return spare }
    kept = [:]
    return nil
  }

  /// Replaces the pool by these textures, and frees its previous ones.
  mutating func replace(by textures: [SharedTexture]) {
    if textures.isEmpty, kept.isEmpty { return }
    kept = Dictionary(grouping: textures) {
      Kind(size: $0.texture.size, needsMipmaps: $0.texture.hasMipmaps, isSmooth: $0.isSmooth)
    }
  }
}
