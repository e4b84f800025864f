import Foundation
import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Content that is drawn larger than it is, by every filter.
struct MagnificationTests {
  private typealias Filter = Layer.MagnificationFilter

  private func scene(_ image: Image, _ filter: Filter, scale: Double, mesh: Mesh? = nil) -> Scene {
    var scene = Scene.oneLayer(image, scale: scale, mesh: mesh)
    scene.layers[0].magnificationFilter = filter
    return scene
  }

  /// Texel by pixel every filter keeps the image, whatever the samples.
  @Test(arguments: Layer.MagnificationFilter.allCases, [1, 4, 16])
  func texelByPixelStays(_ filter: Layer.MagnificationFilter, _ samples: Int) throws {
    let renderer = try Renderer.any()
    for image in [Image.noise(61, 47), .translucentNoise(64, 33).premultiplied()] {
      for mesh in [nil, try Mesh.grid(rows: 3, columns: 5)] {
        let picture = try scene(image, filter, scale: 1, mesh: mesh).rendered(by: renderer, samples: samples)
        let difference = ImageDifference(picture, image)
        #expect(difference.isWithin(.exact), "\(difference)")
      }
    }
  }

  @Test(arguments: [2.0, 3, 7])
  func nearestShowsExactTexels(_ scale: Double) throws {
    let image = Image.translucentNoise(9, 11).premultiplied()
    let picture = try scene(image, .nearest, scale: scale).rendered()
    let difference = ImageDifference(picture) { x, y in
      SIMD4<Double>(image[x / Int(scale), y / Int(scale)])
    }
    #expect(difference.isWithin(.exact), "\(difference)")
  }

  /// The cubic of Catmull and Rom in `Double`, as an interpolation by tangents (Hermite): not the weights of the shader.
  private func catmullRom(_ p: [SIMD4<Double>], _ t: Double) -> SIMD4<Double> {
    let (a, b) = ((p[2] - p[0]) / 2, (p[3] - p[1]) / 2)
    let (t2, t3) = (t * t, t * t * t)
    let (start, end) = (2 * t3 - 3 * t2 + 1, 3 * t2 - 2 * t3)
    return p[1] * start + p[2] * end + a * (t3 - 2 * t2 + t) + b * (t3 - t2)
  }

  private func cubic(_ image: Image, _ u: Double, _ v: Double) -> SIMD4<Double> {
    let (x, y) = ((u - 0.5).rounded(.down), (v - 0.5).rounded(.down))
    let rows = (-1...2).map { dy in
      let texels = (-1...2).map { dx in
        SIMD4<Double>(
          image[
            min(max(Int(x) + dx, 0), image.size.width - 1), min(max(Int(y) + dy, 0), image.size.height - 1)])
      }
      return catmullRom(texels, u - 0.5 - x)
    }
    var result = catmullRom(rows, v - 0.5 - y)
    // Colors keep their share of alpha where that is cut off.
    let alpha = min(max(result.w, 0), 255)
    if result.w > 255 { result *= 255 / result.w }
    for i in 0..<3 { result[i] = min(max(result[i], 0), alpha) }
    result.w = alpha
    return result
  }

  @Test(arguments: [1.5, 3.7, 16])
  func cubicIsCatmullRom(_ scale: Double) throws {
    let renderer = try Renderer.any()
    for seed in 1...3 as ClosedRange<UInt64> {
      for image in [
        Image.noise(10, 10, seed: seed), .translucentNoise(10, 10, seed: seed).premultiplied(),
      ] {
        let picture = try scene(image, .cubic, scale: scale).rendered(by: renderer)
        let difference = ImageDifference(picture) { x, y in
          cubic(image, (Double(x) + 0.5) / scale, (Double(y) + 0.5) / scale)
        }
        #expect(difference.isWithin(1), "\(difference)")
        for i in 0..<picture.size.area {
          let pixel = picture[i % picture.size.width, i / picture.size.width]
          #expect(max(pixel.x, pixel.y, pixel.z) <= pixel.w)
        }
      }
    }
  }

  /// Cut and curved faces sample alike: a bilinear face whose content is linear is the flat surface.
  @Test(arguments: Layer.MagnificationFilter.allCases, Mesh.FaceInterpolation.allCases)
  func everyKindOfFace(_ filter: Layer.MagnificationFilter, _ kind: Mesh.FaceInterpolation) throws {
    let image = Image.noise(12, 12)
    var mesh = try Mesh.grid(rows: 2, columns: 3)
    mesh.faceInterpolation = kind
    let renderer = try Renderer.any()
    let flat = try scene(image, filter, scale: 5).rendered(by: renderer)
    let difference = ImageDifference(
      try scene(image, filter, scale: 5, mesh: mesh).rendered(by: renderer), flat)
    #expect(difference.isWithin(1), "\(difference)")
  }

  /// Where content is drawn smaller, all filters are one.
  @Test func minificationIsTheSameForAll() throws {
    let renderer = try Renderer.any()
    let image = Image.noise(64, 64)
    for scale in [0.25, 0.5, 0.69] {
      let linear = try scene(image, .linear, scale: scale).rendered(by: renderer)
      for filter in [Filter.nearest, .cubic] {
        let difference = ImageDifference(
          try scene(image, filter, scale: scale).rendered(by: renderer), linear)
        #expect(difference.isWithin(1), "\(filter) at \(scale): \(difference)")
      }
    }
  }

  /// Over half a step of mipmaps the filters are mixed, so that no edge shows where one ends.
  @Test(arguments: [0.72, 0.76, 0.8, 0.87, 0.95])
  func filtersPassIntoOneAnother(_ scale: Double) throws {
    let renderer = try Renderer.any()
    let image = Image.noise(64, 64)
    let linear = try scene(image, .linear, scale: scale).rendered(by: renderer)
    let picture = try scene(image, .nearest, scale: scale).rendered(by: renderer)
    let share = 1 - 2 * log2(1 / scale)
    #expect(share > 0 && share < 1)
    let difference = ImageDifference(picture) { x, y in
      let (u, v) = ((Double(x) + 0.5) / scale, (Double(y) + 0.5) / scale)
      let isClear = abs(u - u.rounded()) > 0.01 && abs(v - v.rounded()) > 0.01
      guard isClear, (1..<63).contains(u), (1..<63).contains(v) else { return nil }
      let averaged = SIMD4<Double>(linear[x, y])
      return averaged + (SIMD4<Double>(image[Int(u), Int(v)]) - averaged) * share
    }
    #expect(difference.isWithin(2), "\(difference)")
  }

  /// A surface that leans away from the eye: near the viewer the chosen filter, far off the mean of what a pixel covers.
  @Test func perspectiveUsesBoth() throws {
    let image = Image(128, 128) { x, y in
      (x + y) % 2 == 0 ? Pixel(255, 255, 255, 255) : Pixel(0, 0, 0, 255)
    }
    var scene = Scene.oneLayer(
      image, size: Size(200, 1600), canvas: Rect(0, 0, 200, 200),
      transform: .rotation(.degrees(80), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 900))
    scene.layers[0].magnificationFilter = .nearest
    let renderer = try Renderer.any()
    let picture = try renderer.render(scene)
    let linear = try {
      scene.layers[0].magnificationFilter = .linear
      return try renderer.render(scene)
    }()
    func extremes(_ picture: Image, _ y: Int) -> Int {
      (0..<200).count { picture[$0, y].x < 8 || picture[$0, y].x > 247 }
    }
    // Rows that are magnified in both directions have no color between black and white.
    let near = (0..<200).last { picture[100, $0].w == 255 } ?? 0
    #expect(extremes(picture, near - 2) > 190)
    #expect(extremes(linear, near - 2) < 150)
    let far = (0..<200).first { picture[100, $0].w == 255 } ?? 0
    // Samples of the content alone and of its mipmaps are rounded in different ways, many of them in turn.
    for x in 60..<140 { #expect(abs(Int(picture[x, far + 1].x) - Int(linear[x, far + 1].x)) <= 3) }
  }
}
