import MeshTransform

@testable import TestSupport

/// Scenes with edges of every kind.
enum EdgeScenes {
  private static let canvas = Rect(0, 0, 160, 120)
  private static let image = Image.noise(6, 6, seed: 9)

  private static func tilted(_ mesh: Mesh?, _ degrees: Double = 50, image: Image = image) -> Scene {
    var scene = Scene.oneLayer(
      image, size: Size(110, 80), canvas: canvas, mesh: mesh,
      transform: .rotation(.degrees(degrees), about: Point3D(1, 0.3, 0.1)) * .perspective(eyeDistance: 400),
      lights: [.directional(Point3D(0.3, 0.2, -1))])
    scene.layers[0].magnificationFilter = .linear
    return scene
  }

  private static func card(_ color: Color, _ degrees: Double, z: Double = 0) -> Layer {
    var layer = Layer(Rect(30, 25, 100, 70), color, z: z)
    layer.transform =
      .rotation(.degrees(degrees), about: Point3D(0.2, 1, 0)) * .perspective(eyeDistance: 500)
    return layer
  }

  static func named() throws -> [(name: String, scene: Scene)] {
    var all: [(String, Scene)] = []
    for preset in MeshPreset.all {
      all.append((preset.name, tilted(try preset.mesh())))
      all.append((preset.name + ", from behind", tilted(try preset.mesh(), 160)))
      all.append(
        (preset.name + ", translucent", tilted(try preset.mesh(), 20, image: .translucentNoise(5, 5))))
    }
    func scene(_ layers: [Layer], lights: [Light] = []) -> Scene {
      Scene(
        canvas: Canvas(frame: canvas, background: Color(red: 0.9, green: 0.9, blue: 0.8)), layers: layers,
        lights: lights)
    }
    var crossing = [card(.pureRed, 40), card(.pureBlue, -35), card(.pureGreen, 80)]
    // The line in which they meet passes no sample: rounding decides which of them is seen there.
    for i in crossing.indices { crossing[i].position.x += 0.013 }
    all.append(("cards that cross", scene(crossing)))
    all.append(("a card edge-on", scene([card(.pureRed, 89.7), card(.pureBlue, 0, z: -40)])))
    all.append(("parallel cards", scene([card(.pureRed, 40), card(.pureBlue, 40, z: 9)])))
    var glass = card(Color(red: 0, green: 0.5, blue: 1, alpha: 0.5), 30)
    all.append(("glass over a card", scene([card(.pureRed, 30, z: -20), glass])))
    glass.opacity = 0.5
    all.append(("crossing glass", scene([card(.pureRed, -30), glass])))
    var round = card(.pureRed, 25)
    (round.cornerRadius, round.borderWidth, round.borderColor) = (18, 4, .pureBlue)
    all.append(("a round border", scene([round])))
    var clip = round
    clip.masksToBounds = true
    var inner = Layer(Rect(60, 40, 90, 60), .pureGreen)
    inner.transform = .rotation(.degrees(30), about: Point3D(0, 0, 1))
    clip.sublayers = [inner]
    all.append(("a clipped sublayer", scene([clip])))
    var nested = clip
    nested.mesh = try Mesh.wave()
    nested.opacity = 0.7
    all.append(("a bent tree", scene([card(.pureGreen, 10), nested])))
    var near = card(.pureRed, 60)
    near.transform = .rotation(.degrees(75), about: Point3D(0.1, 1, 0)) * .perspective(eyeDistance: 60)
    all.append(("close to the eye", scene([near])))
    var linear = scene(Array(crossing.prefix(2)))
    linear.canvas.blending = .linear
    all.append(("linear light", linear))
    let widths = [0.3, 0.5, 0.8, 1.2, 2, 5]
    let lines = widths.enumerated().map { i, width in
      let color: Color = i % 2 > 0 ? .white : Color(red: 0, green: 0.3, blue: 0, alpha: 0.6)
      var line = Layer(Rect(0, 0, 90, width), color)
      line.position = Point(60 + 9 * Double(i), 58.37)
      line.transform = .rotation(.degrees(19 + 31 * Double(i)), about: Point3D(0, 0, 1))
      return line
    }
    all.append(("lines over a card", scene([Layer(Rect(20, 20, 70.3, 60.6), .pureRed)] + lines)))
    var upright = scene([Layer(Rect(20, 20, 60, 40), .pureRed), Layer(Rect(50, 30, 60.5, 40.25), .pureBlue)])
    upright.canvas.background = .clear
    all.append(("upright", upright))
    return all
  }
}
