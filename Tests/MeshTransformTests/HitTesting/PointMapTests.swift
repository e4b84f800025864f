import MeshTransform
import TestSupport
import Testing

/// Maps between a picture and the content of one of its layers.
@Suite struct PointMapTests {
  @Test func everyPixelIsWhatAHitFinds() throws {
    var label = Layer(bounds: Rect(0, 0, 40, 30), position: Point(50, 40), contents: .color(.white))
    label.mesh = try .grid(rows: 3, columns: 3) { SIMD3($0.x, $0.y + 0.2 * $0.x * $0.x, 0) }
    var card = Layer(bounds: Rect(0, 0, 100, 80), position: Point(60, 50), contents: .color(.black))
    card.mesh = try .grid(rows: 5, columns: 5) { SIMD3($0.x + 0.1 * $0.y, $0.y, 0.3 * $0.x * (1 - $0.x)) }
    card.transform = .rotation(.degrees(30), about: Point3D(0, 1, 0)) * .perspective(eyeDistance: 300)
    card.sublayers = [label]
    var patch = Layer(bounds: Rect(0, 0, 20, 20), position: Point(60, 50), contents: .color(.white))
    patch.zPosition = 60
    let scene = Scene(canvas: Canvas(frame: Rect(0, 0, 120, 100), scale: 1.5), layers: [card, patch])
    let (tester, path) = (HitTester(scene), LayerPath(0, 0))
    let projector = PointProjector(tester, layer: path)
    let content = ContentPixels(pointsOf: scene[path])
    #expect(content.size == PixelSize(40, 30))
    let map = projector.coordinates(rows: 20..<140, content: content, direction: .canvasToContent)
    #expect(map.size == PixelSize(180, 120))
    var (seen, hidden) = (0, 0)
    for y in 0..<120 {
      for x in 0..<180 {
        let hit = tester.hitTest(atPixel: x, y + 20)
        if let hit, hit.path == path {
          let expected = SIMD2(Float(hit.point.x - 0.5), Float(hit.point.y - 0.5))
          #expect(map[x, y] == expected)
          seen += 1
        } else {
          #expect(map[x, y] == nil)
          hidden += hit?.path == LayerPath(1) ? 1 : 0
        }
      }
    }
    #expect(seen > 500 && hidden > 500, "\(seen) seen, \(hidden) hidden")

    // The other direction: the place of the middle of each pixel, hidden or not.
    let forward = projector.coordinates(rows: 0..<30, content: content, direction: .contentToCanvas)
    let place = try #require(projector.projection(of: Point(20.5, 15.5)))
    #expect(forward[20, 15] == SIMD2(Float(place.canvas.x - 0.5), Float(place.canvas.y - 0.5)))
  }

  @Test func pixelsOfAnImageByItsGravity() throws {
    let image = Image(size: PixelSize(30, 20), alpha: .straight, bytes: [UInt8](repeating: 255, count: 2400))
    var layer = Layer(bounds: Rect(10, 0, 120, 120), position: .zero, contents: .image(image))
    let filled = try #require(ContentPixels(imageOf: layer))
    #expect(filled.fills(layer.bounds) && filled.pixel(of: Point(70, 60)) == Point(15, 10))
    layer.contentsGravity = .resizeAspect
    // 120 x 80 in the middle: 20 points of margin above it.
    let fitted = try #require(ContentPixels(imageOf: layer))
    #expect(!fitted.fills(layer.bounds))
    #expect(
      near(fitted.pixel(of: Point(70, 40)), Point(15, 5))
        && near(fitted.point(ofPixel: Point(15, 5)), Point(70, 40)))
    layer.contentsRect = Rect(0.5, 0, 0.5, 1)
    layer.contentsGravity = .resize
    let half = try #require(ContentPixels(imageOf: layer))
    #expect(
      near(half.pixel(of: Point(10, 0)), Point(15, 0)) && near(half.pixel(of: Point(130, 120)), Point(30, 20))
    )
    layer.contents = .color(.white)
    #expect(ContentPixels(imageOf: layer) == nil)
  }
}
