import MeshTransform

/// The contents of offscreen textures: an offscreen pass with unchanged content is not drawn again.
///
/// Each place in the layer tree has one texture that follows it from frame to frame. ``keep(bytesPerPixel:move:)`` makes
/// versions of these textures that stay while the place shows something else.
package struct OffscreenCache {
  private var entries = FrameCached<[Int], Entry>()
  private var kept: [[Int]: [Kept]] = [:]
  private var versionCount = 0

  package init() {}

  /// The work of a pass, including the passes within it.
  struct Cost {
    var pixels = 0
    /// Pixels of oversampled textures; the first quarter of each repeats the texture itself.
    var oversampledPixels = 0
    /// Faces of all items.
    var faces = 0
    /// Pixels that all items cover.
    var overdraw = 0
    private(set) var gradients: Set<GradientKey> = []
    private var gradientPixels = 0

    init(
      pixels: Int = 0, oversampledPixels: Int = 0, faces: Int = 0, overdraw: Int = 0,
      gradient: GradientKey? = nil
    ) {
      (self.pixels, self.oversampledPixels) = (pixels, oversampledPixels)
      (self.faces, self.overdraw) = (faces, overdraw)
      if let gradient { (gradients, gradientPixels) = ([gradient], gradient.size.area) }
    }

    /// Adds another cost. A gradient that both contain counts once.
    mutating func add(_ other: Cost) {
      pixels += other.pixels
      oversampledPixels += other.oversampledPixels
      faces += other.faces
      overdraw += other.overdraw
      for gradient in other.gradients where gradients.insert(gradient).inserted {
        gradientPixels += gradient.size.area
      }
    }

    /// Pixels of passes and gradients together.
    var area: Int { pixels + gradientPixels }
  }

  package struct GradientKey: Hashable {
    package let gradient: Gradient
    package let size: PixelSize

    package init(_ gradient: Gradient, _ size: PixelSize) { (self.gradient, self.size) = (gradient, size) }
  }

  /// How a texture is drawn, besides its content.
  struct Kind {
    var hasMipmaps = false
    var isOversampled = false
    /// The pixels of the canvas, for a pass on the canvas's own pixels; nil for others.
    var canvasArea: Int?
  }

  private struct Entry {
    let content: OffscreenPass.Content
    let kind: Kind
    let cost: Cost

    func serves(_ content: OffscreenPass.Content, _ kind: Kind) -> Bool {
      (self.kind.hasMipmaps || !kind.hasMipmaps) && (self.kind.isOversampled || !kind.isOversampled)
        && self.kind.canvasArea == kind.canvasArea && self.content == content
    }

    /// Bytes of the texture with its mipmaps and of the oversampled one beside it, in sides that are multiples of 64,
    /// and of the content, which the entry holds.
    func byteCount(bytesPerPixel: Int) -> Int {
      let area = (content.size.width + 63) / 64 * ((content.size.height + 63) / 64) * 64 * 64
      let pixels = area + (kind.hasMipmaps ? area / 3 : 0) + (kind.isOversampled ? 4 * area : 0)
      return pixels * bytesPerPixel + content.layer.contentByteCount
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
    of content: OffscreenPass.Content, at key: [Int], _ kind: Kind
  ) -> (texture: OffscreenTexture, cost: Cost)? {
    if let entry = entries.peek(key), entry.serves(content, kind) {
      // Only a texture that is shown stays on the device.
      _ = entries[key]
      return (OffscreenTexture(key: key, size: content.size), entry.cost)
    }
    guard let place = kept[key]?.firstIndex(where: { $0.entry.serves(content, kind) }),
      let found = kept[key]?[place]
    else { return nil }
    kept[key]?[place].age = 0
    entries[key] = nil
    return (OffscreenTexture(key: key, size: content.size, version: found.version), found.entry.cost)
  }

  /// The cost of the textures with that key, whatever their content.
  func cost(at key: [Int]) -> Cost? { entries.peek(key)?.cost }

  mutating func insert(_ content: OffscreenPass.Content, at key: [Int], _ kind: Kind, cost: Cost) {
    entries[key] = Entry(content: content, kind: kind, cost: cost)
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
          entry: entry, version: versionCount, byteCount: entry.byteCount(bytesPerPixel: bytesPerPixel),
          age: 1
        ))
    }
  }

  /// The kept textures.
  package var keptTextures: [OffscreenTexture.ID] {
    kept.flatMap { key, list in list.map { OffscreenTexture.ID(key: key, version: $0.version) } }
  }

  /// The ages of all textures.
  package func ages(bytesPerPixel: Int) -> [CacheAge] {
    entries.ages { $0.byteCount(bytesPerPixel: bytesPerPixel) }
      + kept.values.flatMap { $0.map { CacheAge(frames: $0.age, byteCount: $0.byteCount) } }
  }

  /// Discards the kept textures that were last used that many frames ago, or earlier.
  /// - Returns: the discarded textures.
  package mutating func discard(unusedFor frames: Int) -> [OffscreenTexture.ID] {
    let before = keptTextures
    kept = kept.mapValues { $0.filter { $0.age < frames } }.filter { !$0.value.isEmpty }
    return Array(Set(before).subtracting(keptTextures))
  }
}

extension Layer {
  /// Bytes of the images and meshes of a layer and its sublayers.
  fileprivate var contentByteCount: Int {
    var (sum, rest) = (0, [self])
    while let layer = rest.popLast() {
      if case .image(let image) = layer.contents { sum += image.bytes.count }
      if let mesh = layer.mesh {
        sum += mesh.vertices.count * MemoryLayout<Mesh.Vertex>.stride
        sum += mesh.faceCount * MemoryLayout<Mesh.Face>.stride
      }
      rest += layer.sublayers
    }
    return sum
  }
}
