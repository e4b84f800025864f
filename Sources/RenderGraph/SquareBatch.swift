import MeshTransform

/// Consecutive unbent items of one look, which one draw call draws.
///
/// The vertices are those of the items on the canvas: what differs from item to item, its transform, its depth bias and
/// its tint, is in them. Coordinates are rounded once more than those of single items: by 1/4096 pixel at 2,000 pixels.
///
/// A draw call takes 3 microseconds of the calling thread on llvmpipe, and four vertices nearly nothing: 10,000 turned
/// pictures of 17 x 10 pixels at 1080p take 0.87 of the CPU time that they take one by one, and 4,096 take 0.94.
package struct SquareBatch {
  /// The positions of the items in ``DepthGroup/commands``.
  package let commands: Range<Int>
  /// The shader variant for the items.
  package let variant: MeshVariant
  /// The shader variant that draws opaque texels only; nil where no item has one.
  package let opaquePart: MeshVariant?
  /// Whether the texture needs mipmaps.
  package let needsMipmaps: Bool
  /// Four for each item.
  package let vertices: [Vertex]

  package struct Vertex: BitwiseCopyable {
    /// Homogeneous canvas pixels, depth in points with the item's bias.
    let place: SIMD4<Float>
    /// The tint of the item, premultiplied.
    let tint: SIMD4<Float>
    /// Unit space of the content.
    let from: SIMD2<Float>

    package init(place: SIMD4<Float>, tint: SIMD4<Float>, from: SIMD2<Float>) {
      (self.place, self.tint, self.from) = (place, tint, from)
    }

    package static let fromOffset = 2 * MemoryLayout<SIMD4<Float>>.stride
    package static let tintOffset = MemoryLayout<SIMD4<Float>>.stride
  }

  package init(
    commands: Range<Int>, variant: MeshVariant, opaquePart: MeshVariant?, needsMipmaps: Bool,
    vertices: [Vertex]
  ) {
    (self.commands, self.variant, self.opaquePart) = (commands, variant, opaquePart)
    (self.needsMipmaps, self.vertices) = (needsMipmaps, vertices)
  }

  /// The smallest number of items that are drawn together. Pictures with fewer items are the same with and without
  /// batches.
  package static let fewest = 32
}
