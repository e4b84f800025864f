extension Scene {
  /// The scene with each of its colors replaced: those of the canvas, of lights, and of layers with their gradients.
  ///
  /// For a canvas of another color space than sRGB. Gradients then interpolate between the new colors. Images are
  /// unchanged, texts among them.
  /// - Parameter transform: maps a color of sRGB, with channels in 0...1, to the values of the canvas.
  public func mappingColors(_ transform: (Color) -> Color) -> Scene {
    var scene = self
    scene.canvas.background = transform(canvas.background)
    scene.lights.mapColors(transform)
    for index in scene.layers.indices { scene.layers[index].mapColors(transform) }
    return scene
  }
}

extension Layer {
  /// Changes the layer with its sublayers in place, so that a level of a tree takes little of the stack.
  fileprivate mutating func mapColors(_ transform: (Color) -> Color) {
    mapOwnColors(transform)
    for index in sublayers.indices { sublayers[index].mapColors(transform) }
  }

  private mutating func mapOwnColors(_ transform: (Color) -> Color) {
    for property in Self.properties { property.mapColor(of: &self, transform) }
    lights.mapColors(transform)
    switch contents {
    case .color(let color): contents = .color(transform(color))
    case .gradient(var gradient):
      for index in gradient.stops.indices {
        gradient.stops[index].color = transform(gradient.stops[index].color)
      }
      contents = .gradient(gradient)
    case .none, .image: break
    }
  }
}

extension [Light] {
  fileprivate mutating func mapColors(_ transform: (Color) -> Color) {
    for index in indices { self[index].color = transform(self[index].color) }
  }
}

extension Property {
  /// Replaces the owner's value if it is a color.
  fileprivate func mapColor(of owner: inout Owner, _ transform: (Color) -> Color) {
    switch value {
    case .color(let path): owner[keyPath: path] = transform(owner[keyPath: path])
    case .optionalColor(let path): owner[keyPath: path] = owner[keyPath: path].map(transform)
    default: break
    }
  }
}
