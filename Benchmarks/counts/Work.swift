import MeshTransform

/// The scene of a benchmark: a moving ripple, tilted and lit, or turning cards.
enum Work: String, CaseIterable {
  /// 320 x 180 points, 100 x 100 faces, antialiased.
  case small
  /// 1920 x 1080, 100 x 100 faces, one sample a pixel.
  case plain = "W2"
  /// The same, antialiased.
  case antialiased = "W2aa"
  /// 1920 x 1080, 1000 x 1000 faces, one sample a pixel.
  case dense = "W3"
  /// 3840 x 2160, 100 x 100 faces, antialiased.
  case large
  /// W2 with 64 lights.
  case lights
  /// 10,000 cards without light, antialiased.
  case layers

  private var size: Size {
    switch self {
    case .small: Size(320, 180)
    case .large: Size(3840, 2160)
    case .plain, .antialiased, .dense, .lights, .layers: Size(1920, 1080)
    }
  }

  /// Samples a pixel; nil for the default.
  var samples: Int? {
    switch self {
    case .plain, .dense, .lights: 1
    case .small, .antialiased, .large, .layers: nil
    }
  }

  func scene(_ image: Image, frame: Int) throws -> Scene {
    let layers = self == .layers ? cards(image, frame: frame) : [try ripple(image, frame: frame)]
    let canvas = Canvas(frame: Rect(-size.width / 2, -size.height / 2, size.width, size.height))
    return Scene(canvas: canvas, layers: layers, lights: lights)
  }

  private var lights: [Light] {
    switch self {
    case .layers: []
    case .lights:
      (0..<64).map { index in
        var light = Light.directional(
          Point3D(Double(index % 5) * 0.1 - 0.2, Double(index % 3) * 0.1 - 0.1, -1))
        light.intensity = 1.0 / 64
        return light
      }
    case .small, .plain, .antialiased, .dense, .large: [Light()]
    }
  }

  private func ripple(_ image: Image, frame: Int) throws -> Layer {
    let cells = self == .dense ? 1000 : 100
    var layer = Layer(bounds: Rect(origin: .zero, size: size), position: .zero, contents: .image(image))
    layer.transform = .rotation(.degrees(-30), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 2000)
    layer.mesh = try Mesh.ripple { ripple in
      (ripple.rows, ripple.columns) = (cells, cells)
      ripple.phase = Double(frame % 30) / 30
    }
    return layer
  }

  /// Side by side in a square of rows and columns; each turns about its middle.
  private func cards(_ image: Image, frame: Int) -> [Layer] {
    let cell = Size(size.width / 100, size.height / 100)
    let transform: Transform3D =
      .rotation(.degrees(30 + Double(frame % 30)), about: Point3D(0, 1, 0)) * .perspective(eyeDistance: 2000)
    return (0..<10_000).map { index in
      var layer = Layer(
        bounds: Rect(0, 0, cell.width * 0.9, cell.height * 0.9),
        position: Point(
          (Double(index % 100) + 0.5) * cell.width - size.width / 2,
          (Double(index / 100) + 0.5) * cell.height - size.height / 2),
        contents: .image(image))
      layer.transform = transform
      return layer
    }
  }

  /// An opaque checkerboard of 1024 x 1024 pixels.
  static func image() -> Image {
    let side = 1024
    var bytes = [UInt8](repeating: 255, count: side * side * 4)
    for index in 0..<(side * side) where (index % side / 64 + index / side / 64) % 2 == 0 {
      bytes[index * 4] = 40
    }
    return Image(size: PixelSize(side, side), alpha: .opaque, bytes: bytes)
  }
}
