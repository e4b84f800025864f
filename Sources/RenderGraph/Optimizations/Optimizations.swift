/// The optimizations of a compilation. A picture is complete without them; none changes it visibly.
///
/// Each has a file or a folder here, with its error bound: the largest change of a pixel.
package struct Optimizations: OptionSet, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Culls the backs of opaque meshes that the front certainly hides: ``BackFaceCulling``. Changes no pixel.
  static let backFaceCulling = Optimizations(rawValue: 1)
  /// Simplifies dense grids within 1/32 pixel: ``SimplifiedGrid``; error bounds: ``RenderItem``'s
  /// `simplificationBounds`.
  static let gridSimplification = Optimizations(rawValue: 2)
  /// Samples content with as few taps as each triangle needs: ``FilterSelection`` and ``BatchSelection``.
  static let filterSelection = Optimizations(rawValue: 4)

  /// Draws the backdrop of a small blended item in its pixels only: ``BackdropPart``. Changes pixels by at most 1 of 255.
  static let backdropParts = Optimizations(rawValue: 8)

  /// Copies the pixels of opaque images and blended parts that are shown as they are: ``PixelCopy``. Changes no pixel.
  static let pixelCopies = Optimizations(rawValue: 16)

  /// Draws many unbent items of one look in one draw call: ``SquareBatch``. Changes pixels by at most 1 of 255, and
  /// edges by 1/4096 pixel.
  static let squareBatches = Optimizations(rawValue: 32)

  package static let all: Optimizations = [
    .backFaceCulling, .gridSimplification, .filterSelection, .backdropParts, .pixelCopies, .squareBatches,
  ]
}
