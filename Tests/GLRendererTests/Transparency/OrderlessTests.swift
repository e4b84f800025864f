import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Translucent faces that no order of whole faces can show, one kind at a time.
struct OrderlessTests {
  private let side = 48

  private func scene(_ layers: [Layer], background: Color = .clear) -> Scene {
    let half = Double(side) / 2
    return Scene(
      canvas: Canvas(
        frame: Rect(-half, -half, 2 * half, 2 * half), background: background, depth: .shared),
      layers: layers)
  }

  private func layer(_ width: Double, _ height: Double, _ color: Color, _ transform: Transform3D) -> Layer {
    var layer = Layer(bounds: Rect(0, 0, width, height), position: .zero, contents: .color(color))
    layer.transform = transform
    return layer
  }

  private let colors = [
    Color(red: 1, green: 0, blue: 0, alpha: 0.5), Color(red: 0, green: 1, blue: 0, alpha: 0.5),
    Color(red: 0, green: 0, blue: 1, alpha: 0.5),
  ]

  /// Premultiplied, from the nearest to the farthest.
  private func blend(_ order: [Int]) -> SIMD4<Double> {
    order.reduce(SIMD4<Double>.zero) { sum, i in
      let color = colors[i]
      let source = SIMD4(color.red, color.green, color.blue, 1) * (color.alpha * 255)
      return sum + source * (1 - sum.w / 255)
    }
  }

  /// Three bars laid like the sides of a triangle, each over the next at one end and under the last at the other.
  @Test(arguments: [1, 4]) func threeThatCoverOneAnother(samples: Int) throws {
    let bars = (0..<3).map { i in
      layer(
        40, 8, colors[i],
        .rotation(.degrees(20), about: Point3D(0, 1, 0)) * .translation(0, 9)
          * .rotation(.degrees(Double(i) * 120)))
    }
    let crossings = (0..<3).map { i -> SIMD2<Double> in
      // Where the middle lines of bars i and i + 1 cross: opposite to the third bar, twice as far from the middle.
      let angle = Double(i + 2) * 120 - 90
      let (sine, cosine) = Angle.degrees(angle).sineAndCosine
      return SIMD2(cosine, sine) * 18
    }
    let renderer = try Renderer.any()
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
      let picture = try scene(order.map { bars[$0] }).rendered(by: renderer, samples: samples)
      var winners: [Int] = []
      for (i, place) in crossings.enumerated() {
        let (x, y) = (Int(place.x + Double(side) / 2), Int(place.y + Double(side) / 2))
        let (a, b) = (i, (i + 1) % 3)
        let p = picture[x, y]
        if p.distance(to: blend([a, b])) <= 1.5 { winners.append(a) }
        if p.distance(to: blend([b, a])) <= 1.5 { winners.append(b) }
      }
      // Each bar wins once: no order of the three does that.
      #expect(winners.sorted() == [0, 1, 2], "\(winners)")
    }
  }

  /// A surface bent like a wave goes through a flat one four times.
  @Test(arguments: [1, 4]) func crossingSeveralTimes(samples: Int) throws {
    let flat = layer(40, 40, colors[0], .identity)
    var bent = layer(40, 40, colors[1], .identity)
    bent.mesh = try Mesh.grid(rows: 1, columns: 4) { SIMD3($0.x, $0.y, abs($0.x * 4 - 2) > 1.5 ? 5 : -5) }
    // z is 5, -5, -5, -5, 5 at the columns' ends: through 0 in the middle of the first and the last.
    let renderer = try Renderer.any()
    for layers in [[flat, bent], [bent, flat]] {
      let picture = try scene(layers).rendered(by: renderer, samples: samples)
      let difference = ImageDifference(picture) { x, y in
        guard (6...41).contains(x), (6...41).contains(y) else { return nil }
        let place = Double(x) + 0.5 - 24
        if abs(abs(place) - 15) < 1 || abs(abs(place) - 10) < 1 { return nil }
        return abs(place) > 15 ? blend([1, 0]) : blend([0, 1])
      }
      #expect(difference.count > 500 && difference.isWithin(1.5), "\(difference)")
    }
  }

  /// Layers of one plane in painter's order, while a third crosses them.
  @Test(arguments: [0.0, 40]) func coplanarLayersBesideACrossingOne(tilt: Double) throws {
    let tilted =
      Transform3D.rotation(.degrees(tilt), about: Point3D(1, 0.3, 0)) * .perspective(eyeDistance: 200)
    let crossing = layer(36, 36, colors[2], .rotation(.degrees(50), about: Point3D(0, 1, 0)) * tilted)
    let (a, b) = (layer(36, 36, colors[0], tilted), layer(36, 36, colors[1], tilted))
    let renderer = try Renderer.any()
    for (layers, order) in [
      ([a, b, crossing], [1, 0]), ([crossing, b, a], [0, 1]), ([b, crossing, a], [0, 1]),
    ] {
      let picture = try scene(layers).rendered(by: renderer, samples: 4)
      // Both halves: the crossing one is farther right of the middle and nearer left of it.
      #expect(picture[29, 24].distance(to: blend(order + [2])) <= 1.5, "\(picture[29, 24])")
      #expect(picture[19, 24].distance(to: blend([2] + order)) <= 1.5, "\(picture[19, 24])")
    }
  }

  /// A mesh folded flat onto itself lies in one plane: its later faces are painted over the earlier ones.
  @Test func coplanarFacesOfOneMesh() throws {
    let image = Image(2, 1, alpha: .straight) { x, _ in
      x == 0 ? Pixel(255, 0, 0, 128) : Pixel(0, 255, 0, 128)
    }
    var layer = Layer(bounds: Rect(0, 0, 40, 40), position: .zero, contents: .image(image))
    layer.mesh = try Mesh.grid(rows: 1, columns: 2) { SIMD3($0.x == 0.5 ? 1 : 0, $0.y, 0) }
    layer.transform = .rotation(.degrees(30), about: Point3D(1, 1, 0)) * .perspective(eyeDistance: 150)
    let picture = try scene([layer]).rendered()
    let half = 128 / 255.0
    let expected = SIMD4(half * (1 - half), half, 0, half + half * (1 - half)) * 255
    // Near the outer end each half shows one texel's color.
    for y in 14..<34 { #expect(picture[12, y].distance(to: expected) <= 1.5, "\(picture[12, y])") }
  }

  /// More faces than are sorted at once.
  @Test(arguments: [15, 16, 17, 50, 120]) func longLists(count: Int) throws {
    var random = SplitMix64(seed: 5)
    let faces = (0..<count).map { i in
      (
        color: Color(
          red: .random(in: 0...1, using: &random), green: .random(in: 0...1, using: &random),
          blue: .random(in: 0...1, using: &random), alpha: .random(in: 0.01...0.1, using: &random)),
        z: Double(i)
      )
    }
    var layers = faces.shuffled(using: &random).map { layer(40, 40, $0.color, .translation(0, 0, $0.z)) }
    // One that crosses another, far below: all that overlap it must be sorted pixel by pixel.
    layers.append(
      layer(30, 30, .clear, .rotation(.degrees(70), about: Point3D(0, 1, 0)) * .translation(0, 0, 9)))
    layers[layers.count - 1].contents = .color(Color(red: 0, green: 0, blue: 0, alpha: 1 / 255))
    // Of an exact picture: a hundred blended layers would be rounded a hundred times.
    let picture = try Renderer.any().render(
      scene(layers), options: RenderOptions(samples: 4, isExact: true))
    var expected = SIMD4<Double>.zero
    for face in faces.reversed() {
      func byte(_ value: Double) -> Double { (value * 255).rounded() / 255 }
      let color =
        SIMD4(byte(face.color.red), byte(face.color.green), byte(face.color.blue), 1) * byte(face.color.alpha)
        * 255
      expected += color.rounded(.toNearestOrAwayFromZero) * (1 - expected.w / 255)
    }
    #expect(picture[8, 24].distance(to: expected) <= 1.5, "\(picture[8, 24]), expected \(expected)")
  }

  /// Of one color, faces look the same however content lies in them.
  @Test func everyInterpolation() throws {
    let renderer = try Renderer.any()
    func picture(_ interpolation: Mesh.FaceInterpolation) throws -> Image {
      let layers = try (0..<2).map { i -> Layer in
        let image = Image.solid(4, 4, i == 0 ? Pixel(255, 0, 0, 128) : Pixel(0, 255, 0, 128))
        var layer = Layer(bounds: Rect(0, 0, 40, 40), position: .zero, contents: .image(image))
        var mesh = try Mesh.grid(rows: 2, columns: 2) {
          SIMD3(0.5 + ($0.x - 0.5) * (0.6 + 0.4 * $0.y), $0.y, 0)
        }
        mesh.faceInterpolation = interpolation
        layer.mesh = mesh
        layer.transform = .rotation(.degrees(i == 0 ? 30 : -30), about: Point3D(0, 1, 0))
        return layer
      }
      return try scene(layers).rendered(by: renderer)
    }
    let expected = try picture(.triangles)
    #expect(expected[18, 24] != expected[30, 24])
    for interpolation in [Mesh.FaceInterpolation.bilinear, .projective] {
      let difference = ImageDifference(try picture(interpolation), expected)
      #expect(difference.isWithin(1), "\(interpolation): \(difference)")
    }
  }
}
