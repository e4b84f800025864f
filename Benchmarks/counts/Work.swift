import MeshTransform

/// The scene of a benchmark: a moving ripple, tilted and lit, turning cards, or layers that blend.
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
  /// W2 with 64 point lights.
  case points
  /// 1920 x 1080, 30 layers with blend modes, antialiased.
  case blends
  /// 1500 x 1500, a masked layer around a cylinder, multiplied with the one below, antialiased.
  case mockup

  private var size: Size {
    switch self {
    case .small: Size(320, 180)
    case .large: Size(3840, 2160)
    case .plain, .antialiased, .dense, .lights, .layers, .points, .blends: Size(1920, 1080)
    case .mockup: Size(1500, 1500)
    }
  }

  /// Samples a pixel; nil for the default.
  var samples: Int? {
    switch self {
    case .plain, .dense, .lights, .points: 1
    case .small, .antialiased, .large, .layers, .blends, .mockup: nil
    }
  }

  func scene(_ image: Image, frame: Int) throws -> Scene {
    let layers =
      switch self {
      case .layers: cards(image, frame: frame)
      case .blends: blended(image, frame: frame)
      case .mockup: try masked(image, frame: frame)
      default: [try ripple(image, frame: frame)]
      }
    let canvas = Canvas(frame: Rect(-size.width / 2, -size.height / 2, size.width, size.height))
    return Scene(canvas: canvas, layers: layers, lights: lights)
  }

  private var lights: [Light] {
    switch self {
    case .layers, .blends, .mockup: []
    case .points:
      (0..<64).map { index in
        var light = Light(.point)
        light.position = Point3D(Double(index * 29 % 64 * 30 - 960), Double(index * 41 % 64 * 17 - 540), 300)
        light.intensity = 1.0 / 64
        return light
      }
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

  private func below(_ image: Image) -> Layer {
    Layer(bounds: Rect(origin: .zero, size: size), position: .zero, contents: .image(image))
  }

  /// Spread over the canvas, each turned and moving a little.
  private func blended(_ image: Image, frame: Int) -> [Layer] {
    let modes: [Layer.BlendMode] = [.multiply, .screen, .overlay, .softLight, .darken, .difference]
    return [below(image)]
      + (0..<30).map { index in
        var layer = Layer(
          bounds: Rect(0, 0, 480, 320),
          position: Point(
            Double(index * 443 % 1440 - 720) + Double(frame % 30), Double(index * 271 % 760 - 380)),
          contents: .image(image))
        layer.transform = .rotation(.degrees(Double(index * 3 - 44)))
        layer.blendMode = modes[index % modes.count]
        layer.opacity = 0.8
        return layer
      }
  }

  private func masked(_ image: Image, frame: Int) throws -> [Layer] {
    let bounds = Rect(0, 0, 800, 800)
    var mask = Layer(bounds: bounds, position: Point(400, 400))
    mask.backgroundColor = .white
    mask.cornerRadius = 200
    mask.maskMode = .alpha
    var layer = Layer(bounds: bounds, position: Point(Double(frame % 30), 0), contents: .image(image))
    layer.blendMode = .multiply
    layer.mesh = try Mesh.cylinder { $0.angle = .degrees(140) }
    layer.sublayers = [mask]
    return [below(image), layer]
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
