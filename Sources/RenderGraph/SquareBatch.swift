import MeshTransform

/// Unbent items of one look, which one draw call draws as instances of the unit square.
///
/// What differs from item to item, its transform, its depth bias and its tint, is in the instances. Coordinates are rounded
/// once more than those of single items: by 1/4096 pixel at 2,000 pixels.
package struct SquareBatch {
  /// The positions of the items in ``DepthGroup/commands``: those of single ones, or of one command for all of them.
  package let commands: Range<Int>
  /// The shader variant for the items.
  package let variant: MeshVariant
  /// The shader variant that draws opaque texels only; nil where no item has one.
  package let opaquePart: MeshVariant?
  package let squares: [Square]

  /// Whether the texture needs mipmaps.
  package var needsMipmaps: Bool { variant.filter == .mipmapped }

  /// - `variant`: that of an item.
  /// - `hasOpaquePart`: whether opaque texels are drawn first.
  package init(commands: Range<Int>, _ variant: MeshVariant, hasOpaquePart: Bool, _ squares: [Square]) {
    var variant = variant
    (variant.isBatched, variant.isOpaquePart) = (true, false)
    (self.commands, self.variant, self.squares) = (commands, variant, squares)
    variant.isOpaquePart = true
    opaquePart = hasOpaquePart ? variant : nil
  }

  /// The smallest number of items that are drawn together. Pictures with fewer items are the same with and without
  /// batches.
  package static let fewest = 32
}

/// A rectangle on the canvas, as the device reads it.
package struct Square: BitwiseCopyable {
  /// The image of the unit square's first corner, and of its sides: homogeneous canvas pixels, depth in points.
  package private(set) var origin: SIMD4<Float>, across: SIMD4<Float>, down: SIMD4<Float>
  /// A premultiplied color that multiplies the content.
  package let tint: SIMD4<Float>

  package init(origin: SIMD4<Float>, across: SIMD4<Float>, down: SIMD4<Float>, tint: SIMD4<Float>) {
    (self.origin, self.across, self.down, self.tint) = (origin, across, down, tint)
  }

  /// - `unitToCanvas`: the unit square to homogeneous canvas pixels.
  package init(_ unitToCanvas: Transform3D, tint: SIMD4<Float>) {
    let rows = FloatMatrix(unitToCanvas).rows
    self.init(origin: rows.3, across: rows.0, down: rows.1, tint: tint)
  }

  /// The same square, nearer to the viewer.
  /// - `bias`: points.
  package func moved(by bias: Double) -> Square {
    if bias == 0 { return self }
    var square = self
    square.origin.z += Float(bias) * origin.w
    square.across.z += Float(bias) * across.w
    square.down.z += Float(bias) * down.w
    return square
  }

  /// The corners in perimeter order, homogeneous.
  var corners: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    (origin, across + origin, across + down + origin, down + origin)
  }

  /// The corners: x and y in canvas pixels, depth `z / w` in points, and w. They lie before the eye.
  var points: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    func point(_ corner: SIMD4<Float>) -> SIMD4<Float> {
      var point = corner / corner.w
      point.w = corner.w
      return point
    }
    let (a, b, c, d) = corners
    return (point(a), point(b), point(c), point(d))
  }

  /// The depth `z / w` of the middle in points.
  var middleDepth: Double {
    let middle = (across + down) * 0.5 + origin
    return Double(middle.z) / Double(middle.w)
  }

  var unitToCanvas: Transform3D {
    Transform3D(
      rows: SIMD4<Double>(across), SIMD4<Double>(down), SIMD4(0, 0, 1, 0), SIMD4<Double>(origin))
  }
}
