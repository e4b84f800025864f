/// A part of the canvas in whole pixels, y down.
struct PixelRect: Hashable {
  var x: Int, y: Int, width: Int, height: Int
}
