import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// A canvas larger than one target is drawn in parts that fit together.
struct TilingTests {
  private func scene(_ frame: Rect) throws -> Scene {
    let mesh = try Mesh.grid(rows: 2, columns: 60) {
      SIMD3($0.x, $0.y + 0.2 * ($0.x * 7).truncatingRemainder(dividingBy: 1), 0.3 * $0.x * $0.y)
    }
    var scene = Scene.oneLayer(
      .noise(64, 64), size: frame.size, canvas: frame, mesh: mesh,
      surface: Surface(specular: 0.3), lights: [.directional(Point3D(0.3, 0.2, -1))])
    scene.canvas.background = Color(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.5)
    return scene
  }

  @Test(arguments: [Rect(0, 0, 9000, 40), Rect(0, 0, 40, 16_500)])
  func partsFitTogether(_ frame: Rect) throws {
    let renderer = try Renderer.any()
    var scene = try scene(frame)
    // The same samples everywhere: which parts of a picture have edges is a question of all of it.
    for options in [RenderOptions(samples: 4), RenderOptions(samples: 4, wireframe: Wireframe())] {
      scene.canvas.frame = frame
      let whole = try renderer.render(scene, options: options)
      #expect(whole.size == PixelSize(Int(frame.size.width), Int(frame.size.height)))
      let isWide = frame.size.width > frame.size.height
      // Around the seam, at the start and at the end.
      for start in [0, 8150, Int(isWide ? frame.maxX : frame.maxY) - 100] {
        let part = isWide ? Rect(Double(start), 0, 100, 40) : Rect(0, Double(start), 40, 100)
        scene.canvas.frame = part
        let expected = try renderer.render(scene, options: options)
        let cut = whole.cropped(
          x: Int(part.minX), y: Int(part.minY), width: expected.size.width, height: expected.size.height)
        let difference = ImageDifference(cut, expected)
        // A sample on an edge may fall to the other side: coordinates are rounded from different origins.
        #expect(difference.isWithin(.within(max: 130, mean: 0.1)), "\(frame) at \(start): \(difference)")
        let equal = (0..<expected.size.area).count { i in
          let (x, y) = (i % expected.size.width, i / expected.size.width)
          return cut[x, y].distance(to: SIMD4<Double>(expected[x, y])) <= 1
        }
        #expect(Double(equal) > 0.995 * Double(expected.size.area), "\(frame) at \(start): \(equal) equal")
      }
    }
  }

  /// Not a pixel of a tile is left out or drawn twice.
  @Test func identityAcrossTiles() throws {
    let image = Image.noise(64, 8)
    for size in [Size(8256, 8), Size(16_448, 2)] {
      let scene = Scene.oneLayer(
        image, size: Size(64, 8), canvas: Rect(origin: .zero, size: size), position: .zero)
      var layers: [Layer] = []
      for x in [0.0, 8160, 8192, 16_384] {
        var layer = scene.layers[0]
        layer.position = Point(x + 32, 4)
        layers.append(layer)
      }
      let picture = try Scene(canvas: scene.canvas, layers: layers).rendered()
      for y in 0..<min(8, Int(size.height)) {
        for x in 0..<picture.size.width {
          let expected =
            x < 64
            ? image[x, y]
            : (8192..<8256).contains(x)
              ? image[x - 8192, y]
              : (8160..<8192).contains(x)
                ? image[x - 8160, y] : (16_384..<16_448).contains(x) ? image[x - 16_384, y] : .zero
          if picture[x, y] != expected { Issue.record("\(size) [\(x), \(y)] \(picture[x, y]) \(expected)") }
        }
      }
    }
  }
}
