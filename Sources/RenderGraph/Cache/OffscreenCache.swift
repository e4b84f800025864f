import MeshTransform

/// The contents of offscreen textures, kept from frame to frame: an offscreen pass with unchanged content is not drawn
/// again.
package struct OffscreenCache {
  private var entries = FrameCached<[Int], Entry>()

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
  }

  /// The cost of the textures with that key, if they have this content; nil where the pass must be drawn.
  mutating func cost(
    of content: OffscreenPass.Content, at key: [Int], needsMipmaps: Bool, isOversampled: Bool
  ) -> Cost? {
    guard let entry = entries[key], entry.hasMipmaps || !needsMipmaps,
      entry.isOversampled || !isOversampled, entry.content == content
    else { return nil }
    return entry.cost
  }

  /// The cost of the textures with that key, whatever their content.
  mutating func cost(at key: [Int]) -> Cost? { entries[key]?.cost }

  mutating func insert(
    _ content: OffscreenPass.Content, at key: [Int], needsMipmaps: Bool, isOversampled: Bool, cost: Cost
  ) {
    entries[key] = Entry(content: content, hasMipmaps: needsMipmaps, isOversampled: isOversampled, cost: cost)
  }

  /// Discards the entries that no item has used since the last call.
  package mutating func endFrame() { entries.endFrame() }
}
