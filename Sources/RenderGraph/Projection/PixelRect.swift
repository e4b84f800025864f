import MeshTransform

/// A rectangle of the canvas in whole pixels, y down.
package struct PixelRect: Hashable {
  package var x: Int, y: Int, width: Int, height: Int
  /// Fragments a side of each pixel.
  package var supersamplingFactor = 1

  package init(x: Int, y: Int, width: Int, height: Int, supersamplingFactor: Int = 1) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
    self.supersamplingFactor = supersamplingFactor
  }

  package var size: PixelSize { PixelSize(width, height) }
}
