import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// How content is sampled where it is drawn smaller or larger than it is.
struct FilteringTests {
  @Test(arguments: [1, 4])
  func strongMinificationAveragesToGray(_ samples: Int) throws {
    let checker = Image(1024, 1024) { x, y in
      (x + y) % 2 == 0 ? Pixel(255, 255, 255, 255) : Pixel(0, 0, 0, 255)
    }
    let scene = Scene.oneLayer(checker, size: Size(32, 32))
    let difference = ImageDifference(try scene.rendered(samples: samples)) { _, _ in
      SIMD4(127.5, 127.5, 127.5, 255)
    }
    #expect(difference.isWithin(2), "\(difference)")
  }

  /// Odd sizes: an image of 37 x 1001 pixels keeps its mean.
  @Test func oddSizesKeepTheirMean() throws {
    let image = Image(37, 1001) { x, _ in
      x < 18 ? Pixel(0, 0, 0, 255) : x == 18 ? Pixel(100, 100, 100, 255) : Pixel(200, 200, 200, 255)
    }
    let picture = try Scene.oneLayer(image, size: Size(1, 1)).rendered()
    #expect(picture[0, 0].distance(to: SIMD4(100, 100, 100, 255)) <= 4, "\(picture[0, 0])")
  }

  /// Between texel centers the magnified picture is the bilinear mean of four.
  @Test func magnificationIsBilinear() throws {
    let image = Image.noise(8, 8)
    let scene = Scene.oneLayer(image, scale: 16)
    let difference = ImageDifference(try scene.rendered()) { x, y in
      bilinear(image, (Double(x) + 0.5) / 16, (Double(y) + 0.5) / 16)
    }
    #expect(difference.isWithin(1.5), "\(difference)")
  }

  private func bilinear(_ image: Image, _ u: Double, _ v: Double) -> SIMD4<Double> {
    let (x, y) = (u - 0.5, v - 0.5)
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    func texel(_ dx: Int, _ dy: Int) -> SIMD4<Double> {
      SIMD4<Double>(
        image[
          min(max(Int(left) + dx, 0), image.size.width - 1), min(max(Int(top) + dy, 0), image.size.height - 1)
        ])
    }
    let (s, t) = (x - left, y - top)
    return (texel(0, 0) * (1 - s) + texel(1, 0) * s) * (1 - t) + (texel(0, 1) * (1 - s) + texel(1, 1) * s) * t
  }

  /// A minified triangle elsewhere in the mesh switches the whole texture to mipmaps; the unminified part stays.
  @Test
  func mipmapsDoNotChangeWhatIsNotMinified() throws {
    let image = Image.noise(32, 32)
    let tiny = try Mesh(
      vertices: [SIMD2<Float>(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)].flatMap { from in
        [
          Mesh.Vertex(from: from, to: SIMD3(from.x, from.y, 0)),
          Mesh.Vertex(from: from, to: SIMD3(1.2 + from.x * 0.1, from.y * 0.1, 0)),
        ]
      }, faces: [Mesh.Face(0, 2, 4, 6), Mesh.Face(1, 3, 5, 7)])
    let frame = Rect(0, 0, 48, 32)
    let picture = try Scene.oneLayer(image, canvas: frame, position: Point(16, 16), mesh: tiny).rendered()
    let difference = ImageDifference(picture) { x, y in x < 32 ? SIMD4<Double>(image[x, y]) : nil }
    #expect(difference.isWithin(1), "\(difference)")
    #expect(picture[39, 1].w == 255)
  }

  /// Seen at a low angle, stripes along the line of sight stay apart: filtering is anisotropic where offered.
  @Test func tiltedStripesStaySharp() throws {
    let renderer = try Renderer.any()
    try #require(renderer.capabilities.maxAnisotropy >= 8)
    let stripes = Image(256, 256) { x, _ in x / 4 % 2 == 0 ? Pixel(255, 255, 255, 255) : Pixel(0, 0, 0, 255) }
    let scene = Scene.oneLayer(stripes, transform: .rotation(.degrees(83), about: Point3D(1, 0, 0)))
    let picture = try renderer.render(scene)
    for x in stride(from: 18, to: 230, by: 8) {
      #expect(picture[x, 128].x > 200)
      #expect(picture[x + 4, 128].x < 55)
    }
  }
}
