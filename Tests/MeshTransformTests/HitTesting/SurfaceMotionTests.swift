import MeshTransform
import TestSupport
import Testing

/// The ways of points from one picture to the next: what the next picture shows there is the same point.
@Suite struct SurfaceMotionTests {
  private let canvas = Canvas(frame: Rect(0, 0, 240, 180))

  /// A sheet that a wave runs through, with a sticker on it, behind a card that moves.
  private func scene(at time: Double, rows: Int = 8) throws -> Scene {
    var sticker = Layer(
      bounds: Rect(0, 0, 40, 30), position: Point(50 + 12 * time, 45), contents: .color(.black))
    sticker.transform = .rotation(.degrees(20 * time), about: Point3D(0, 0, 1))
    var sheet = Layer(bounds: Rect(0, 0, 160, 100), position: Point(120, 90), contents: .color(.white))
    let shift = Float(time)
    sheet.mesh = try .grid(rows: rows, columns: 12) { unit in
      let bend = 4 * (unit.x + 0.1 * shift) * (1 - unit.x)
      return SIMD3(unit.x, unit.y + 0.05 * shift * unit.x, 0.2 * bend * shift)
    }
    sheet.mesh?.depthNormalization = .width
    sheet.transform =
      .rotation(.degrees(25 + 10 * time), about: Point3D(0, 1, 0)) * .perspective(eyeDistance: 500)
    sheet.sublayers = [sticker]
    var card = Layer(
      bounds: Rect(0, 0, 50, 50), position: Point(80 + 30 * time, 60), contents: .color(.black))
    card.zPosition = 90
    return Scene(canvas: canvas, layers: [sheet, card])
  }

  /// - Parameter rows: of the next sheet; other than 8 it has other faces.
  @Test(arguments: [8, 10])
  func theNextPictureShowsTheSamePoint(rows: Int) throws {
    let next = try HitTester(scene(at: 1, rows: rows))
    let probe = SurfaceProbe(HitTester(try scene(at: 0)))
    let motion = SurfaceMotion(from: probe, to: next)
    var (visible, hidden, layers) = (0, 0, Set<LayerPath>())
    for y in 0..<180 {
      for x in 0..<240 {
        guard let surface = probe.surface(atPixel: x, y), let place = motion.pixel(of: surface) else {
          continue
        }
        let there = next.hitTest(place)
        let isSame =
          there.map {
            $0.path == surface.hit.path && abs($0.unitPoint.x - surface.hit.unitPoint.x) < 2e-3
              && abs($0.unitPoint.y - surface.hit.unitPoint.y) < 2e-3
          } ?? false
        if motion.isVisible(surface, HitOptions()) {
          #expect(
            isSame, "\(x), \(y): \(surface.hit.path) becomes \(there.map { "\($0.path)" } ?? "nothing")")
          visible += 1
          layers.insert(surface.hit.path)
        } else {
          hidden += 1
        }
      }
    }
    #expect(visible > 8000 && hidden > 300, "\(visible) visible, \(hidden) hidden")
    #expect(layers == [LayerPath(0), LayerPath(0, 0), LayerPath(1)])
  }

  @Test func whatStaysHasNoMotion() throws {
    let probe = SurfaceProbe(HitTester(try scene(at: 0.5)))
    let motion = SurfaceMotion(from: probe, to: probe.tester)
    for y in stride(from: 0, to: 180, by: 7) {
      for x in stride(from: 0, to: 240, by: 5) {
        guard let surface = probe.surface(atPixel: x, y) else { continue }
        let place = try #require(motion.pixel(of: surface))
        #expect(abs(place.x - Double(x) - 0.5) < 1e-3 && abs(place.y - Double(y) - 0.5) < 1e-3)
      }
    }
  }

  @Test func contentThatMovesInItsLayer() throws {
    let image = Image(size: PixelSize(4, 4), alpha: .opaque, bytes: [UInt8](repeating: 255, count: 64))
    var layer = Layer(bounds: Rect(0, 0, 100, 100), position: Point(100, 90), contents: .image(image))
    let probe = SurfaceProbe(HitTester(Scene(canvas: canvas, layers: [layer])))
    // The left half over all of the layer: a pixel at a quarter is then at the half.
    layer.contentsRect = Rect(0, 0, 0.5, 1)
    let zoomed = SurfaceMotion(from: probe, to: HitTester(Scene(canvas: canvas, layers: [layer])))
    let surface = try #require(probe.surface(at: Point(75, 90)))
    #expect(near(zoomed.pixel(of: surface), Point(100, 90), within: 1e-9))
    // Twice as wide, with its content.
    layer.contentsRect = Rect(0, 0, 1, 1)
    layer.bounds = Rect(0, 0, 200, 100)
    let wide = SurfaceMotion(from: probe, to: HitTester(Scene(canvas: canvas, layers: [layer])))
    #expect(near(wide.pixel(of: surface), Point(50, 90), within: 1e-9))
  }

  @Test func layersThatEndHaveNoPlace() throws {
    let layer = Layer(bounds: Rect(0, 0, 100, 100), position: Point(100, 90), contents: .color(.white))
    let probe = SurfaceProbe(HitTester(Scene(canvas: canvas, layers: [layer])))
    let motion = SurfaceMotion(from: probe, to: HitTester(Scene(canvas: canvas, layers: [])))
    let surface = try #require(probe.surface(at: Point(100, 90)))
    #expect(motion.pixel(of: surface) == nil && !motion.isVisible(surface, HitOptions()))
  }
}
