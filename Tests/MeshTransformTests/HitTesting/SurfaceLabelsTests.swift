import MeshTransform
import TestSupport
import Testing

/// Labels of pixels in bands: those of hit testing, and the way to the content and back.
@Suite struct SurfaceLabelsTests {
  private func scene() throws -> Scene {
    let image = Image(size: PixelSize(60, 40), alpha: .opaque, bytes: [UInt8](repeating: 255, count: 9600))
    var photo = Layer(bounds: Rect(0, 0, 120, 80), position: Point(80, 60), contents: .image(image))
    photo.mesh = try .grid(rows: 6, columns: 6) {
      SIMD3($0.x, $0.y + 0.1 * $0.x * $0.x, 0.4 * $0.x * (1 - $0.x))
    }
    photo.transform = .rotation(.degrees(30), about: Point3D(0, 1, 0)) * .perspective(eyeDistance: 400)
    var patch = Layer(bounds: Rect(0, 0, 30, 20), position: Point(60, 50), contents: .color(.black))
    patch.zPosition = 80
    return Scene(canvas: Canvas(frame: Rect(0, 0, 160, 120), scale: 2), layers: [photo, patch])
  }

  @Test func eachNumberIsThatOfTheSurface() throws {
    let probe = SurfaceProbe(HitTester(try scene()))
    let labels = SurfaceLabels(SurfaceLabel.allCases, of: probe)
    let band = labels.band(rows: 40..<200)
    #expect(band.size == PixelSize(320, 160) && !band.isEmpty)
    let (uv, depth) = (band.values(of: .uv), band.values(of: .depth))
    let (ids, faces, normals) = (band.values(of: .layer), band.values(of: .face), band.values(of: .normal))
    #expect(
      band.values(of: .motion).allSatisfy(\.isNaN) && band.values(of: .occlusion).allSatisfy { $0 == -1 })
    var counts = [0.0: 0]
    for y in 0..<160 {
      for x in 0..<320 {
        let place = y * 320 + x
        counts[ids[place], default: 0] += 1
        guard let hit = probe.tester.hitTest(atPixel: x, y + 40) else {
          #expect(ids[place] == -1 && faces[place] == -1 && depth[place].isNaN && uv[2 * place].isNaN)
          continue
        }
        #expect(ids[place] == Double(hit.path.indices[0]) && faces[place] == Double(hit.face?.index ?? 0))
        #expect(uv[2 * place] == hit.unitPoint.x && uv[2 * place + 1] == hit.unitPoint.y)
        let surface = try #require(probe.surface(atPixel: x, y + 40))
        #expect(depth[place] == surface.depth && normals[3 * place + 1] == surface.normal.y)
      }
    }
    #expect(counts[-1] ?? 0 > 1000 && counts[0] ?? 0 > 10_000 && counts[1] ?? 0 > 1000, "\(counts)")
    // Bands of any height have the same numbers.
    #expect(
      labels.band(rows: 50..<51).values(of: .position).elementsEqual(
        band.values(of: .position)[10 * 960..<11 * 960]
      ) { $0 == $1 || $0.isNaN && $1.isNaN })
  }

  /// The pixel of the content that a pixel shows lies at this pixel, within 1/20.
  @Test func forwardAfterBackwardIsTheIdentity() throws {
    let scene = try scene()
    let tester = HitTester(scene)
    let path = LayerPath(0)
    let content = ContentPixels(of: scene[path])
    let labels = SurfaceLabels([.backward, .layer], of: SurfaceProbe(tester), only: path)
    let band = labels.band(rows: 0..<240)
    let (backward, ids) = (band.values(of: .backward), band.values(of: .layer))
    let forward = PointProjector(tester, layer: path)
    var count = 0
    for pixel in 0..<320 * 240 {
      #expect(backward[2 * pixel].isNaN == (ids[pixel] != 0))
      if ids[pixel] != 0 { continue }
      let place = Point(backward[2 * pixel] + 0.5, backward[2 * pixel + 1] + 0.5)
      let found = try #require(forward.projection(of: content.point(ofPixel: place)))
      let (x, y) = (found.canvas.x - Double(pixel % 320) - 0.5, found.canvas.y - Double(pixel / 320) - 0.5)
      #expect(abs(x) < 0.05 && abs(y) < 0.05)
      count += 1
    }
    #expect(count > 10_000)
  }
}
