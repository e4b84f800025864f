import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Layers share one space: in one plane the later paints over the earlier, else the nearer hides the farther.
struct LayerOrderTests {
  private let canvas = Canvas(frame: Rect(0, 0, 32, 32))

  private func picture(_ layers: Layer...) throws -> Image {
    try Scene(canvas: canvas, layers: layers).rendered()
  }

  private let red = Pixel(255, 0, 0, 255), green = Pixel(0, 255, 0, 255), blue = Pixel(0, 0, 255, 255)

  @Test func laterPaintsOverEarlier() throws {
    let picture = try picture(
      Layer(Rect(0, 0, 20, 20), .pureRed), Layer(Rect(10, 10, 20, 20), .pureGreen),
      Layer(Rect(14, 2, 4, 20), .pureBlue))
    #expect(picture[5, 5] == red)
    #expect(picture[12, 12] == green)
    #expect(picture[15, 12] == blue)
    #expect(picture[15, 5] == blue)
    #expect(picture[31, 31] == .zero)
  }

  @Test func laterPaintsOverEarlierAlsoWhereBothAreTilted() throws {
    let tilt = Transform3D.rotation(.degrees(70), about: Point3D(1, 0.3, 0)) * .perspective(eyeDistance: 60)
    var layers = [Color.pureRed, .pureGreen, .pureBlue].map { Layer(Rect(0, 0, 32, 32), $0) }
    for i in layers.indices { layers[i].transform = tilt }
    let alone = try Scene(canvas: canvas, layers: [layers[2]]).rendered(samples: 1)
    #expect(try Scene(canvas: canvas, layers: layers).rendered(samples: 1) == alone)
  }

  /// The part of a bent layer that stays flat is painted over what lies in its plane, and what comes after it in the
  /// list over that.
  @Test(arguments: [0.0, 50])
  func flatPartOfBentLayerKeepsItsPlace(tilt: Double) throws {
    let turn = Transform3D.rotation(.degrees(tilt), about: Point3D(1, 0.4, 0)) * .perspective(eyeDistance: 90)
    var bent = Layer(Rect(0, 0, 32, 32), .pureGreen)
    bent.mesh = try Mesh.grid(rows: 1, columns: 4)
    try bent.mesh?.mapVertices { vertex, _ in
      var vertex = vertex
      vertex.to.z = max(0, vertex.from.x - 0.5)
      return vertex
    }
    var layers = [
      Layer(Rect(0, 0, 32, 32), .pureRed), Layer(Rect(0, 0, 32, 32), .pureRed), bent,
      Layer(Rect(4, 4, 6, 24), .pureBlue),
    ]
    for i in layers.indices {
      let offset = Point3D(16 - layers[i].position.x, 16 - layers[i].position.y, 0)
      layers[i].transform =
        .translation(-offset.x, -offset.y) * turn * .translation(offset.x, offset.y)
    }
    let picture = try Scene(canvas: canvas, layers: layers).rendered(samples: 1)
    let bentAlone = try Scene(canvas: canvas, layers: [layers[2]]).rendered(samples: 1)
    let labelAlone = try Scene(canvas: canvas, layers: [layers[3]]).rendered(samples: 1)
    for y in 0..<32 {
      for x in 0..<16 {
        let expected = labelAlone[x, y] != .zero ? blue : bentAlone[x, y]
        if expected == green || expected == blue { #expect(picture[x, y] == expected, "[\(x), \(y)]") }
      }
    }
  }

  @Test func nearerHidesFarther() throws {
    let picture = try picture(
      Layer(Rect(0, 0, 32, 32), .pureRed, z: 5), Layer(Rect(0, 0, 32, 32), .pureGreen))
    #expect(picture[16, 16] == red)
  }

  /// A square of 14 pixels.
  private struct Card {
    let x: Int, y: Int, z: Double, pixel: Pixel

    func covers(_ x: Int, _ y: Int) -> Bool {
      let (right, down) = (x - self.x, y - self.y)
      return right >= 0 && right < 14 && down >= 0 && down < 14
    }
  }

  /// The nearest of many layers hides the others. The order of the list and the distances between layers do not matter.
  @Test(arguments: [4, 8, 9, 12, 30, 40, 64, 200], [1, nil])
  func theNearestOfManyIsSeen(_ count: Int, samples: Int?) throws {
    var random = SplitMix64(seed: UInt64(count))
    var cards: [Card] = []
    for index in 0..<count {
      // Half of them are far behind the others. Of few, each lies behind one that comes before it in the list, and near ones
      // lie apart.
      let (place, step) = (index / 2, index % 2 * 3)
      let x = count <= 32 ? place % 4 * 16 + step : Int.random(in: 0...50, using: &random)
      let y = count <= 32 ? place / 4 * 16 + step : Int.random(in: 0...50, using: &random)
      let z = Double(index % 2 * 5000 + index)
      cards.append(Card(x: x, y: y, z: z, pixel: Pixel(UInt8(index), UInt8(255 - index), 128, 255)))
    }
    if count <= 32 { cards.sort { $0.z > $1.z } } else { cards.shuffle(using: &random) }
    let layers = cards.map { card in
      let color = SIMD4<Double>(card.pixel) / 255
      let frame = Rect(Double(card.x), Double(card.y), 14, 14)
      return Layer(frame, Color(red: color.x, green: color.y, blue: color.z), z: card.z)
    }
    let scene = Scene(canvas: Canvas(frame: Rect(0, 0, 64, 64)), layers: layers)
    let picture = try scene.rendered(samples: samples)
    for y in 0..<64 {
      for x in 0..<64 {
        var nearest: Card?
        for card in cards where card.covers(x, y) && card.z > nearest?.z ?? -1 { nearest = card }
        #expect(picture[x, y] == nearest?.pixel ?? .zero, "[\(x), \(y)]")
      }
    }
  }

  @Test func crossingLayersResolvePerPixel() throws {
    var flat = Layer(Rect(0, 0, 32, 32), .pureRed)
    flat.zPosition = 0
    var turned = Layer(Rect(0, 0, 32, 32), .pureGreen)
    turned.transform = .rotation(.degrees(45), about: Point3D(0, 1, 0))
    for layers in [[flat, turned], [turned, flat]] {
      let picture = try Scene(canvas: canvas, layers: layers).rendered()
      // A turn about y takes the right half away.
      #expect(picture[10, 16] == green)
      #expect(picture[22, 16] == red)
    }
  }

  @Test func opaqueIsSeenThroughTranslucent() throws {
    let glass = Layer(Rect(0, 0, 32, 32), Color(red: 0, green: 0, blue: 1, alpha: 0.4), z: 3)
    let wall = Layer(Rect(0, 0, 32, 32), .pureRed)
    for layers in [[glass, wall], [wall, glass]] {
      let p = try Scene(canvas: canvas, layers: layers).rendered()[16, 16]
      #expect(p.distance(to: SIMD4(153, 0, 102, 255)) <= 1, "\(p)")
    }
  }

  @Test func translucentBehindOpaqueIsHidden() throws {
    let glass = Layer(Rect(0, 0, 32, 32), Color(red: 0, green: 0, blue: 1, alpha: 0.4))
    let wall = Layer(Rect(0, 0, 32, 32), .pureRed)
    #expect(try picture(glass, wall)[16, 16] == red)
    var near = wall
    near.zPosition = 4
    #expect(try picture(near, glass)[16, 16] == red)
  }

  /// Whichever comes first in the list, the farther one lies behind.
  @Test
  func translucentLayersBlendByDepth() throws {
    let near = Layer(Rect(0, 0, 32, 32), Color(red: 1, green: 0, blue: 0, alpha: 0.5), z: 9)
    let far = Layer(Rect(0, 0, 32, 32), Color(red: 0, green: 0, blue: 1, alpha: 0.5))
    let expected = SIMD4(127.5, 0, 63.75, 191.25)
    for layers in [[near, far], [far, near]] {
      let p = try Scene(canvas: canvas, layers: layers).rendered()[16, 16]
      #expect(p.distance(to: expected) <= 1.5, "\(p)")
    }
  }

  /// A picture may have an alpha channel and yet no hole: it must hide what lies behind it like any opaque one.
  @Test
  func straightImageWithoutHolesIsOpaque() throws {
    let solid = Image(4, 4, alpha: .straight) { _, _ in Pixel(255, 0, 0, 255) }
    var flat = Layer(bounds: Rect(0, 0, 32, 32), position: Point(16, 16), contents: .image(solid))
    flat.name = "flat"
    var turned = flat
    turned.contents = .image(Image(4, 4, alpha: .straight) { _, _ in Pixel(0, 255, 0, 255) })
    turned.transform = .rotation(.degrees(45), about: Point3D(0, 1, 0))
    for layers in [[flat, turned], [turned, flat]] {
      let picture = try Scene(canvas: canvas, layers: layers).rendered()
      #expect(picture[10, 16] == green)
      #expect(picture[22, 16] == red)
    }
  }

  /// More layers than the steps between them leave room for at the near end.
  @Test
  func thousandsOfLayers() throws {
    var layers = (0..<1500).map { Layer(Rect(Double($0 % 30), 0, 1, 1), .pureRed, z: -Double(1500 - $0)) }
    layers.append(Layer(Rect(0, 8, 32, 24), .pureGreen))
    let picture = try Scene(canvas: canvas, layers: layers).rendered()
    #expect(picture[16, 16] == green)
    #expect(picture[3, 0] == red)
  }
}
