import MeshTransform

/// A part of the canvas in whole pixels, y down.
struct PixelRect: Hashable {
  var x: Int, y: Int, width: Int, height: Int
  /// Fragments a side of each pixel with which it is drawn.
  var fineness = 1

  var size: PixelSize { PixelSize(width, height) }
}
