import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// What is transparent has no color, whatever its bytes say: none of it shows at the edge of what is opaque.
struct HaloTests {
  /// A disc of one color with a soft edge; the rest is transparent, its color `hidden`.
  private func disc(_ side: Int, _ color: Pixel, hidden: (Int, Int) -> Pixel) -> Image {
    Image(side, side, alpha: .straight) { x, y in
      let middle = Double(side) / 2
      let (dx, dy) = (Double(x) + 0.5 - middle, Double(y) + 0.5 - middle)
      let coverage = min(max(middle * 0.7 - (dx * dx + dy * dy).squareRoot() + 0.5, 0), 1)
      var pixel = coverage > 0 ? color : hidden(x, y)
      pixel.w = UInt8((coverage * 255).rounded())
      return pixel
    }
  }

  private func bent(_ image: Image, scale: Double, _ filter: Layer.MagnificationFilter) throws -> Scene {
    var scene = Scene.oneLayer(
      image, size: Size(64, 64), canvas: Rect(0, 0, 80, 80), scale: scale, mesh: try .ripple(),
      transform: .rotation(.degrees(31), about: Point3D(0.5, 0.2, 1)) * .perspective(eyeDistance: 200))
    scene.layers[0].magnificationFilter = filter
    return scene
  }

  private static let hidden: [@Sendable (Int, Int) -> Pixel] = [
    { _, _ in Pixel(0, 0, 0, 0) }, { _, _ in Pixel(255, 0, 255, 0) },
    { x, y in Pixel(UInt8(x * 37 & 255), UInt8(y * 91 & 255), UInt8((x ^ y) & 255), 0) },
  ]

  /// - `side` of the image in texels: of 64 points, drawn larger, smaller and much smaller than it is.
  @Test(arguments: [16, 160, 700], Layer.MagnificationFilter.allCases)
  func edgesHaveTheShapesColor(_ side: Int, _ filter: Layer.MagnificationFilter) throws {
    let renderer = try Renderer.any()
    let color = Pixel(250, 120, 30, 255)
    for samples in [4, 16] {
      var pictures: [Image] = []
      for hidden in Self.hidden {
        var scene = try bent(disc(side, color, hidden: hidden), scale: 1, filter)
        let picture = try scene.rendered(by: renderer, samples: samples)
        pictures.append(picture)
        let difference = ImageDifference(picture) { x, y in
          let alpha = Double(picture[x, y].w)
          return SIMD4(SIMD3(250, 120, 30) / 255 * alpha, alpha)
        }
        #expect(difference.isWithin(2), "\(samples) samples: \(difference)")
        // On a ground of its own color nothing of it shows.
        scene.canvas.background = Color(red: 250.0 / 255, green: 120.0 / 255, blue: 30.0 / 255)
        let onGround = ImageDifference(try scene.rendered(by: renderer, samples: samples)) { _, _ in
          SIMD4(250, 120, 30, 255)
        }
        #expect(onGround.isWithin(2), "\(samples) samples on a ground: \(onGround)")
      }
      #expect(pictures.allSatisfy { $0 == pictures[0] }, "hidden colors change the picture")
      #expect(pictures[0].bytes.contains { $0 > 0 })
    }
  }

  /// Through the picture into which a layer with sublayers is flattened.
  @Test(arguments: [0.4, 1, 3])
  func flattenedPicturesHaveNoHalo(_ scale: Double) throws {
    let renderer = try Renderer.any()
    for hidden in Self.hidden {
      var scene = try bent(disc(48, Pixel(255, 255, 255, 255), hidden: hidden), scale: scale, .linear)
      let inner = Layer(
        bounds: Rect(0, 0, 48, 48), position: Point(32, 32), contents: scene.layers[0].contents)
      (scene.layers[0].contents, scene.layers[0].sublayers) = (.none, [inner])
      let picture = try scene.rendered(by: renderer)
      let difference = ImageDifference(picture) { x, y in SIMD4(repeating: Double(picture[x, y].w)) }
      #expect(difference.isWithin(.exact), "\(difference)")
      #expect(picture.bytes.contains(255))
    }
  }
}
