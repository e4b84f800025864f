import MeshTransform

extension Layer {
  /// A layer without contents.
  init(
    bounds: Rect, at position: Point = .zero, _ transform: Transform3D = .identity, sublayers: [Layer] = []
  ) {
    self.init(bounds: bounds, position: position)
    (self.transform, self.sublayers) = (transform, sublayers)
  }

  /// A layer that gets its place by its frame, under a transform set before.
  init(
    frame: Rect, _ transform: Transform3D = .identity, boundsOrigin: Point = .zero, sublayers: [Layer] = []
  ) {
    self.init(bounds: .zero, at: .zero, transform, sublayers: sublayers)
    self.frame = frame
    bounds = Rect(origin: boundsOrigin, size: bounds.size)
  }
}

extension Scene {
  init(_ layers: Layer...) { self.init(canvas: Canvas(frame: Rect(0, 0, 100, 100)), layers: layers) }

  /// `depth` layers inside one another.
  static func chain(of depth: Int, _ makeLayer: (Int) -> Layer = { _ in Layer(bounds: .zero) }) -> Scene {
    var layer = makeLayer(depth - 1)
    for level in (0..<depth - 1).reversed() {
      var superlayer = makeLayer(level)
      superlayer.sublayers = [layer]
      layer = superlayer
    }
    return Scene(layer)
  }
}
