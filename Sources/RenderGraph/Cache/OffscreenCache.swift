import MeshTransform

/// The contents of offscreen textures: an offscreen pass with unchanged content is not drawn again.
///
/// Each place in the layer tree has one texture that follows it from frame to frame. ``keep()`` makes versions of these
/// textures that stay while the place shows something else.
package struct OffscreenCache {
  private var entries = FrameCached<[Int], Entry>()
  private var kept: [[Int]: [Kept]] = [:]
  private var versionCount = 0

  package init() {}

  /// The pixels and gradients that were drawn for a pass, including those of passes within it.
  struct Cost {
    package var pixels = 0
    /// Pixels of oversampled textures; the first quarter of each repeats the texture itself.
    var finePixels = 0
    var gradients: Set<GradientKey> = []

    /// Adds another cost. A gradient that both contain counts once.
    package mutating func add(_ other: Cost) {
      pixels += other.pixels
      finePixels += other.finePixels
      gradients.formUnion(other.gradients)
    }

    /// Pixels of passes and gradients together.
    package var area: Int { gradients.reduce(pixels) { $0 + $1.size.area } }
  }

  package struct GradientKey: Hashable {
    package let gradient: Gradient
    package let size: PixelSize

    package init(_ gradient: Gradient, _ size: PixelSize) { (self.gradient, self.size) = (gradient, size) }
  }

  private struct Entry {
    let content: OffscreenPass.Content
    let hasMipmaps: Bool
    let isOversampled: Bool
    let cost: Cost

    /// Of the texture with its mipmaps, and of the oversampled one beside it.
    var pixelCount: Int {
      let area = content.size.area
      return area + (hasMipmaps ? area / 3 : 0) + (isOversampled ? 4 * area : 0)
    }

    func serves(_ content: OffscreenPass.Content, needsMipmaps: Bool, isOversampled: Bool) -> Bool {
      (hasMipmaps || !needsMipmaps) && (self.isOversampled || !isOversampled) && self.content == content
    }
  }

  /// A texture that stays while its place shows something else.
  private struct Kept {
    let entry: Entry
    let version: Int
    let byteCount: Int
    var age: Int
  }

  /// The texture at that key with this content, and its cost; nil where the pass must be drawn.
  mutating func texture(
    of content: OffscreenPass.Content, at key: [Int], needsMipmaps: Bool, isOversampled: Bool
  ) -> (texture: OffscreenTexture, cost: Cost)? {
    if let entry = entries[key],
      entry.serves(content, needsMipmaps: needsMipmaps, isOversampled: isOversampled)
    {
      return (OffscreenTexture(key: key, size: content.size), entry.cost)
    }
    guard
      let place = kept[key]?.firstIndex(where: {
        $0.entry.serves(content, needsMipmaps: needsMipmaps, isOversampled: isOversampled)
      }), let found = kept[key]?[place]
    else { return nil }
    kept[key]?[place].age = 0
    return (OffscreenTexture(key: key, size: content.size, version: found.version), found.entry.cost)
  }

  /// The cost of the textures with that key, whatever their content.
  mutating func cost(at key: [Int]) -> Cost? { entries[key]?.cost }

  mutating func insert(
    _ content: OffscreenPass.Content, at key: [Int], needsMipmaps: Bool, isOversampled: Bool, cost: Cost
  ) {
    entries[key] = Entry(content: content, hasMipmaps: needsMipmaps, isOversampled: isOversampled, cost: cost)
  }

  /// Discards the entries that no item has used since the last call, except kept ones.
  package mutating func endFrame() {
    entries.endFrame()
    for key in kept.keys { for place in kept[key]!.indices { kept[key]![place].age += 1 } }
  }

  /// Keeps all present textures as versions of their own, until ``discard(unusedFor:)``.
  /// - `bytesPerPixel`: of a texture.
  /// - `move`: gives a texture the place of a version, and returns false if there is no such texture.
  package mutating func keep(bytesPerPixel: Int, move: (OffscreenTexture.ID, Int) -> Bool) {
    for (key, entry) in entries.removeAll() {
      versionCount += 1
      guard move(OffscreenTexture.ID(key: key, version: 0), versionCount) else { continue }
      kept[key, default: []].append(
        Kept(
          entry: entry, version: versionCount,
          byteCount: entry.pixelCount * bytesPerPixel + entry.content.layer.imageByteCount, age: 1))
    }
  }

  /// The kept textures.
  package var keptTextures: [OffscreenTexture.ID] {
    kept.flatMap { key, list in list.map { OffscreenTexture.ID(key: key, version: $0.version) } }
  }

  package var ages: [CacheAge] {
    kept.values.flatMap { $0.map { CacheAge(frames: $0.age, byteCount: $0.byteCount) } }
  }

  /// Discards the kept textures that the last frames have not used.
  package mutating func discard(unusedFor frames: Int) {
    kept = kept.mapValues { $0.filter { $0.age < frames } }.filter { !$0.value.isEmpty }
  }
}

extension Layer {
  /// Bytes of the images that a layer and its sublayers show.
  fileprivate var imageByteCount: Int {
    var (sum, rest) = (0, [self])
    while let layer = rest.popLast() {
      if case .image(let image) = layer.contents { sum += image.bytes.count }
      rest += layer.sublayers
    }
    return sum
  }
}
