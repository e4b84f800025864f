import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// The filters for minified content, against their definitions.
struct MinificationTests {
  private typealias Filter = Layer.MinificationFilter

  private func picture(
    _ image: Image, _ width: Int, _ height: Int, _ filter: Filter, _ change: (inout Layer) -> Void = { _ in }
  ) throws -> Image {
    var scene = Scene.oneLayer(image, size: Size(Double(width), Double(height)))
    scene.layers[0].minificationFilter = filter
    change(&scene.layers[0])
    return try scene.rendered()
  }

  /// A ramp under noise of one texel; the mean of a pixel of 4 x 4 texels is that of the ramp.
  private let ramp = Image(64, 64) { x, y in
    let noise: UInt8 = (x + y) % 2 == 0 ? 60 : 0
    return Pixel(UInt8(2 * x) + noise, UInt8(2 * y) + noise, 0, 255)
  }

  private func mean(_ x: Int, _ y: Int) -> SIMD4<Double>? {
    guard (2..<14).contains(x), (2..<14).contains(y) else { return nil }
    return SIMD4(Double(8 * x) + 33, Double(8 * y) + 33, 0, 255)
  }

  /// At a quarter of the size, pixel centers lie between the middle two texels of four.
  @Test func linearTakesFourTexels() throws {
    let image = Image.noise(64, 64)
    let difference = ImageDifference(try picture(image, 16, 16, .linear)) { x, y in
      let corners = [(1, 1), (2, 1), (1, 2), (2, 2)].map { SIMD4<Double>(image[4 * x + $0.0, 4 * y + $0.1]) }
      return corners.reduce(.zero, +) / 4
    }
    #expect(difference.isWithin(1), "\(difference)")
  }

  /// At a quarter of the size, the second mipmap level is sampled.
  @Test func trilinearTakesMipmaps() throws {
    let difference = ImageDifference(try picture(ramp, 16, 16, .trilinear)) { x, y in mean(x, y) }
    #expect(difference.isWithin(2), "\(difference)")
  }

  /// Supersampling does not change the level of detail: a pixel of 64 samples has the color of a pixel of one.
  @Test(arguments: [0.3, 0.45, 0.7]) func trilinearIsThatOfThePixel(_ scale: Double) throws {
    var scene = Scene.oneLayer(
      .noise(128, 128), mesh: try .grid(rows: 4, columns: 4),
      transform: .rotation(.degrees(30), about: Point3D(0, 0, 1)) * .scale(scale, scale))
    scene.layers[0].minificationFilter = .trilinear
    let (one, many) = (try scene.rendered(samples: 1), try scene.rendered(samples: 64))
    let whole = Int(64 * scale / 1.5)
    let difference = ImageDifference(many) { x, y in
      max(abs(x - 64), abs(y - 64)) < whole ? SIMD4<Double>(one[x, y]) : nil
    }
    #expect(difference.isWithin(2), "\(difference)")
    #expect(Set(one.bytes).count > 32, "the content is visible")
  }

  /// Minified content does not depend on the filter for magnified content, but for the precision of the device's level
  /// of detail: llvmpipe rounds 0.14 to 0, which weighs the next level 0 instead of 0.14.
  @Test func trilinearBeginsAtTheSizeOfTheContent() throws {
    let pictures = try Layer.MagnificationFilter.allCases.map { magnification in
      try picture(.noise(64, 64), 58, 58, .trilinear) { $0.magnificationFilter = magnification }
    }
    for other in pictures.dropFirst() {
      let difference = ImageDifference(other) { x, y in SIMD4<Double>(pictures[0][x, y]) }
      #expect(difference.isWithin(24), "\(difference)")
    }
  }

  /// Minified across only, trilinear blurs along too; the footprint does not.
  @Test func trilinearIsIsotropic() throws {
    let stripes = Image(64, 64) { _, y in y % 2 == 0 ? Pixel(255, 255, 255, 255) : Pixel(0, 0, 0, 255) }
    let trilinear = try picture(stripes, 16, 64, .trilinear)
    let footprint = try picture(stripes, 16, 64, .footprint)
    for y in 8..<56 {
      #expect(abs(Int(trilinear[8, y].x) - 128) <= 2)
      #expect(footprint[8, y].x == (y % 2 == 0 ? 255 : 0))
    }
  }

  /// Magnified content, and content at its own size, do not depend on the filter for minified content.
  @Test(arguments: Layer.MagnificationFilter.allCases, [1, 3])
  func otherContentStays(_ filter: Layer.MagnificationFilter, _ scale: Int) throws {
    let image = Image.noise(16, 16)
    let pictures = try Filter.allCases.map { minification in
      try picture(image, 16 * scale, 16 * scale, minification) { $0.magnificationFilter = filter }
    }
    #expect(pictures[1].bytes == pictures[0].bytes && pictures[2].bytes == pictures[0].bytes)
  }

  /// The texture of a bent group is minified by the same filters.
  @Test func filtersHoldForGroups() throws {
    let pictures = try Filter.allCases.map { filter in
      try picture(ramp, 16, 16, filter) { layer in
        var child = layer
        (child.bounds, child.position) = (Rect(0, 0, 64, 64), Point(32, 32))
        child.minificationFilter = .footprint
        (layer.contents, layer.bounds, layer.sublayers) = (.none, Rect(0, 0, 64, 64), [child])
        (layer.mesh, layer.transform) = (try! .grid(rows: 4, columns: 4), .scale(0.25, 0.25))
      }
    }
    let (linear, trilinear) = (pictures[1], pictures[2])
    let image = ramp
    let aliased = ImageDifference(linear) { x, y in
      let corners = [(1, 1), (2, 1), (1, 2), (2, 2)].map { SIMD4<Double>(image[4 * x + $0.0, 4 * y + $0.1]) }
      return corners.reduce(.zero, +) / 4
    }
    #expect(aliased.isWithin(2), "\(aliased)")
    let averaged = ImageDifference(trilinear) { x, y in mean(x, y) }
    #expect(averaged.isWithin(3), "\(averaged)")
  }
}
