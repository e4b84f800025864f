import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// Each graph pass alone, against the picture without any.
struct GraphPassTests {
  private static func scene(_ size: Double, _ layers: [Layer], lights: [Light] = []) -> Scene {
    Scene(
      canvas: Canvas(frame: Rect(0, 0, size, size), background: .white), layers: layers, lights: lights)
  }

  private static func photo(_ rect: Rect, _ image: Image, _ mesh: Mesh? = nil) -> Layer {
    var photo = Layer(rect, .clear)
    (photo.contents, photo.mesh) = (.image(image), mesh)
    return photo
  }

  private static func ripple(_ cells: Int) throws -> Mesh {
    try Mesh.grid(rows: cells, columns: cells) { from in
      let away = from - 0.5
      return SIMD3(from.x, from.y, 0.1 * max(0, 1 - 6 * (away * away).sum()))
    }
  }

  private static let tilt: Transform3D =
    .rotation(.degrees(55), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 900)

  private static let passes: [any GraphPass] = .softwareRaster(nil)

  /// A scene in which the pass takes effect, for each pass.
  private static func scene(for pass: any GraphPass) throws -> Scene? {
    switch pass {
    case is GridSimplification:
      scene(96, [photo(Rect(8, 8, 80, 80), .ramp(), try ripple(80)).with(tilt)])
    case is FilterBatches:
      scene(900, [photo(Rect(0, 0, 900, 900), .noise(900, 900), try ripple(40)).with(tilt)])
    case is BackFaceCulling:
      scene(120, [photo(Rect(10, 10, 100, 100), .noise(40, 40), try ripple(24)).with(tilt)])
    case is UniformLight:
      scene(48, [photo(Rect(4, 4, 40, 40), .noise(40, 40), try ripple(60))], lights: [Light()])
    case is ScalarLight:
      scene(
        120, [photo(Rect(10, 10, 100, 100), .noise(40, 40), try ripple(24)).with(tilt)], lights: [Light()])
    case is PixelCopies: scene(96, [photo(Rect(0, 0, 96, 96), .noise(96, 96)), label()])
    case is SquareBatches:
      scene(
        96,
        (0..<64).map { number in
          let place = Point(Double(number % 8) * 12, Double(number / 8) * 12)
          return Layer(Rect(place.x, place.y, 10, 10), .pureRed).with(.rotation(.degrees(Double(number))))
        })
    case is CrossingPlanes:
      scene(
        96,
        [30.0, -30].map {
          label(Rect(30, 30, 36, 30)).with(.rotation(.degrees($0), about: Point3D(0, 1, 0)))
        })
    default: nil
    }
  }

  private static func label(_ frame: Rect = Rect(20, 30, 40, 30)) -> Layer {
    var label = Layer(frame, .pureBlue)
    label.opacity = 0.5
    return label
  }

  @Test(arguments: passes.map(\.name)) func looksTheSame(_ name: String) throws {
    let pass = try #require(Self.passes.first { $0.name == name })
    let scene = try #require(try Self.scene(for: pass), "\(name) has no scene here")
    let renderer = try Renderer.software(tuning: Tuning(usesPass: { $0.name == name }))
    let plain = try Renderer.software(tuning: Tuning(usesPass: { _ in false }))
    let options = RenderOptions(samples: 4)
    #expect(
      try renderer.describe(scene, options: options) != plain.describe(scene, options: options),
      "\(name) has no effect")
    let difference = ImageDifference(
      try renderer.render(scene, options: options), try plain.render(scene, options: options))
    #expect(difference.isWithin(.within(max: 64, mean: 0.1)), "\(name): \(difference)")
  }

  /// A ripple from before is drawn without depths, and leaning with them; both are the picture with depths.
  @Test(arguments: [false, true]) func depthsAreLeftOut(leans: Bool) throws {
    var layer = Self.photo(Rect(40, 40, 1000, 1000), .noise(400, 400), try Self.ripple(24))
    if leans { layer.transform = .rotation(.degrees(80), about: Point3D(1, 0, 0)) }
    let scene = Self.scene(1100, [layer])
    let renderer = try Renderer.hardware(tuning: Tuning(usesPass: { $0 is DepthFreeItems }))
    let plain = try Renderer.hardware(tuning: Tuning(usesPass: { _ in false }))
    let options = RenderOptions(samples: 4)
    #expect(try renderer.compile(scene, options).graph.canvas.needsDepth == leans)
    #expect(try plain.compile(scene, options).graph.canvas.needsDepth)
    #expect(try renderer.render(scene, options: options) == plain.render(scene, options: options))
  }

  /// Four numbers hold gray light, however faces are interpolated and shaded, and from wherever it comes: of a direction,
  /// or of a place and with highlights, where neither facets nor faces make normals.
  @Test(arguments: Mesh.FaceInterpolation.allCases, [Surface.Shading.smooth, .flat])
  func scalarLightIsTheLight(_ interpolation: Mesh.FaceInterpolation, _ shading: Surface.Shading) throws {
    var mesh = try Self.ripple(12)
    mesh.faceInterpolation = interpolation
    var layer = Self.photo(Rect(10, 10, 100, 100), .noise(40, 40), mesh).with(Self.tilt)
    layer.surface = Surface(ambient: 0.7, diffuse: 0.8, shading: shading)
    var light = Light.directional(Point3D(0, 0, -1))
    (light.intensity, light.ambientIntensity) = (0.9, 0.2)
    func picture(scalar: Bool) throws -> (Image, isScalar: Bool) {
      let renderer = try Renderer.any(tuning: Tuning(usesPass: { scalar && $0 is ScalarLight }))
      let scene = Self.scene(120, [layer], lights: [light])
      return (try renderer.render(scene), try renderer.describe(scene).contains("gray light"))
    }
    func expectScalar(_ isExpected: Bool = true, _ name: String) throws {
      let (scalar, plain) = (try picture(scalar: true), try picture(scalar: false))
      #expect(scalar.isScalar == isExpected && !plain.isScalar, "\(name)")
      let difference = ImageDifference(scalar.0, plain.0)
      #expect(difference.isWithin(.within(max: 1, mean: 0.01)), "\(name): \(difference)")
    }
    let directions = [
      Point3D(0.3, 0.5, -0.6), Point3D(0, 0, -2), Point3D(0, 0, 1), Point3D(-1, 0, 0), Point3D(0.2, -1, 0.4),
    ]
    let hasVectors = interpolation == .triangles && shading == .smooth
    for exponent in [0, 32, 7.5] {
      (layer.surface.specular, light.specularIntensity) = exponent > 0 ? (0.5, 1) : (0, 0)
      if exponent > 0 { layer.surface.specularExponent = exponent }
      light.kind = .directional
      for direction in directions {
        light.direction = direction
        try expectScalar(exponent == 0 || hasVectors, "\(direction), \(exponent)")
      }
      light.kind = .point
      // Before, behind and beside the layer, far away, and near it.
      for position in [
        Point3D(20, 10, 60), Point3D(60, 60, -80), Point3D(500, 60, 1), Point3D(-4e5, 3e5, 2e6),
        Point3D(60, 55, 9),
      ] {
        light.position = position
        try expectScalar(hasVectors, "\(position), \(exponent)")
      }
      light.falloff = 1
      try expectScalar(false, "with falloff")
      light.falloff = 0
      light.kind = .spot
      try expectScalar(false, "a spot light")
    }
    light.kind = .directional
    light.color = Color(red: 1, green: 1, blue: 0.9)
    try expectScalar(false, "of a hue")
  }

  /// Highlights by squarings are those of powers: of exponents beside a power of two.
  @Test(arguments: [2.0, 8, 32, 256, 1024]) func squaringsArePowers(_ exponent: Double) throws {
    var layer = Self.photo(Rect(10, 10, 100, 100), .noise(40, 40), try Self.ripple(24))
    layer.surface.specular = 0.6
    let renderer = try Renderer.any()
    for count in 1...2 {
      func picture(_ exponent: Double) throws -> Image {
        layer.surface.specularExponent = exponent
        let lights = Array(repeating: Light.directional(Point3D(0.2, 0.3, -1)), count: count)
        return try renderer.render(Self.scene(120, [layer], lights: lights))
      }
      let (power, beside) = (try picture(exponent), try picture(exponent * 1.00001))
      #expect(ImageDifference(power, beside).isWithin(.within(max: 1, mean: 0.01)))
      #expect(power != (try picture(exponent * 1.5)), "highlights show")
    }
  }

  /// An exact picture has no passes.
  @Test func exactPicturesHaveNone() throws {
    let (renderer, plain) = (try Renderer.any(), try Renderer.any(tuning: Tuning(usesPass: { _ in false })))
    for pass in Self.passes {
      let scene = try #require(try Self.scene(for: pass))
      #expect(
        try renderer.describe(scene, options: RenderOptions(isExact: true)) == plain.describe(scene),
        "\(pass.name)")
    }
  }
}

extension Layer {
  fileprivate func with(_ transform: Transform3D) -> Layer {
    var layer = self
    layer.transform = transform
    return layer
  }
}
