import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// A mesh that moves nothing changes nothing.
struct IdentityTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let grid: (rows: Int, columns: Int)?
    let isLit: Bool
    let samples: Int
    let size: (width: Int, height: Int)

    var testDescription: String {
      let mesh = grid.map { "\($0.rows)x\($0.columns)" } ?? "none"
      return "mesh=\(mesh) lit=\(isLit) samples=\(samples) \(size.width)x\(size.height)"
    }

    func scene(_ image: Image) throws -> Scene {
      .oneLayer(
        image, mesh: try grid.map { try Mesh.grid(rows: $0.rows, columns: $0.columns) },
        lights: isLit ? [Light()] : [])
    }

    static let all: [Case] = [nil, (1, 1), (7, 5), (50, 50)].flatMap { (grid: (rows: Int, columns: Int)?) in
      [false, true].flatMap { lit in
        [1, 4, 16, 64].flatMap { samples in
          [(64, 48), (37, 23), (1, 1), (1, 19)].map {
            Case(grid: grid, isLit: lit, samples: samples, size: (width: $0.0, height: $0.1))
          }
        }
      }
    }
  }

  @Test func opaquePixelsStay() throws {
    let renderer = try Renderer.any()
    for test in Case.all {
      let image = Image.noise(test.size.width, test.size.height)
      let picture = try renderer.render(test.scene(image), options: RenderOptions(samples: test.samples))
      let difference = ImageDifference(picture, image)
      #expect(
        difference.isWithin(test.samples > 1 ? Renderer.rounding : 0),
        "\(test.testDescription): \(difference)")
    }
  }

  @Test func translucentPixelsStayPremultiplied() throws {
    let renderer = try Renderer.any()
    for test in Case.all {
      let image = Image.translucentNoise(test.size.width, test.size.height)
      let picture = try renderer.render(test.scene(image), options: RenderOptions(samples: test.samples))
      #expect(picture.alpha == .premultiplied)
      let difference = ImageDifference(picture, image)
      #expect(
        difference.isWithin(test.samples > 1 ? Renderer.rounding : 0),
        "\(test.testDescription): \(difference)")
    }
  }

  @Test func premultipliedPixelsStay() throws {
    let image = Image.translucentNoise(37, 23).premultiplied()
    #expect(try Scene.oneLayer(image).rendered() == image)
  }

  /// Scale 2 with half the points, a canvas that does not start at 0, and bounds that do not: still pixel on pixel.
  @Test func placementInPointsDoesNotMatter() throws {
    let image = Image.noise(40, 30)
    var scene = Scene.oneLayer(image, size: Size(20, 15), canvas: Rect(100, -50, 20, 15), scale: 2)
    #expect(ImageDifference(try scene.rendered(), image).isWithin(.exact))
    scene.layers[0].bounds = Rect(7, 300, 20, 15)
    #expect(ImageDifference(try scene.rendered(), image).isWithin(.exact))
    scene.layers[0].anchorPoint = Point(0, 1)
    scene.layers[0].position = Point(100, -35)
    #expect(ImageDifference(try scene.rendered(), image).isWithin(.exact))
  }

  @Test func pictureIsAsOpaqueAsItsBackground() throws {
    let image = Image.noise(8, 8)
    #expect(try Scene.oneLayer(image).rendered().alpha == .premultiplied)
    let onWhite = try Scene.oneLayer(image, background: .white).rendered()
    #expect(onWhite.alpha == .opaque)
    #expect(onWhite.bytes == image.bytes)
  }
}
