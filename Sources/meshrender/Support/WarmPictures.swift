import MeshTransform
import SceneDocument

/// Pictures that together need the shaders of most others: images with and without alpha, flat and bent, minified
/// and tilted, lit, masked, faded, blended, with shadows, crossing, and with one sample a pixel.
enum WarmPictures {
  private static let size = Size(450, 340)
  private static let anySides = PixelSize(900, 680)
  private static let powersOfTwo = PixelSize(1024, 512)

  /// The pictures with their samples a pixel; nil for those near edges.
  static func all() throws -> [(scene: Scene, samples: Int?)] {
    var pictures: [(scene: Scene, samples: Int?)] = []
    let lights = [[], [Light.directional()]]
    // The driver compiles code for textures whose sides are powers of two, and for others.
    let images = [anySides, powersOfTwo].flatMap { size in
      [image(opaque: true, size), image(opaque: false, size)]
    }
    for image in images {
      for light in lights {
        for surface in light.isEmpty ? [Surface()] : [Surface(), Surface(specular: 0.5)] {
          for scene in try bent(image, light, surface) + [flat(image, light, surface)] {
            pictures += [(scene, nil), (scene, 1)]
          }
        }
      }
    }
    pictures += try groups().map { ($0, nil) }
    return pictures
  }

  /// Pixels of no regularity, so that nothing is simplified.
  private static func image(opaque: Bool, _ size: PixelSize = anySides) -> Image {
    let bytes = (0..<size.area).flatMap { index -> [UInt8] in
      let value = UInt8(truncatingIfNeeded: index &* 2_654_435_761 >> 13)
      return [value, value ^ 0x55, value ^ 0xAA, opaque || index % 3 > 0 ? 255 : value]
    }
    return Image(size: size, alpha: opaque ? .opaque : .straight, bytes: bytes)
  }

  private static func scene(_ layers: [Layer], _ lights: [Light] = []) -> Scene {
    Scene(canvas: Canvas(frame: Rect(0, 0, 960, 720)), layers: layers, lights: lights)
  }

  /// - `scale`: points of the layer for each of ``size``.
  private static func layer(_ contents: Layer.Contents, scale: Double = 1, tilt: Double = 0) -> Layer {
    var layer = Layer(
      bounds: Rect(0, 0, scale * size.width, scale * size.height), position: Point(480, 360),
      contents: contents)
    if tilt != 0 {
      layer.transform =
        .rotation(.degrees(tilt), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 800)
    }
    return layer
  }

  private static func flat(_ image: Image, _ lights: [Light], _ surface: Surface) -> Scene {
    let layers = [(2.0, 0.0), (1.875, 40.0), (0.9, 0.0), (0.5, -60.0)].map { scale, tilt in
      var layer = layer(.image(image), scale: scale, tilt: tilt)
      if tilt == 0 { layer.transform = .rotation(.degrees(10)) }
      layer.surface = surface
      return layer
    }
    return scene(layers, lights)
  }

  /// Meshes at several sizes and tilts, for each of which other texture filters are right.
  private static func bent(_ image: Image, _ lights: [Light], _ surface: Surface) throws -> [Scene] {
    try [("wave", 2, 0.0), ("ripple", 2, -45), ("ripple", 3, -20), ("cylinder", 0.7, 0), ("pageCurl", 1, 60)]
      .map {
        preset, scale, tilt in
        var layer = layer(.image(image), scale: scale, tilt: tilt)
        layer.mesh = try MeshDescription.mesh(preset: preset, [:], layerSize: layer.bounds.size)
        layer.surface = surface
        return scene([layer], lights)
      }
  }

  /// Scenes that need offscreen passes or the A-buffer: groups, masks, blend modes, shadows and layers that cross.
  private static func groups() throws -> [Scene] {
    let (opaque, clear) = (layer(.image(image(opaque: true))), layer(.image(image(opaque: false))))
    var masked = clear
    masked.mesh = try MeshDescription.mesh(preset: "cylinder", [:], layerSize: masked.bounds.size)
    var mask = opaque
    (mask.position, mask.maskMode) = (Point(225, 170), .alpha)
    masked.sublayers = [mask]
    var group = layer(.none)
    var (inner, turned) = (opaque, clear)
    (inner.position, turned.position) = (Point(225, 170), Point(225, 170))
    turned.transform = .rotation(.degrees(20))
    (group.sublayers, group.opacity) = ([inner, turned], 0.5)
    var bent = group
    bent.opacity = 1
    bent.mesh = try MeshDescription.mesh(preset: "wave", [:], layerSize: bent.bounds.size)
    var shadow = opaque
    (shadow.shadowOpacity, shadow.shadowRadius) = (0.5, 4)
    var cross = opaque
    cross.transform = .rotation(.degrees(60), about: Point3D(0, 1, 0))
    var glass = clear
    (glass.opacity, glass.transform) = (0.7, .rotation(.degrees(-40), about: Point3D(0, 1, 0)))
    let back = Layer(
      bounds: Rect(0, 0, 960, 720), position: Point(480, 360), contents: opaque.contents)
    // A small layer is blended with a part of the canvas.
    let modes = Layer.BlendMode.allCases.filter { $0 != .normal }.flatMap { mode in
      var (bent, flat, small) = (masked, clear, layer(clear.contents, scale: 0.4))
      (bent.blendMode, flat.blendMode, small.blendMode, flat.opacity) = (mode, mode, mode, 0.75)
      (flat.transform, small.transform) = (.rotation(.degrees(12)), .rotation(.degrees(12)))
      return [scene([back, bent, flat]), scene([back, small])]
    }
    return modes + [[masked], [group], [bent], [shadow], [cross, glass], [glass, clear]].map { scene($0) }
  }
}
