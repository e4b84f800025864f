import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Groups: a layer and its sublayers fade as one picture, which keeps every detail of the canvas.
struct GroupTests {
  private static let side = 120
  private static let canvas = Canvas(frame: Rect(0, 0, Double(side), Double(side)))

  /// How a group stands on the canvas.
  enum Stand: CaseIterable {
    case upright, turned, mirrored, tilted, perspective

    var transform: Transform3D {
      switch self {
      case .upright: .translation(0.3, 0.4, 0)
      case .turned: .rotation(.degrees(30))
      case .mirrored: .rotation(.degrees(20)) * .scale(-1.1, 0.9)
      case .tilted: .rotation(.degrees(40), about: Point3D(1, 0.4, 0.2))
      case .perspective:
        .rotation(.degrees(50), about: Point3D(1, -0.5, 0.3)) * .perspective(eyeDistance: 200)
      }
    }
  }

  private func scene(_ layers: [Layer], lights: [Light] = []) -> Scene {
    Scene(canvas: Self.canvas, layers: layers, lights: lights)
  }

  /// The same samples everywhere: which parts of a picture have edges is a question of all of it.
  private func picture(_ layers: Layer..., lights: [Light] = [], by renderer: Renderer? = nil) throws -> Image
  {
    try scene(layers, lights: lights).rendered(by: renderer, samples: 4)
  }

  /// Noise has the most detail of all.
  private func noisyGroup(_ stand: Stand) -> Layer {
    var group = Layer(bounds: Rect(0, 0, 80, 80), position: Point(60, 60))
    group.transform = stand.transform
    group.sublayers = [
      Layer(bounds: Rect(0, 0, 80, 80), position: Point(40, 40), contents: .image(.noise(80, 80))),
      Layer(Rect(30, 10, 20, 30), .pureGreen),
    ]
    return group
  }

  /// The last frame of a fade is the picture without one.
  @Test(arguments: Stand.allCases) func aFadeEndsWithoutAJump(_ stand: Stand) throws {
    var group = noisyGroup(stand)
    let whole = try picture(group)
    group.opacity = 0.999
    let difference = try ImageDifference(picture(group), whole)
    #expect(difference.isWithin(.within(max: 2, mean: 0.3)), "\(stand): \(difference)")
  }

  /// Thin things get their samples where they get them without a group: in the same cells of the canvas.
  @Test(arguments: Stand.allCases) func aFadeKeepsItsEdges(_ stand: Stand)
    throws
  {
    let renderer = try Renderer.any()
    var group = Layer(bounds: Rect(0, 0, 80, 80), position: Point(60, 60))
    group.transform = stand.transform
    // Of more thin things it is a matter of rounding whether the picture has so many that all are drawn less finely.
    group.sublayers = (0..<8).map { i in
      var layer = Layer(
        Rect(Double(9 * i), 4, [0.2, 0.7, 3][i % 3], 70), i % 2 == 0 ? .pureRed : .pureGreen)
      layer.transform = .rotation(.degrees(Double(3 * i)))
      return layer
    }
    var strays = 0
    for step in 0..<8 {
      group.position = Point(60 + 0.7 * Double(step), 60 - 0.9 * Double(step))
      group.opacity = 1
      let whole = try scene([group]).rendered(by: renderer)
      group.opacity = 0.999
      let faded = try scene([group]).rendered(by: renderer)
      strays += (0..<Self.side * Self.side).count { i in
        let (x, y) = (i % Self.side, i / Self.side)
        return faded[x, y].distance(to: SIMD4<Double>(whole[x, y])) > 2
      }
    }
    // Whether a cell holds something thin may be a matter of rounding.
    #expect(strays <= 60, "\(stand)")
  }

  /// Over nothing a group of opacity a is a times the group; each of the two pictures is rounded once.
  @Test(arguments: 0..<24 as Range<UInt64>) func opacityScalesThePicture(seed: UInt64) throws {
    let renderer = try Renderer.any()
    var random = RandomGroup(seed: seed)
    var group = random.group(in: Self.canvas.frame, depth: 1)
    let whole = try picture(group, by: renderer)
    #expect(whole.bytes.contains { $0 != 0 })
    for opacity in [0.3, 0.75, 0.999] {
      group.opacity = opacity
      let faded = try picture(group, by: renderer)
      var strays = 0
      for y in 0..<Self.side {
        for x in 0..<Self.side
        where faded[x, y].distance(to: SIMD4<Double>(whole[x, y]) * opacity) > 1.5 { strays += 1 }
      }
      // A sample on an edge may fall to the other side: coordinates are rounded from different origins.
      #expect(strays <= 6, "seed \(seed), opacity \(opacity): \(strays) pixels differ")
    }
  }

  /// A tilted sibling crosses the group in the same line whether the group is one picture or not.
  @Test(arguments: [Stand.perspective]) func siblingsCrossAFadedGroup(_ stand: Stand) throws {
    var sibling = Layer(Rect(20, 20, 80, 80), .pureBlue)
    sibling.transform = .rotation(.degrees(-50), about: Point3D(0.3, 1, 0))
    var group = noisyGroup(stand)
    let whole = try picture(group, sibling)
    func strays(_ drawn: Image) -> Int {
      (0..<Self.side * Self.side).count { i in
        let (x, y) = (i % Self.side, i / Self.side)
        return drawn[x, y].distance(to: SIMD4<Double>(whole[x, y])) > 2
      }
    }
    group.opacity = 0.999
    // Along the line a pixel may be cut at other places of its samples. Their order in the list does not matter.
    #expect(try strays(picture(group, sibling)) <= 60, "\(stand)")
    #expect(try strays(picture(sibling, group)) <= 60, "\(stand)")
  }

  /// Light that falls on a group falls on its plane: as on one layer that looks the same.
  @Test(arguments: Stand.allCases) func lightFallsOnTheGroupsPlane(_ stand: Stand) throws {
    var light = Light()
    (light.kind, light.position, light.specularIntensity) = (.point, Point3D(30, 40, 60), 1)
    (light.falloff, light.falloffDistance) = (1, 80)
    var layer = Layer(bounds: Rect(0, 0, 80, 80), position: Point(60, 60), contents: .color(.pureRed))
    (layer.transform, layer.surface) = (stand.transform, Surface(specular: 0.5))
    var group = layer
    group.contents = .none
    group.sublayers = [Layer(Rect(0, 0, 80, 80), .pureRed)]
    let difference = try ImageDifference(picture(group, lights: [light]), picture(layer, lights: [light]))
    // An edge's pixel is lit at its middle, which may lie beyond the edge.
    #expect(difference.isWithin(.within(max: 3, mean: 0.2)), "\(stand): \(difference)")
    #expect(try picture(layer, lights: [light]) != picture(layer))
  }

  /// A group within a group within a group is no softer.
  @Test func nestedGroupsKeepTheirDetail() throws {
    var inner = noisyGroup(.turned)
    let whole = try picture(inner)
    for angle in [25.0, -55] {
      var outer = Layer(bounds: Self.canvas.frame, position: Point(60, 60))
      outer.transform = .rotation(.degrees(angle))
      inner.transform = inner.transform * .rotation(.degrees(-angle))
      (inner.opacity, outer.opacity) = (0.999, 0.999)
      outer.sublayers = [inner, Layer(Rect(0, 0, 1, 1), .clear)]
      inner = outer
    }
    let difference = try ImageDifference(picture(inner), whole)
    #expect(difference.isWithin(.within(max: 4, mean: 1)), "\(difference)")
  }

  /// Of a group that is larger than the canvas, or reaches behind the eye, what is seen is drawn.
  @Test func aGroupReachesBehindTheEye() throws {
    var floor = Layer(Rect(-400, 0, 800, 800), .pureRed)
    floor.anchorPoint = Point(0.5, 0)
    floor.position = Point(60, 70)
    floor.transform = .rotation(.degrees(80), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 100)
    floor.contents = .none
    floor.sublayers = [Layer(Rect(0, 0, 400, 800), .pureRed), Layer(Rect(400, 0, 400, 800), .pureGreen)]
    let whole = try picture(floor)
    #expect(whole[10, 100] == Pixel(255, 0, 0, 255) && whole[110, 100] == Pixel(0, 255, 0, 255))
    floor.opacity = 0.999
    let difference = try ImageDifference(picture(floor), whole)
    #expect(difference.isWithin(1), "\(difference)")
  }

  /// A group on a canvas of several targets, with edges drawn apart.
  @Test func aGroupAcrossTiles() throws {
    let frame = Rect(0, 0, 9000, 24)
    var group = Layer(bounds: frame, position: Point(4500, 12))
    group.sublayers = (0..<900).map { i in
      var layer = Layer(Rect(Double(10 * i), 2, 8, 20), i % 2 == 0 ? .pureRed : .pureGreen)
      layer.transform = .rotation(.degrees(Double(i)))
      return layer
    }
    let renderer = try Renderer.any()
    let canvas = Canvas(frame: frame)
    for samples in [4, nil] {
      group.opacity = 1
      let whole = try Scene(canvas: canvas, layers: [group]).rendered(by: renderer, samples: samples)
      group.opacity = 0.999
      let faded = try Scene(canvas: canvas, layers: [group]).rendered(by: renderer, samples: samples)
      let difference = ImageDifference(faded, whole)
      // Pixels of thin corners may take four samples or sixteen.
      #expect(difference.isWithin(.within(max: samples == nil ? 128 : 64, mean: 0.2)), "\(difference)")
    }
  }
}

/// Makes groups of any kind from a seed.
private struct RandomGroup {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
  private mutating func chance(_ times: Int) -> Bool { Int.random(in: 1...times, using: &random) == 1 }

  private mutating func transform() -> Transform3D {
    switch Int.random(in: 0...3, using: &random) {
    case 0: return .identity
    case 1: return .rotation(.degrees(number(-180...180)))
    case 2:
      return .rotation(.degrees(number(-60...60)), about: Point3D(number(-1...1), number(-1...1), 0.5))
    default:
      return .rotation(.degrees(number(-50...50)), about: Point3D(number(-1...1), number(-1...1), 0.5))
        * .perspective(eyeDistance: number(200...400))
    }
  }

  mutating func group(in frame: Rect, depth: Int) -> Layer {
    let size = Size(frame.size.width * number(0.5...0.9), frame.size.height * number(0.5...0.9))
    var layer = Layer(
      bounds: Rect(origin: .zero, size: size),
      position: Point(
        frame.midX + frame.size.width * number(-0.2...0.2),
        frame.midY + frame.size.height * number(-0.2...0.2)))
    layer.transform = transform()
    layer.zPosition = number(-20...20)
    if chance(2) { layer.backgroundColor = color() }
    if chance(2) { (layer.masksToBounds, layer.cornerRadius) = (true, number(0...20)) }
    if chance(4) { (layer.borderWidth, layer.borderColor) = (number(1...6), color()) }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      if depth < 3, chance(2) {
        var inner = group(in: layer.bounds, depth: depth + 1)
        if chance(2) { inner.opacity = number(0.3...1) }
        layer.sublayers.append(inner)
      } else {
        var leaf = Layer(
          Rect(number(-20...40), number(-20...40), number(10...60), number(10...60)), color(),
          z: number(-20...20))
        leaf.transform = transform()
        layer.sublayers.append(leaf)
      }
    }
    return layer
  }

  private mutating func color() -> Color {
    Color(red: number(0...1), green: number(0...1), blue: number(0...1))
  }
}
