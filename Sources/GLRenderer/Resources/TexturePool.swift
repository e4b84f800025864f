import MeshTransform

/// Textures whose content no picture shows any more, for other content of the same size: the next frame of a film, or of
/// a gradient whose colors move.
struct TexturePool {
  private struct Kind: Hashable {
    let size: PixelSize
    let needsMipmaps: Bool
    let isSmooth: Bool
  }

  private var kept: [Kind: [SharedTexture]] = [:]

  /// All of its content is to be replaced. Nil when there is none; then the others go, before memory is asked for.
  mutating func take(_ size: PixelSize, needsMipmaps: Bool, isSmooth: Bool) -> SharedTexture? {
    let kind = Kind(size: size, needsMipmaps: needsMipmaps, isSmooth: isSmooth)
    if let spare = kept[kind]?.popLast() { return spare }
    kept = [:]
    return nil
  }

  /// Keeps these, and lets go of those of before.
  mutating func replace(by textures: [SharedTexture]) {
    if textures.isEmpty, kept.isEmpty { return }
    kept = Dictionary(grouping: textures) {
      Kind(size: $0.texture.size, needsMipmaps: $0.texture.hasMipmaps, isSmooth: $0.isSmooth)
    }
  }
}
